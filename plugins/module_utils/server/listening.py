# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a server listens now, which the inventory does not tell once its ports are to change.

A broker tells the others where it listens each time that it starts, so ``kafka_port`` and ``kafka_broker_port`` change
with a rollout, as long as those are asked that have not been restarted yet. Controllers and ZooKeeper servers are
looked for where the files of the others say, which are read when those start: their ports take a playbook of their own.
"""

from __future__ import annotations

import socket
from typing import Any, Dict, List, Mapping, Sequence

from ..broker import listener_names, properties, secure
from ..broker.inputs import check_port
from ..core import host_port, reachable
from ..core.errors import GroundworkError
from ..host import pending, sockets
from ..host.machine import Host
from . import port_change

_PATIENCE = 3.0  # seconds for a connection
#: How a module is given where the exporter is to listen, as check_exporter() takes it.
EXPORTER: Dict[str, Any] = {
    "type": "dict",
    "options": {"host": {"type": "str", "required": True}, "port": {"type": "int", "required": True}},
}
_BROKER, _ZOOKEEPER = "/etc/kafka/server.properties", "/etc/zookeeper/zoo.cfg"
_OVER_TLS = secure.INPUTS[listener_names.CONTROLLER_TLS]


def ports(host: Host) -> Dict[str, int]:
    """The port of each listener of this host's broker or controller, by its name, once it is started with its file."""
    told = _listeners(properties.parse(host.text(_BROKER)).get("listeners", ""))
    return {name: _port(address) for name, address in told.items()}


def addresses(host: Host) -> Dict[str, List[str]]:
    """``HOST:PORT`` of each listener of this host's broker or controller, by its name, as its file says.

    Where its process is older than the file and has not all of these ports open, it has read others: a listener may be
    at any that it has open, a port that the file gives to another listener by now among them.
    """
    told = _listeners(properties.parse(host.text(_BROKER)).get("advertised.listeners", ""))
    pid = pending.main_pid(host, "kafka") if told else None
    if pid is None or not pending.changed_since_start(host, pid, [_BROKER]):
        return {name: [address] for name, address in told.items()}
    opened = sockets.listening_ports(host, pid)
    if all(_port(address) in opened for address in told.values()):
        return {name: [address] for name, address in told.items()}
    kept = told.get(listener_names.CONTROLLER)  # which nobody may change
    free = sorted(opened - {_port(kept)} if kept else opened)
    return {
        name: [address] if address == kept else [f"{address.rpartition(':')[0]}:{port}" for port in free]
        for name, address in told.items()
    }


def check_controller(host: Host, port: int, name: str = "") -> None:
    """Raise GroundworkError where this host's controller has another port than *port*, or is known by another *name*.

    The quorum keeps where its voters listen, and brokers that run look for them where their own files said.
    """
    given = properties.parse(host.text(_BROKER))
    told = _listeners(given.get("listeners", "")).get(listener_names.CONTROLLER)
    if told and _port(told) != port:
        raise GroundworkError(
            f"The controller of this host listens at port {_port(told)} ({_BROKER}), and kafka_controller_port is "
            f"{port}, where servers that run would not find it; have it changed by the playbook "
            f"{port_change.PLAYBOOK}, or set kafka_controller_port back to {_port(told)}."
        )
    known = renamed(host, name)
    if known:
        raise GroundworkError(
            f"The others know the controller of this host by {known} ({_BROKER}), and kafka_host is {name}: the quorum "
            "keeps where its voters are, and brokers would go on to look for this one there; have both names lead to "
            f"this host and run the playbook {port_change.PLAYBOOK}, or set kafka_host back to {known}."
        )


def renamed(host: Host, name: str) -> str:
    """The name by which the others know this host's controller, where *name* is another; empty for all else."""
    told = _listeners(properties.parse(host.text(_BROKER)).get("advertised.listeners", ""))
    known = host_port.split(told.get(listener_names.CONTROLLER, ""))
    return known[0] if name and known and known[0].lower() != name.lower() else ""


def check_controller_over_tls(host: Host, port: int) -> None:
    """Raise GroundworkError where this host's controller, of a cluster that gets security, has another port than *port*
    for TLS: servers that are restarted one at a time would look for one another at both, and listen at one."""
    told = _listeners(properties.parse(host.text(_BROKER)).get("listeners", "")).get(listener_names.CONTROLLER_TLS)
    if told and _port(told) != port:
        raise GroundworkError(
            f"The controller of this host listens for TLS at port {_port(told)} ({_BROKER}), and {_OVER_TLS} is "
            f"{port}, where servers that run would not find it; set {_OVER_TLS} back to {_port(told)}."
        )


def check_controllers(host: Host, wanted: Sequence[str], over_tls: bool = False) -> None:
    """Raise GroundworkError where a controller of *wanted* (HOST:PORT) has another port in this server's own file.

    A run that is limited to brokers asks no controller, which would be looked for where it does not listen. *over_tls*
    tells whether these are the ports that controllers have on the way to security.
    """
    text = properties.parse(host.text(_BROKER)).get("controller.quorum.bootstrap.servers", "")
    known = [found for found in (host_port.split(one.strip()) for one in text.split(",")) if found]
    for name, port in (found for found in map(host_port.split, wanted) if found):
        former = [one for other, one in known if other == name]
        if former and port not in former and over_tls:
            raise GroundworkError(
                f"The controller at {name} listens for TLS at port {former[0]} ({_BROKER}), and {_OVER_TLS} is {port}, "
                f"where this server would not find it; set {_OVER_TLS} back to {former[0]}."
            )
        if former and port not in former:
            raise GroundworkError(
                f"The controller at {name} listens at port {former[0]} ({_BROKER}), and kafka_controller_port is "
                f"{port}, where this server would not find it; have it changed by the playbook {port_change.PLAYBOOK}, "
                f"or set kafka_controller_port back to {former[0]}."
            )


def check_free(host: Host, service: str, wanted: Mapping[str, int]) -> None:
    """Raise GroundworkError where another process has one of the ports *wanted*, by the names of their inputs.

    Those that *service* is configured for are its own.
    """
    own = _configured(host, service)
    names = {port: name for name, port in wanted.items() if port not in own}
    taken = sockets.taken_ports(host) & set(names) if names else set()
    pid = pending.main_pid(host, service) if taken else None
    others = taken - sockets.listening_ports(host, pid) if pid else taken
    if others:
        port = min(others)
        raise GroundworkError(
            f"Port {port}, which {names[port]} is, is taken on this host by {_holder(host, port)}, so {service} would "
            "not start with it; give another port, or end what has it."
        )


def check_exporter(host: Host, service: str, given: Mapping[str, Any] | None) -> None:
    """Raise GroundworkError where the exporter of *service* could not listen at the ``host`` and ``port`` *given*.

    Its agent ends the JVM then, and with it the server.
    """
    if given is None:
        return
    name = f"{service}_exporter_port"
    check_free(host, service, {name: check_port(name, given["port"])})
    check_addresses(service, {f"{service}_exporter_host": given["host"]}, "0.0.0.0 for all of them")


def check_addresses(service: str, wanted: Mapping[str, str], everywhere: str) -> None:
    """Raise GroundworkError where this host can't listen at an address *wanted*, by the names of their inputs.

    *everywhere* says how to ask for all addresses. No port is tried: the service may have it.
    """
    for name, where in wanted.items():
        try:
            (family, _type, _protocol, _name, address), *_others = socket.getaddrinfo(where, 0, 0, socket.SOCK_STREAM)
            with socket.socket(family, socket.SOCK_STREAM) as tried:
                tried.bind(address)
        except OSError as error:
            raise GroundworkError(
                f"{name} is {where}, where this host can't listen ({error.strerror or error}), so {service} would not "
                f"start with it; give a name or an address of the host, or {everywhere}."
            ) from error


def _configured(host: Host, service: str) -> List[int]:
    """The ports that *service*'s own file has, where its process may be about to start."""
    if service == "kafka":
        return list(ports(host).values())
    if service != "zookeeper":
        return []
    given = properties.parse(host.text(_ZOOKEEPER))
    return [int(given[key]) for key in ("secureClientPort", "clientPort") if given.get(key, "").isdigit()]


def _holder(host: Host, port: int) -> str:
    """The process that listens at *port*, in words."""
    for pid in host.names("/proc"):
        if pid.isdigit() and port in sockets.listening_ports(host, pid):
            return f"process {pid} ({host.text(f'/proc/{pid}/comm').strip()})"
    return "another process"


def zookeeper_ports(host: Host, number: int) -> Dict[str, int]:
    """The ports of this host's ZooKeeper server *number* in its file, by the names of their inputs."""
    given = properties.parse(host.text(_ZOOKEEPER))
    client = given.get("secureClientPort") or given.get("clientPort", "")
    own: Sequence[str] = given.get(f"server.{number}", "").split(";")[0].rsplit(":", 2)[1:]
    names = ("zookeeper_client_port", "zookeeper_peer_port", "zookeeper_election_port")
    return {name: int(found) for name, found in zip(names, (client, *own)) if found.isdigit()}


def check_zookeeper(host: Host, number: int, ports: Mapping[str, int]) -> None:
    """Raise GroundworkError where ZooKeeper server *number* runs with other *ports*, by the names of their inputs."""
    for name, found in zookeeper_ports(host, number).items():
        if found != ports[name] and pending.main_pid(host, "zookeeper") is not None:
            raise GroundworkError(
                f"ZooKeeper runs on this host with port {found} ({_ZOOKEEPER}), and {name} is {ports[name]}: servers "
                "and brokers that are restarted one at a time would not find one another on the way; have it changed "
                f"by the playbook {port_change.PLAYBOOK}, or set {name} back."
            )


def check_zookeeper_double(host: Host, number: int, former: Sequence[str]) -> None:
    """Raise GroundworkError where something listens at one of the *former* addresses (HOST:PORT) for elections of
    ZooKeeper server *number*, and none runs on this host, which is to be it.

    Two servers of a number vote for one: what a majority has acknowledged could be outvoted by one that lacks it.
    """
    if host.exists(_ZOOKEEPER) and former and pending.main_pid(host, "zookeeper") is not None:
        return
    for address in former:
        where = host_port.split(address)
        if where and not reachable.refusal(*where, _PATIENCE):
            raise GroundworkError(
                f"ZooKeeper server {number} still runs, at {address}, where zoo.cfg of the other servers has it, and "
                "this host is to be the one with that number: the two would vote as one, and what was acknowledged "
                "could be lost; stop that one on its host (systemctl disable --now zookeeper) and run the playbook "
                "again, or give this host another number (zookeeper_id)."
            )


def _listeners(text: str) -> Dict[str, str]:
    """HOST:PORT by name, of ``NAME://HOST:PORT`` separated by commas."""
    parts = [part.strip().partition("://") for part in text.split(",")]
    return {name: address for name, _slashes, address in parts if address.rpartition(":")[2].isdigit()}


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])
