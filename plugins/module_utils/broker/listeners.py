# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a server listens and as what: the properties of its listeners, by names that are the same in both modes.

Those for clients an inventory may name (see client_listeners), the others are those of listener_names. Source:
``listeners`` and the keys beside it in https://kafka.apache.org/43/configuration/broker-configs/.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, NamedTuple, Sequence

from ..core import endpoint
from ..core.errors import GroundworkError
from . import inputs as broker_inputs
from . import secure
from .client_listeners import ClientListener
from .listener_names import BROKER, BROKER_TLS, CLIENT, CONTROLLER, CONTROLLER_TLS

ZOOKEEPER, KRAFT = "zookeeper", "kraft"
#: Where servers have a listener more while their cluster gets security, by the one that it stands in for.
BESIDE = {BROKER: BROKER_TLS, CONTROLLER: CONTROLLER_TLS}
#: The input that gives the port of each listener.
INPUTS = {CLIENT: "kafka_port", BROKER: "kafka_broker_port", CONTROLLER: "kafka_controller_port", **secure.INPUTS}


class _Listener(NamedTuple):
    """One of a server: what gives its *port*, where it is bound (empty for all addresses), and where others find it."""

    name: str
    source: str
    port: int
    bound: str
    advertised: str


def properties(
    mode: str,
    roles: Sequence[str],
    host: str,
    ports: Mapping[str, object],
    *,
    clients: Sequence[ClientListener],
    phase: secure.Phase,
) -> Dict[str, str]:
    """The keys of ``server.properties`` that tell where a server of *roles* (broker, controller) listens in *mode*.

    Unless *clients* say otherwise, it listens on all addresses and tells the others *host*. *ports* are by listener
    for those of servers, which speak as *phase* says, and meet where it says. Raises GroundworkError for a mode, a
    role, or a port that cannot be, and for two listeners at one port.
    """
    if mode not in (ZOOKEEPER, KRAFT):
        raise GroundworkError(f"kafka_mode is {mode!r}; give zookeeper or kraft.")
    _check_roles(mode, roles)
    own = _own(roles, host, ports, clients, phase.beside)
    numbers: Dict[int, str] = {}
    for one in own:
        other = numbers.setdefault(one.port, one.source)
        if other != one.source:
            raise GroundworkError(
                f"{other} and {one.source} are both {one.port}; give each listener a port of its own."
            )
    servers = (BROKER, CONTROLLER) if mode == KRAFT else (BROKER,)
    beside = tuple(BESIDE[name] for name in servers) if phase.beside else ()
    known = {
        **{one.name: one.protocol for one in clients},
        **dict.fromkeys(servers, phase.among_servers),
        **dict.fromkeys(beside, "SSL"),
    }
    found = {
        "listeners": ",".join(f"{one.name}://{one.bound}:{one.port}" for one in own),
        "advertised.listeners": ",".join(f"{one.name}://{one.advertised}" for one in own),
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in known.items()),
        "inter.broker.listener.name": BROKER_TLS if phase.used else BROKER,
    }
    if mode == KRAFT:
        # Who looks for a controller takes the first; a controller lets in at all of them.
        names = [CONTROLLER, CONTROLLER_TLS] if phase.beside else [CONTROLLER]
        found["controller.listener.names"] = ",".join(sorted(names, reverse=phase.used))
    return found


def sources(
    roles: Sequence[str], ports: Mapping[str, object], clients: Sequence[ClientListener], beside: bool = False
) -> Dict[str, object]:
    """The ports of a server of *roles*, by the inputs that give them; those that *clients* have among them.

    *beside* tells whether servers have listeners of TLS beside those of their own (see secure).
    """
    of_role: Dict[str, Dict[str, object]] = {"broker": {one.source: one.port for one in clients}, "controller": {}}
    for role in roles:
        of_role[role].update((INPUTS[name], ports[name]) for name in _of_role(role, beside))
    return {source: port for role in roles for source, port in of_role[role].items()}


def _of_role(role: str, beside: bool) -> List[str]:
    """The names of the listeners that a server has for others in its *role*."""
    own = {"broker": BROKER, "controller": CONTROLLER}[role]
    return [own, BESIDE[own]] if beside else [own]


def _own(
    roles: Sequence[str], host: str, ports: Mapping[str, object], clients: Sequence[ClientListener], beside: bool
) -> List[_Listener]:
    found = [_of_clients(one, host) for one in clients] if "broker" in roles else []
    for role in ("broker", "controller"):
        if role in roles:
            found += [_of_servers(name, host, ports) for name in _of_role(role, beside)]
    return found


def _of_servers(name: str, host: str, ports: Mapping[str, object]) -> _Listener:
    port = broker_inputs.check_port(INPUTS[name], ports[name])
    return _Listener(name, INPUTS[name], port, "", endpoint.join(host, port))


def _of_clients(given: ClientListener, host: str) -> _Listener:
    port = broker_inputs.check_port(given.source, given.port)
    told = given.advertised_port or port
    told = broker_inputs.check_port(given.source.replace(".port", ".advertised_port"), told)
    bound = endpoint.join(given.bind_address, port).rpartition(":")[0] if given.bind_address else ""
    return _Listener(given.name, given.source, port, bound, endpoint.join(given.advertised_host or host, told))


def _check_roles(mode: str, roles: Sequence[str]) -> None:
    for role in roles:
        if role not in ("broker", "controller") or (mode == ZOOKEEPER and role != "broker"):
            raise GroundworkError(f"A server has no role {role!r} where kafka_mode is {mode}; correct its groups.")
    if not roles:
        raise GroundworkError(
            "The host is neither a broker nor a controller; put it into the inventory's group kafka or "
            "kafka_controllers."
        )
