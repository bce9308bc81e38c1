# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the other ports of a running server, or another name, take, so that whoever looks for it finds it. Pure.

Others look for a controller or a ZooKeeper server where their own files say, which they read when they start. So while
one after the other is restarted, each server is found at both its former and its new port: it listens at one, and the
other leads there. Which one that is changes when the server itself is restarted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Mapping, Set, Tuple

from ..core.errors import GroundworkError

#: The name of the playbook that goes this way.
PLAYBOOK = "groundwork.kafka.change_ports"
#: The input that gives a controller its name.
HOST = "kafka_host"

#: Ports by the port that each leads to.
Forwards = Mapping[int, int]


@dataclass(frozen=True)
class Plan:
    """What is *due* of a server, and where ports lead meanwhile: until it is *switched*, from the *opened* ones."""

    now: Dict[str, int] = field(default_factory=dict)
    due: List[str] = field(default_factory=list)
    opened: Dict[int, int] = field(default_factory=dict)
    switched: Dict[int, int] = field(default_factory=dict)
    #: The ports at which each listener is to be found, and was not, by its input, where there are any: those that lead
    #: to it until it is switched; with another name all of them.
    doors: Dict[str, List[int]] = field(default_factory=dict)
    summary: List[str] = field(default_factory=list)


def plan(
    now: Mapping[str, int],
    wanted: Mapping[str, int],
    forwards: Forwards,
    settings: Mapping[str, str],
    wanted_settings: Mapping[str, str],
    *,
    renamed: Tuple[str, str] | None = None,
) -> Plan:
    """What is to be done of a server that listens at the ports *now*, by the names of their inputs, as its file says.

    *forwards* are those that an earlier run has left on the host; *settings* are the server's file, of which
    *wanted_settings* tell where it is to look for the others. *renamed* are the name by which these know it and its new
    one, where that is another. Raises GroundworkError for ports that exchange their places, which no port can lead to.
    """
    found = Plan(now=dict(now))
    names: Dict[int, str] = {}
    for name, port in now.items():
        known = _family({port, wanted[name]}, forwards)
        for other in sorted(known):
            if other in names:
                raise GroundworkError(
                    f"{other} is a port of {names[other]} and of {name}, one by now and one as it is to be; give a "
                    "port that is neither's, run, and then give this one."
                )
            names[other] = name
        found.opened.update((other, port) for other in known - {port})
        found.switched.update((other, wanted[name]) for other in known - {wanted[name]})
        doors = known if renamed else known - {port}
        if doors:
            found.doors[name] = sorted(doors)
        if port != wanted[name]:
            found.due.append(name)
            found.summary.append(f"{name}: from {port} to {wanted[name]}")
        elif len(known) > 1:
            found.summary.append(
                f"{name}: {port}, to which {_ports(known - {port})} leads as long as others look there"
            )
    if renamed:
        found.due.append(HOST)
        found.summary.append(f"{HOST}: from {renamed[0]} to {renamed[1]}")
    differing = [key for key, value in wanted_settings.items() if _parts(settings.get(key, "")) != _parts(value)]
    found.due.extend(differing)
    if differing:
        found.summary.append(f"looks for the others where they will be ({', '.join(sorted(differing))})")
    return found


def _family(ports: Set[int], forwards: Forwards) -> Set[int]:
    """*ports*, and all that lead to one of them or from one of them, over however many others."""
    while True:
        more = {port for pair in forwards.items() if ports & set(pair) for port in pair} - ports
        if not more:
            return ports
        ports = ports | more


def _parts(text: str) -> Set[str]:
    """The servers of a list of them, and the path behind it, which ZooKeeper's may have."""
    servers, slash, path = text.partition("/")
    return {part.strip() for part in servers.split(",") if part.strip()} | ({slash + path} if slash else set())


def _ports(ports: Set[int]) -> str:
    return " and ".join(str(port) for port in sorted(ports))
