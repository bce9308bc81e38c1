# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a server listens now, which the inventory does not tell once its ports are to change.

A broker tells the others where it listens each time that it starts, so ``kafka_port`` and ``kafka_broker_port`` change
with a rollout, as long as those are asked that have not been restarted yet. Controllers and ZooKeeper servers are
looked for where the files of the others say, which are read when those start: their ports are kept.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence

from ..broker import listeners, properties
from ..core.errors import GroundworkError
from ..host import pending, process
from ..host.machine import Host

_BROKER, _ZOOKEEPER = "/etc/kafka/server.properties", "/etc/zookeeper/zoo.cfg"


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
    opened = process.listening_ports(host, pid)
    if all(_port(address) in opened for address in told.values()):
        return {name: [address] for name, address in told.items()}
    kept = told.get(listeners.CONTROLLER)  # which nobody may change
    free = sorted(opened - {_port(kept)} if kept else opened)
    return {
        name: [address] if address == kept else [f"{address.rpartition(':')[0]}:{port}" for port in free]
        for name, address in told.items()
    }


def check_controller(host: Host, port: int) -> None:
    """Raise GroundworkError where this host's controller has another port than *port*.

    The quorum keeps where its voters listen, and brokers that run look for them where their own files said.
    """
    told = _listeners(properties.parse(host.text(_BROKER)).get("listeners", "")).get(listeners.CONTROLLER)
    if told and _port(told) != port:
        raise GroundworkError(
            f"The controller of this host listens at port {_port(told)} ({_BROKER}), and kafka_controller_port is "
            f"{port}, where servers that run would not find it, and those that are stopped would look in vain for one "
            f"another; set kafka_controller_port back to {_port(told)}."
        )


def check_zookeeper(host: Host, number: int, ports: Mapping[str, int]) -> None:
    """Raise GroundworkError where ZooKeeper server *number* runs with other *ports*, by the names of their inputs."""
    given = properties.parse(host.text(_ZOOKEEPER))
    client = given.get("secureClientPort") or given.get("clientPort", "")
    own: Sequence[str] = given.get(f"server.{number}", "").split(";")[0].rsplit(":", 2)[1:]
    names = ("zookeeper_client_port", "zookeeper_peer_port", "zookeeper_election_port")
    for name, found in zip(names, (client, *own)):
        if found.isdigit() and int(found) != ports[name] and pending.main_pid(host, "zookeeper") is not None:
            raise GroundworkError(
                f"ZooKeeper runs on this host with port {found} ({_ZOOKEEPER}), and {name} is {ports[name]}: servers "
                "and brokers that are restarted one at a time would not find one another on the way. Stop kafka on "
                "all brokers, then zookeeper on all its servers (systemctl stop), and run the playbook again: their "
                f"data stays; or set {name} back."
            )


def _listeners(text: str) -> Dict[str, str]:
    """HOST:PORT by name, of ``NAME://HOST:PORT`` separated by commas."""
    parts = [part.strip().partition("://") for part in text.split(",")]
    return {name: address for name, _slashes, address in parts if address.rpartition(":")[2].isdigit()}


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])
