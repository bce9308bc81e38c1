# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Kafka's words for whether the records of aborted and open transactions are read."""

from __future__ import annotations

COMMITTED, UNCOMMITTED = LEVELS = ("read_committed", "read_uncommitted")


def level(committed: bool) -> str:
    """The isolation level that passes over such records where ``committed`` is set."""
    return COMMITTED if committed else UNCOMMITTED
