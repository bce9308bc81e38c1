# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a server of a cluster that gets security while it runs is to do next, and who would be shut out by that."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, NamedTuple

from ..broker import listener_names, properties, secure
from ..core.errors import GroundworkError
from ..host import pending, sockets
from ..host.machine import Host
from . import listening

#: The name of the playbook that goes this way, and the input that says how far.
PLAYBOOK, INPUT = "groundwork.kafka.secure", "kafka_secure_phase"
_NAMED = 5  # so many addresses of clients are told


class Service(NamedTuple):
    """The *file* that tells the phase of a server, as *of_file* reads it, and as which phase it *knows* each."""

    file: str
    of_file: Callable[[Mapping[str, str]], str]
    known: Callable[[str], str]


SERVICES = {
    "kafka": Service("/etc/kafka/server.properties", secure.of_file, str),
    "zookeeper": Service("/etc/zookeeper/zoo.cfg", secure.of_zoo_cfg, secure.at_zookeeper),
}


class Found(NamedTuple):
    """The phase that the server's file is *now* of, the ports of its listeners for clients by name, what these speak,
    and who is there: how many connections each listener has, by the address that they come from.
    """

    now: str
    ports: Dict[str, int]
    protocols: Dict[str, str]
    clients: Dict[str, Dict[str, int]]


def read(host: Host, service: str, wanted: str) -> Found:
    """How the server of this host stands. Raises GroundworkError where it is not one step away from the phase *wanted*.

    ZooKeeper has no listeners for clients of the cluster.
    """
    file, of_file, known = SERVICES[service]
    text = host.read(file)
    if text is None:
        raise GroundworkError(
            f"{file} is not on this host, and {PLAYBOOK} makes no servers; make it by the playbook "
            f"groundwork.kafka.site with {INPUT} as the others have it, or take it out of the inventory until they are "
            "done."
        )
    settings = properties.parse(text)
    now = of_file(settings)
    if not secure.follow(now, known(wanted)):
        raise GroundworkError(
            f"The server of this host is in the phase {now} of getting security ({file}), and {INPUT} is {wanted}: "
            f"no phase can be left out, so run the playbook {PLAYBOOK} with {secure.between(now, wanted)} first."
        )
    pid = pending.main_pid(host, service)
    if pid is not None and now != known(wanted) and pending.changed_since_start(host, pid, [file]):
        raise GroundworkError(
            f"The server of this host still runs as it did before {file} was written for the phase {now}; run the "
            f"playbook {PLAYBOOK} with {INPUT} {now}, which restarts it, and then with {wanted}."
        )
    if service == "zookeeper":
        return Found(now, {}, {}, {})
    ports = {name: port for name, port in listening.ports(host).items() if name not in listener_names.OF_SERVERS}
    there = sockets.connections(host, pid, set(ports.values())) if pid is not None else {}
    # Without one of its own a listener speaks what it is called, as Kafka has it.
    protocols = secure.protocols(settings)
    spoken = {name: protocols.get(name, name) for name in ports}
    return Found(now, ports, spoken, {name: there.get(port, {}) for name, port in ports.items()})


def check_closed(found: Found, wanted: str, listeners: Mapping[str, Any], accept: bool) -> None:
    """Raise GroundworkError for a listener that would be closed while clients are there, unless that is accepted.

    *listeners* are the ports of those for clients that are there in the phase *wanted*, by name. One that no step of
    this kind closes is to be given as it is.
    """
    now, then = secure.PHASES[found.now], secure.PHASES[wanted]
    taken = {str(port) for port in listeners.values()}
    for name, port in found.ports.items():
        if str(listeners.get(name)) == str(port):
            continue
        if name in listeners or not secure.closes(now, then, found.protocols[name], str(port) in taken):
            file = SERVICES["kafka"].file
            raise GroundworkError(
                f"The listener {name} at port {port} of this host ({file}) would be closed, moved or renamed on the "
                f"way from {found.now} to {wanted}; give it as it is, in kafka_former_listeners where it has no "
                "security, else in kafka_listeners."
            )
        there = found.clients[name]
        if there and not accept:
            raise GroundworkError(
                f"Clients are still at the listener {name} of this host, which would be closed: {counted(there)} at "
                f"port {port}; have them go over to another one, or shut them out by kafka_secure_accept_clients: true."
            )


def summary(found: Found, wanted: str) -> List[str]:
    """What is to be done, and who is at which listener, a line for each."""
    step = f"security: from {found.now} to {wanted}" if found.now != wanted else f"security: {wanted}"
    return [
        step,
        *(f"{name} at port {found.ports[name]}: {counted(there)}" for name, there in sorted(found.clients.items())),
    ]


def counted(there: Mapping[str, int]) -> str:
    """How many connections there are, and from where: *there* has their number by the address that they come from."""
    count = sum(there.values())
    most = sorted(there, key=lambda address: (-there[address], address))
    more = f" and {len(most) - _NAMED} others" if len(most) > _NAMED else ""
    where = f" from {', '.join(most[:_NAMED])}{more}" if most else ""
    return f"{count} connection{'' if count == 1 else 's'}{where}"
