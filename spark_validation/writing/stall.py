# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A partition that took nothing for a while."""

from __future__ import annotations

from dataclasses import dataclass

# What acknowledged nothing for so long has stalled.
STALL_SECONDS = 1.0


@dataclass(frozen=True)
class Stall:
    """A time without an acknowledgement from ``partition``; ``began`` in seconds after the beginning."""

    partition: int
    began: float
    seconds: float
