# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a running server needs of a limit: what it uses now, and what its segments will ask for.

A broker opens the two indexes of a segment when it needs them: right after a start that is 2 map areas for each
partition, later, as segments are rolled, read and looked at by retention, up to 2 for each segment. The segment itself
is open at all times, from the start on, so descriptors need no such look, and tell how many segments there are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..capacity import map_areas as areas
from ..host import process
from ..host.machine import Host

_SEGMENT = re.compile(r"/[0-9]{20}\.log\Z")  # of the number of its first record; the log of a program is none


class Need(NamedTuple):
    """*used* now, of map areas by a process that holds so many *segments* (none: no broker)."""

    used: int
    segments: int = 0

    @property
    def most(self) -> int:
        """What it may come to without a segment more."""
        return max(self.used, areas.map_areas(self.segments)) if self.segments else self.used

    @property
    def later(self) -> str:
        """What it may come to and why, to follow what is used; nothing where that is the most."""
        if self.most == self.used:
            return ""
        return f" and may come to {self.most} ({areas.MAPS_PER_SEGMENT} for each of {self.segments} segments)"


def map_areas(host: Host, pid: str) -> Need:
    """The map areas of process *pid*."""
    links = (host.link(f"/proc/{pid}/fd/{number}") or "" for number in host.names(f"/proc/{pid}/fd"))
    return Need(process.map_areas(host, pid), sum(1 for link in links if _SEGMENT.search(link)))


def descriptors(host: Host, pid: str) -> Need:
    """The descriptors of process *pid*."""
    return Need(process.descriptors(host, pid))
