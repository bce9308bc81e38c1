# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The header by which a record of the copy names the record of the source that it was made of.

This module is sent to the executors by value, so it imports nothing of this package.
"""

from __future__ import annotations

HEADER = "groundwork.source"


def mark(topic: str, partition: int, offset: int) -> bytes:
    """The header's value; a topic's name has no colon."""
    return f"{topic}:{partition}:{offset}".encode("ascii")
