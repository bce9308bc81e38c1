# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The phases in which a cluster that runs gets security, or loses it: what its listeners are in each. Pure.

Between two phases that follow one another, servers are restarted one at a time, so whatever a server of one phase uses
is there in the other, and speaks the same. Servers get listeners of their own beside BROKER and CONTROLLER, go over to
them, and come back once those speak TLS, so that the end is what a cluster is that has begun with security. A ZooKeeper
server needs none beside its ports: it can take what comes with TLS and what comes without at one.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Sequence, Tuple

from . import client_listeners
from .client_listeners import ClientListener
from .listener_names import BROKER, BROKER_TLS, CONTROLLER_TLS

PLAIN, OPENED, SERVERS, CLOSED, RETURNED, ENDED = "plain", "opened", "servers", "closed", "returned", "ended"
#: The input that gives the port of each that is there as long as a cluster gets security.
INPUTS = {BROKER_TLS: "kafka_secure_broker_port", CONTROLLER_TLS: "kafka_secure_controller_port"}
#: Who comes in where nobody has to say who he is: he may do everything until such a listener is there no more.
ANONYMOUS = "User:ANONYMOUS"
_TLS, _PLAINTEXT = "SSL", "PLAINTEXT"
#: What has a ZooKeeper server take clients with TLS and without at its one port for them.
UNIFIED = "client.portUnification"
_MAP, _INTER_BROKER = "listener.security.protocol.map", "inter.broker.listener.name"


class Phase(NamedTuple):
    """What servers speak at BROKER and CONTROLLER, whether there are others *beside* those, and whether these are
    *used*.
    """

    among_servers: str
    beside: bool
    used: bool

    @property
    def former(self) -> bool:
        """Whether clients find the former listeners, without security."""
        return self.among_servers == _PLAINTEXT

    @property
    def secured(self) -> bool:
        """Whether there are certificates and rights, and clients find the listeners of a secured cluster."""
        return self.beside or self.among_servers == _TLS

    @property
    def over_tls(self) -> bool:
        """Whether TLS is what servers begin to speak with one another, and brokers with ZooKeeper."""
        return self.used or self.among_servers == _TLS


#: In the order in which a cluster goes through them.
PHASES = {
    PLAIN: Phase(_PLAINTEXT, beside=False, used=False),
    OPENED: Phase(_PLAINTEXT, beside=True, used=False),
    SERVERS: Phase(_PLAINTEXT, beside=True, used=True),
    CLOSED: Phase(_TLS, beside=True, used=True),
    RETURNED: Phase(_TLS, beside=True, used=False),
    ENDED: Phase(_TLS, beside=False, used=False),
}


def name(phase: str, secured: bool) -> str:
    """The name of the phase that the inputs ask for: without one given, it is one of the two ends."""
    return phase or (ENDED if secured else PLAIN)


def protocols(settings: Mapping[str, str]) -> Dict[str, str]:
    """What each listener speaks, by its name, as a server's *settings* (server.properties) say."""
    return dict(part.strip().partition(":")[::2] for part in settings.get(_MAP, "").split(","))


def of_file(settings: Mapping[str, str]) -> str:
    """The phase that a server's *settings* (server.properties) are of."""
    told, known = settings.get(_MAP, ""), protocols(settings)
    beside = BROKER_TLS in known
    used = beside and settings.get(_INTER_BROKER) == BROKER_TLS
    # What somebody else has set up may have other names.
    over_tls = _TLS in known.get(BROKER, told + settings.get("listeners", ""))
    return next(
        phase
        for phase, one in PHASES.items()
        if (one.among_servers == _TLS, one.beside, one.used) == (over_tls, beside, used)
    )


def at_zookeeper(phase: str) -> str:
    """The first phase in which a ZooKeeper server is as it is in *phase*: after CLOSED brokers go on alone."""
    wanted = _of_keeper(PHASES[phase])
    return next(name for name, one in PHASES.items() if _of_keeper(one) == wanted)


def of_zoo_cfg(settings: Mapping[str, str]) -> str:
    """The first phase that a ZooKeeper server's *settings* (zoo.cfg) are of."""
    former = "secureClientPort" not in settings
    secured = not former or settings.get(UNIFIED) == "true"
    over_tls = not former or (secured and settings.get("sslQuorum") == "true")
    return next(name for name, one in PHASES.items() if _of_keeper(one) == (former, secured, over_tls))


def _of_keeper(phase: Phase) -> Tuple[bool, bool, bool]:
    """What tells phases of a ZooKeeper server from one another: what it takes, and what it begins to speak."""
    return phase.former, phase.secured, phase.over_tls


def follow(one: str, other: str) -> bool:
    """Whether servers of the two phases may run at once: they are the same, or one comes right after the other."""
    order = list(PHASES)
    return abs(order.index(one) - order.index(other)) <= 1


def between(one: str, other: str) -> str:
    """The phase that comes right after *one* on the way to *other*."""
    order = list(PHASES)
    at, to = order.index(one), order.index(other)
    return order[at + (to > at) - (to < at)]


def asked_at(phases: Iterable[str]) -> Tuple[str, bool]:
    """The listener at which brokers of all these *phases* are asked alike, and whether that is over TLS."""
    ways = ((BROKER, True), (BROKER_TLS, True), (BROKER, False))
    there = [PHASES[phase] for phase in phases]
    known = [{(BROKER, one.among_servers == _TLS), (BROKER_TLS, one.beside)} for one in there]
    return next((way for way in ways if all(way in own for own in known)), ways[0])


def closes(now: Phase, then: Phase, protocol: str, is_there: bool) -> bool:
    """Whether a listener for clients that speaks *protocol* goes on the way from one phase to the other by itself.

    Forth that are those without security, and back those that have it. *is_there* tells that something listens at its
    port *then*, too: back, one in plain text is no secured one that goes then, but a former one that is renamed.
    """
    is_plain = protocol == _PLAINTEXT
    forth = now.former and not then.former
    back = now.secured and not then.secured
    return (forth and is_plain) or (back and not (is_plain and is_there))


def clients(phase: Phase, former: List[ClientListener], given: List[ClientListener]) -> List[ClientListener]:
    """The listeners that clients find in *phase*."""
    return [*(former if phase.former else []), *(given if phase.secured else [])]


def super_users(phase: Phase, given: Sequence[str]) -> List[str]:
    """Who may do everything in *phase*, where rules count."""
    return [*given, ANONYMOUS] if phase.former and ANONYMOUS not in given else list(given)


def refusals(host: str, enabled: bool, phase: str, service: str = "kafka") -> List[str]:
    """What is wrong with the inputs of the *service* of *host* where they name a *phase*, a sentence each."""
    if not phase:
        return []
    if phase not in PHASES:
        return [f"kafka_secure_phase is {phase!r} for {host}; give one of {', '.join(PHASES)}."]
    if not enabled:
        return [
            f"kafka_secure_phase is {phase} for {host}, and {service}_security_enabled is not true; enable that with "
            "its certificates, also to go back, and leave both out once the phase is plain."
        ]
    return []


def refused_listeners(host: str, former: List[ClientListener], given: List[ClientListener]) -> List[str]:
    """What is wrong with the listeners of the broker *host*, of which both kinds are there in a phase."""
    return [*_refused_names(host, former, given), *_refused_former(host, former)]


def _refused_names(host: str, former: List[ClientListener], given: List[ClientListener]) -> List[str]:
    if not given:
        return [
            f"kafka_secure_phase is given for {host}, and kafka_listeners is not: clients need a secured listener with "
            f"a name and a port of its own beside {', '.join(one.name for one in former)}; give it there, such as "
            "name: SECURE and port: 9094."
        ]
    taken = {one.name for one in former}
    places = {client_listeners.advertised(one): one.name for one in former}
    return [
        *(
            f"kafka_listeners for {host} has the name {one.name}, which a listener has that is there until all have "
            "gone over to the secured ones; give it another name."
            for one in given
            if one.name in taken
        ),
        *(
            f"kafka_listeners for {host} has {one.name} advertised where {places[where]} of kafka_former_listeners is, "
            "so clients of one would come to the other; give it an advertised_host or an advertised_port of its own."
            for one, where in ((one, client_listeners.advertised(one)) for one in given)
            if where in places
        ),
    ]


def _refused_former(host: str, former: List[ClientListener]) -> List[str]:
    found = []
    for at, one in enumerate(former):
        words = client_listeners.wrong_name(one, [other.name for other in former[:at]])
        found += [f"The listener {one.name} of kafka_former_listeners for {host} {each}" for each in words]
        if one.protocol != _PLAINTEXT:
            found.append(
                f"The listener {one.name} of kafka_former_listeners for {host} has the protocol {one.protocol}; those "
                "of a cluster without security have PLAINTEXT."
            )
    return found


def parse(former: Sequence[Mapping[str, Any]]) -> List[ClientListener]:
    """The listeners that clients have without security (kafka_former_listeners), each complete."""
    found: List[ClientListener] = []
    for one in client_listeners.parse(former, secured=False):
        found.append(one._replace(source=one.source.replace("kafka_listeners", "kafka_former_listeners")))
    return found
