# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What systemd knows of its units."""

from __future__ import annotations

from typing import Callable, Dict, Sequence

from ..core.errors import GroundworkError
from .machine import Host

Properties = Dict[str, str]
Shown = Dict[str, Properties]


def show(host: Host, units: Sequence[str], properties: str) -> Shown | None:
    """The *properties* (comma-separated) of each service of *units*, asked for in one call; None without systemd.

    A property that systemd prints more than once has a line for each.
    """
    return start_show(host, units, properties)()


def start_show(host: Host, units: Sequence[str], properties: str) -> Callable[[], Shown | None]:
    """Start what :func:`show` asks, which runs beside what comes until the answer is asked for."""
    answer = host.start(["systemctl", "show", "--property", properties, *(unit + ".service" for unit in units)])

    def shown() -> Shown | None:
        done = answer()
        blocks = done.stdout.strip().split("\n\n")
        if done.rc != 0 or len(blocks) != len(units):
            return None
        return {unit: parsed(block) for unit, block in zip(units, blocks)}

    return shown


def parsed(block: str) -> Properties:
    """What systemctl show prints of one unit."""
    found: Properties = {}
    for line in block.splitlines():
        name, _equals, value = line.partition("=")
        found[name] = found[name] + "\n" + value if name in found else value
    return found


def silent(unit: str, said: str = "") -> GroundworkError:
    """systemctl could not tell about *unit*, and *said* why."""
    return GroundworkError(
        f"systemctl could not tell about {unit}{f' ({said})' if said else ''}; a host with systemd is needed."
    )
