# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What systemd knows of its units."""

from __future__ import annotations

from typing import Dict, List, Sequence

from .machine import Host

Properties = Dict[str, str]


def show(host: Host, units: Sequence[str], properties: str) -> Dict[str, Properties] | None:
    """The *properties* (comma-separated) of each service of *units*, asked for in one call; None without systemd.

    A property that systemd prints more than once has a line for each.
    """
    done = host.run(showing(units, properties))
    blocks = done.stdout.strip().split("\n\n")
    if done.rc != 0 or len(blocks) != len(units):
        return None
    return {unit: parsed(block) for unit, block in zip(units, blocks)}


def showing(units: Sequence[str], properties: str) -> List[str]:
    """The command that :func:`show` runs."""
    return ["systemctl", "show", "--property", properties, *(unit + ".service" for unit in units)]


def parsed(block: str) -> Properties:
    """What systemctl show prints of one unit."""
    found: Properties = {}
    for line in block.splitlines():
        name, _equals, value = line.partition("=")
        found[name] = found[name] + "\n" + value if name in found else value
    return found
