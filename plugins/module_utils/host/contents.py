# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether two files of a host hold the same bytes."""

from __future__ import annotations

from .machine import Host

_CHUNK = 1 << 20  # bytes


def same(host: Host, one: str, other: str) -> bool:
    """Whether the files *one* and *other* are byte by byte the same; FileNotFoundError where one is not there."""
    with host.opened(one) as first, host.opened(other) as second:
        while True:
            part = first.read(_CHUNK)
            if part != second.read(_CHUNK):
                return False
            if not part:
                return True
