# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What must be open between whom for the servers of an inventory: a table for who writes a firewall's rules. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence, Tuple

from ..broker import listener_names, listeners, secure
from ..broker.client_listeners import ClientListener
from ..core import endpoint, table
from . import client_access, hosts

HEADINGS = ("from", "to", "port", "why")
_KAFKA, _CONTROLLERS, _KEEPERS = "kafka", "kafka_controllers", "zookeeper"
Row = Tuple[str, str, str, str]


class Given(NamedTuple):
    """The cluster: the variables of the hosts of each group, who *asks* it, and at which listener by name if any.

    *phase* is the one of security (kafka_secure_phase) that it is in or on the way to, empty without one.
    """

    groups: Mapping[str, Sequence[hosts.Variables]]
    is_kraft: bool
    secured: bool
    asks: str
    asked_at: str
    phase: str = ""

    @property
    def beside(self) -> bool:
        """Whether servers have listeners of TLS beside those of their own."""
        return self.phase in secure.PHASES and secure.PHASES[self.phase].beside

    def of_clients(self, one: hosts.Variables) -> List[ClientListener]:
        """The listeners for clients of the broker with the variables *one*."""
        return client_access.of_broker(one, self.secured, self.phase)


def lines(given: Given) -> List[str]:
    """The table's lines, where a host has other ports in its file than it is to have, or no file yet; else none.

    Hosts that were not looked at in this run count as if they had theirs.
    """
    return table.align([HEADINGS, *rows(given)], whole=True).split("\n") if any(_differs(given)) else []


def rows(given: Given) -> List[Row]:
    """(from, to, port, why) of each way. What goes to all of a group by one port has the group's name."""
    found: List[Row] = []
    brokers = given.groups.get(_KAFKA, ())
    for source, to, listener, why in _among_servers(given):
        servers = given.groups.get(to, ())
        if servers and (source != to or len(servers) > 1):
            ports = {one["name"]: str(one["port"]) for one in hosts.servers(servers, listener)}
            found += [(source, where, port, why) for where, port in _together(to, ports)]
    found += _of_clients(given)
    if brokers:
        at = hosts.asked_at(brokers, given.secured, given.asked_at, given.phase)
        own = {str(one["inventory_hostname"]): _ports(one, given) for one in brokers}
        ports = {name: each[at] for name, each in own.items() if at in each}
        found += [(given.asks, where, port, "playbooks ask the cluster") for where, port in _together(_KAFKA, ports)]
    return found


def _among_servers(given: Given) -> List[Tuple[str, str, str, str]]:
    """Who goes to which group's listener, and why."""
    found = [(_KAFKA, _KAFKA, listener_names.BROKER, "brokers copy from one another")]
    if given.is_kraft:
        found += [
            (_KAFKA, _CONTROLLERS, listener_names.CONTROLLER, "brokers ask the quorum"),
            (_CONTROLLERS, _CONTROLLERS, listener_names.CONTROLLER, "controllers vote"),
        ]
    if given.beside:
        over_tls = listeners.BESIDE
        found += [(one, to, over_tls[name], f"{why}, on the way to security") for one, to, name, why in found]
    if given.is_kraft:
        return found
    return [
        *found,
        (_KAFKA, _KEEPERS, hosts.ZOOKEEPER, "brokers ask ZooKeeper"),
        (_KEEPERS, _KEEPERS, hosts.PEER, "servers follow their leader"),
        (_KEEPERS, _KEEPERS, hosts.ELECTION, "servers elect their leader"),
    ]


def _of_clients(given: Given) -> List[Row]:
    brokers = given.groups.get(_KAFKA, ())
    known = {str(one["inventory_hostname"]): given.of_clients(one) for one in brokers}
    found: List[Row] = []
    for name in dict.fromkeys(one.name for own in known.values() for one in own):
        ports, whys = {}, set()
        for host, own in known.items():
            for one in (each for each in own if each.name == name):
                ports[host] = str(one.port)
                whys.add(f"{name}, {one.protocol}")
        found += [("clients", where, port, " or ".join(sorted(whys))) for where, port in _together(_KAFKA, ports)]
    return [*found, *_translated(brokers, known)]


def _translated(brokers: Sequence[hosts.Variables], known: Mapping[str, Sequence[Any]]) -> List[Row]:
    """Where clients are told another port than the one that a broker listens at, so that something leads there."""
    return [
        (
            "clients",
            endpoint.join(each.advertised_host or hosts.address(one), each.advertised_port),
            str(each.port),
            f"leads to {one['inventory_hostname']}",
        )
        for one in brokers
        for each in known[str(one["inventory_hostname"])]
        if each.advertised_port and str(each.advertised_port) != str(each.port)
    ]


def _together(group: str, ports: Mapping[str, str]) -> List[Tuple[str, str]]:
    """Each host with its port, or the *group* with the one that all of them have."""
    common = set(ports.values())
    return [(group, common.pop())] if len(common) == 1 else list(ports.items())


def _ports(one: hosts.Variables, given: Given) -> Dict[str, str]:
    """The ports of a broker by the names of its listeners."""
    clients = {each.name: str(each.port) for each in given.of_clients(one)}
    return {**clients, **_of_servers(one, given, listener_names.BROKER, listener_names.BROKER_TLS)}


def _of_servers(one: hosts.Variables, given: Given, own: str, other: str) -> Dict[str, str]:
    """The port of a server's *own* listener for others, and of the *other* that it has on the way to security."""
    names = [own, other] if given.beside else [own]
    return {name: str(found["port"]) for name in names for found in hosts.servers([one], name)}


def _differs(given: Given) -> List[bool]:
    wanted: Dict[str, Dict[str, str]] = {}
    seen: Dict[str, hosts.Variables] = {}
    for one in given.groups.get(_KAFKA, ()):
        name = str(one["inventory_hostname"])
        wanted[name], seen[name] = _ports(one, given), one
    for one in given.groups.get(_CONTROLLERS, ()) if given.is_kraft else ():
        name = str(one["inventory_hostname"])
        own = _of_servers(one, given, listener_names.CONTROLLER, listener_names.CONTROLLER_TLS)
        wanted[name] = {**wanted.get(name, {}), **own}
        seen[name] = one
    return [
        {listener: str(port) for listener, port in (hosts.node(one).get("ports") or {}).items()} != wanted[name]
        for name, one in seen.items()
        if one.get("preflight_identity")
    ]
