# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where a server listens and as what: the properties of its listeners, by names that are the same in both modes.

``CLIENT`` is for clients, ``BROKER`` for what the brokers say to one another, ``CONTROLLER`` for KRaft's quorum and for
what brokers say to it. Source: ``listeners`` and the keys beside it in
https://kafka.apache.org/43/configuration/broker-configs/.
"""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence

from ..core import endpoint
from ..core.errors import GroundworkError
from . import inputs as broker_inputs

CLIENT, BROKER, CONTROLLER = "CLIENT", "BROKER", "CONTROLLER"
ZOOKEEPER, KRAFT = "zookeeper", "kraft"
#: The input that gives the port of each listener.
INPUTS = {CLIENT: "kafka_port", BROKER: "kafka_broker_port", CONTROLLER: "kafka_controller_port"}
_OF_ROLE = {"broker": (CLIENT, BROKER), "controller": (CONTROLLER,)}


def properties(
    mode: str, roles: Sequence[str], host: str, ports: Mapping[str, object], protocols: Mapping[str, str]
) -> Dict[str, str]:
    """The keys of ``server.properties`` that tell where a server of *roles* (broker, controller) listens in *mode*.

    It listens on all addresses and tells the others *host*. *ports* and *protocols* (PLAINTEXT, SSL, SASL_SSL…) are by
    listener. Raises GroundworkError for a mode, a role, or a port that cannot be, and for two listeners at one port.
    """
    if mode not in (ZOOKEEPER, KRAFT):
        raise GroundworkError(f"kafka_mode is {mode!r}; give zookeeper or kraft.")
    own = _own(mode, roles)
    numbers: Dict[int, str] = {}
    for name in own:
        number = broker_inputs.check_port(INPUTS[name], ports[name])
        if number in numbers:
            raise GroundworkError(
                f"{INPUTS[numbers[number]]} and {INPUTS[name]} are both {number}; give each listener a port of its own."
            )
        numbers[number] = name
    known = (CLIENT, BROKER, CONTROLLER) if mode == KRAFT else (CLIENT, BROKER)
    found = {
        "listeners": ",".join(f"{name}://:{number}" for number, name in numbers.items()),
        "advertised.listeners": ",".join(f"{name}://{endpoint.join(host, number)}" for number, name in numbers.items()),
        "listener.security.protocol.map": ",".join(f"{name}:{protocols[name]}" for name in known),
        "inter.broker.listener.name": BROKER,
    }
    if mode == KRAFT:
        found["controller.listener.names"] = CONTROLLER
    return found


def inputs(roles: Sequence[str]) -> List[str]:
    """The inputs that give the ports of a server of *roles*."""
    return [INPUTS[name] for role in roles for name in _OF_ROLE[role]]


def _own(mode: str, roles: Sequence[str]) -> List[str]:
    for role in roles:
        if role not in _OF_ROLE or (mode == ZOOKEEPER and role != "broker"):
            raise GroundworkError(f"A server has no role {role!r} where kafka_mode is {mode}; correct its groups.")
    if not roles:
        raise GroundworkError(
            "The host is neither a broker nor a controller; put it into the inventory's group kafka or "
            "kafka_controllers."
        )
    return [name for role in _OF_ROLE if role in roles for name in _OF_ROLE[role]]
