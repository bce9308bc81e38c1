# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What an inventory says of its hosts' servers, read from the hosts' variables (hostvars). Pure.

The hosts of other plays have not loaded their roles' defaults, so what is not given is worked out as those roles do.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Sequence, Tuple

from ..broker import listener_names, secure
from ..core import endpoint
from ..core.errors import GroundworkError

Variables = Mapping[str, Any]
ZOOKEEPER, PEER, ELECTION = "ZOOKEEPER", "PEER", "ELECTION"
_GROUPS = ("zookeeper", "kafka", "kafka_controllers")
#: The hosts that mirror between clusters, which may be all that an inventory has.
MIRROR_MAKERS = "kafka_mirror_makers"
#: The groups that have servers of each service.
_OF_SERVICE = {"zookeeper": ("zookeeper",), "kafka": ("kafka", "kafka_controllers")}


class _Listener(NamedTuple):
    """The variables of its address and its port, and the port's default."""

    address: str
    port: str
    default: int


_LISTENERS = {
    listener_names.CLIENT: _Listener("kafka_host", "kafka_port", 9092),
    listener_names.BROKER: _Listener("kafka_host", "kafka_broker_port", 9091),
    listener_names.CONTROLLER: _Listener("kafka_host", "kafka_controller_port", 9093),
    listener_names.BROKER_TLS: _Listener("kafka_host", secure.INPUTS[listener_names.BROKER_TLS], 9191),
    listener_names.CONTROLLER_TLS: _Listener("kafka_host", secure.INPUTS[listener_names.CONTROLLER_TLS], 9193),
    ZOOKEEPER: _Listener("zookeeper_host", "zookeeper_client_port", 2181),
    PEER: _Listener("zookeeper_host", "zookeeper_peer_port", 2888),
    ELECTION: _Listener("zookeeper_host", "zookeeper_election_port", 3888),
}


def pattern(groups: Mapping[str, Sequence[str]], *names: str) -> str:
    """What a play has as its hosts: those of the groups *names* that have any, or none, or all where no name is given.

    *groups* are the inventory's. Raises GroundworkError where none of them has a server: a run that does nothing
    looks as if all were well.
    """
    if not names and groups.get("all"):
        return "all"
    if names == (MIRROR_MAKERS,) and not groups.get(MIRROR_MAKERS):
        raise GroundworkError(
            f"The inventory has no host in the group {MIRROR_MAKERS}; name those there that are to run MirrorMaker, "
            "and look whether -i has the right path, since one that is not there is only warned of."
        )
    if not any(groups.get(name) for name in (*_GROUPS, *names)):
        raise GroundworkError(
            f"The inventory has no host in the groups {', '.join(_GROUPS[:-1])} and {_GROUPS[-1]}; name the servers "
            "there, and look whether -i has the right path, since one that is not there is only warned of."
        )
    return ":".join(name for name in names if groups.get(name)) or "all:!all"


def moved(groups: Mapping[str, Sequence[str]], hosts: Mapping[str, Variables], *services: str) -> List[str]:
    """Those of the *services* of which a server is to be moved, as a play of this run has planned (such as kafka_move).

    *groups* are the inventory's, *hosts* the variables of each of its hosts.
    """
    return [
        service
        for service in services
        if any(
            (hosts[host].get(f"{service}_move") or {}).get("due")
            for group in _OF_SERVICE[service]
            for host in groups.get(group, ())
        )
    ]


def default_port(listener: str) -> int:
    """The port of *listener* where an inventory gives none."""
    return _LISTENERS[listener].default


def servers(hosts: Iterable[Variables], listener: str, port: object = None) -> List[Dict[str, Any]]:
    """Where the server of each of *hosts* has its *listener*: the host's ``name``, ``host`` and ``port``.

    *port* is for hosts without one of their own, the role's default unless it is given. A listener of kafka_listeners
    is where clients are told to find it; CLIENT is the first of those that has no other of that name. Raises
    GroundworkError for a listener that a host does not have.
    """
    return [{"name": one["inventory_hostname"], **_found(one, listener, port)} for one in hosts]


def _found(one: Variables, listener: str, port: object) -> Dict[str, Any]:
    given = one.get("kafka_listeners") or []
    if listener not in _LISTENERS or (listener == listener_names.CLIENT and given):
        return _of_clients(one, listener, given)
    own = _LISTENERS[listener]
    return {"host": _address(one, own), "port": one.get(own.port) or port or own.default}


def _of_clients(one: Variables, listener: str, given: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    named = [each for each in given if each.get("name") == listener]
    found = next(iter(named or (given if listener == listener_names.CLIENT else [])), None)
    if found is None:
        raise GroundworkError(
            f"{one['inventory_hostname']} has no listener {listener} among its kafka_listeners; give it one of that "
            "name, or have the cluster asked at another (kafka_admin_listener)."
        )
    host = str(found.get("advertised_host") or address(one))
    return {"host": host, "port": found.get("advertised_port") or found.get("port")}


def address(one: Variables) -> str:
    """Where clients find the broker with the variables *one*, unless a listener says otherwise."""
    return _address(one, _LISTENERS[listener_names.CLIENT])


def _address(one: Variables, own: _Listener) -> str:
    return str(one.get(own.address) or one.get("ansible_host") or one["inventory_hostname"])


def endpoints(hosts: Iterable[Variables], listener: str, port: object = None) -> List[str]:
    """``HOST:PORT`` of each of :func:`servers`. Raises GroundworkError for a host that nobody could look up."""
    return [endpoint.join(one["host"], one["port"]) for one in servers(hosts, listener, port)]


def asked_at(hosts: Sequence[Variables], secured: bool, named: str = "", phase: str = "") -> str:
    """The listener at which the brokers on *hosts* are asked: the one that is *named*, else the one for brokers.

    Without security, and with no kafka_listeners, it is the one for clients, unless a broker has it no more or not
    yet: who asks at one listener is told only of the brokers that have it. In a *phase* of security it is one that all
    have, also those that are still to be restarted for that phase; so it is where the one for brokers is named.
    """
    if phase and named in ("", listener_names.BROKER):
        return _met(hosts, phase)[0]
    if named:
        return named
    there = [node(one).get("ports") or {} for one in hosts]
    lacking = any(listener_names.BROKER in own and listener_names.CLIENT not in own for own in there)
    several = any(one.get("kafka_listeners") for one in hosts)
    return listener_names.BROKER if secured or several or lacking else listener_names.CLIENT


def asked_over_tls(hosts: Sequence[Variables], secured: bool, named: str = "", phase: str = "") -> bool:
    """Whether the brokers on *hosts* are asked over TLS where :func:`asked_at` says."""
    return _met(hosts, phase)[1] if secured and phase and named in ("", listener_names.BROKER) else secured


def _met(hosts: Sequence[Variables], phase: str) -> Tuple[str, bool]:
    there = [node(one).get("phase") for one in hosts]
    return secure.asked_at({one for one in (phase, *there) if one in secure.PHASES})


def node(one: Variables) -> Mapping[str, Any]:
    """What server_identity told of the host's broker; empty where it was not asked."""
    return (one.get("preflight_identity") or {}).get("node") or {}


def bootstrap_servers(hosts: Iterable[Variables], secured: bool, named: str = "", phase: str = "") -> List[str]:
    """Where the brokers on *hosts* are asked, see :func:`asked_at`.

    Behind where the inventory has them come the addresses at which they listen until they are restarted with another
    port, as far as server_identity was asked (preflight_identity).
    """
    known = list(hosts)
    listener = asked_at(known, secured, named, phase)
    former = [address for one in known for address in (node(one).get("listens") or {}).get(listener, [])]
    return list(dict.fromkeys([*endpoints(known, listener), *former]))


def claims(hosts: Iterable[Variables], number: str, rack: str = "") -> List[Dict[str, Any]]:
    """What each of *hosts* is to be, as cluster_layout takes it.

    *number* and *rack* name the variables of its id and its rack; identity is what server_identity told of the host.
    """
    return [
        {
            "host": one["inventory_hostname"],
            "id": one.get(number),
            **({"rack": one.get(rack)} if rack else {}),
            "identity": one.get("preflight_identity"),
        }
        for one in hosts
    ]


def ensemble(
    hosts: Iterable[Variables], numbers: Mapping[str, object], peer_port: object = None, election_port: object = None
) -> List[Dict[str, Any]]:
    """The ZooKeeper servers on *hosts* as zoo.cfg names them: the ``id`` of each, by *numbers*, and its ``address``.

    The ports are for hosts without ports of their own, the role's defaults unless they are given.
    """
    known = list(hosts)
    pairs = zip(servers(known, PEER, peer_port), servers(known, ELECTION, election_port))
    return [
        {"id": numbers[peer["name"]], "address": f"{endpoint.join(peer['host'], peer['port'])}:{election['port']}"}
        for peer, election in pairs
    ]
