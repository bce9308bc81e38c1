# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The listeners for clients of all brokers judged together: clients go from broker to broker by one name. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from ..broker import client_listeners, listener_names, secure
from . import hosts

_PORTS = "kafka_port"


class Asked(NamedTuple):
    """How the cluster is asked: the *listener* that is named for it (empty for none), and the *protocol* spoken."""

    listener: str
    protocol: str


def of_broker(one: hosts.Variables, secured: bool, phase: str = "") -> List[client_listeners.ClientListener]:
    """The listeners for clients of the broker with the variables *one*, in a *phase* of security where one is named."""
    given = client_listeners.parse(one.get("kafka_listeners") or [], secured)
    port = one.get(_PORTS) or hosts.default_port(listener_names.CLIENT)
    if phase not in secure.PHASES:
        return given or [client_listeners.default(port, secured)]
    former = secure.parse(one.get("kafka_former_listeners") or [])
    return secure.clients(secure.PHASES[phase], former or [client_listeners.default(port, secured=False)], given)


def refusals(brokers: Sequence[hosts.Variables], secured: bool, asked: Asked) -> List[str]:
    """What is wrong with the listeners of all *brokers*, by their variables, a sentence each."""
    known = {str(one["inventory_hostname"]): of_broker(one, secured) for one in brokers}
    return [*_wrong_names(known), *_wrong_addresses(brokers, known), *_wrong_asked(brokers, known, asked)]


def _wrong_names(known: Mapping[str, Sequence[client_listeners.ClientListener]]) -> List[str]:
    names = {host: {one.name for one in own} for host, own in known.items()}
    everywhere = {name: host for host, own in names.items() for name in sorted(own)}
    return [
        f"{host} has no listener {name} among its kafka_listeners, which {other} has, so clients that come in there "
        f"would not find {host}; give all brokers listeners of the same names."
        for host, own in names.items()
        for name, other in everywhere.items()
        if name not in own
    ][:1]


def _wrong_addresses(
    brokers: Sequence[hosts.Variables], known: Mapping[str, Sequence[client_listeners.ClientListener]]
) -> List[str]:
    taken: Dict[str, str] = {}
    of_brokers = {
        address.lower(): str(one["inventory_hostname"])
        for one in brokers
        for address in hosts.endpoints([one], listener_names.BROKER)
    }
    for one in brokers:
        host = str(one["inventory_hostname"])
        for listener in known[host]:
            if not one.get("kafka_listeners"):
                continue
            (address,) = hosts.endpoints([one], listener.name)
            if address.lower() in of_brokers:
                return [
                    f"The listener {listener.name} of {host} is advertised as {address}, where brokers find "
                    f"{of_brokers[address.lower()]} (kafka_broker_port), so its clients would come to the one for "
                    "brokers; give it an advertised_host or an advertised_port of its own."
                ]
            other = taken.setdefault(address.lower(), host)
            if other != host:
                return [
                    f"{other} and {host} are both advertised as {address} (kafka_listeners), so clients of one broker "
                    "would come to the other; give each an advertised_host or an advertised_port of its own."
                ]
    return []


def _wrong_asked(
    brokers: Sequence[hosts.Variables],
    known: Mapping[str, Sequence[client_listeners.ClientListener]],
    asked: Asked,
) -> List[str]:
    if asked.listener in ("", listener_names.BROKER):
        return []
    for one in brokers:
        host = str(one["inventory_hostname"])
        found = [each for each in known[host] if each.name == asked.listener]
        if not found:
            return [
                f"kafka_admin_listener is {asked.listener}, and {host} has no listener of that name; give the name of "
                "one of its kafka_listeners, or BROKER."
            ]
        if found[0].protocol != asked.protocol:
            return [
                f"kafka_admin_listener is {asked.listener}, whose protocol is {found[0].protocol} on {host}, and "
                f"kafka_admin_config has the security.protocol {asked.protocol}; give one that fits the other."
            ]
        there: Mapping[str, Any] = hosts.node(one).get("ports") or {}
        if there and asked.listener not in there:
            return [
                f"kafka_admin_listener is {asked.listener}, which {host} does not have yet, and who asks there is told "
                "of the brokers alone that have it; run with kafka_admin_listener as it was, and then give this one."
            ]
    return []
