# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``keys`` prints below its checks: who placed the keys, the busiest of them, and the records without one."""

from __future__ import annotations

from typing import Any, Mapping

HEAD = ("placed as by", "of partitions", "keys", "records", "used by")
_MOST_KEYS = 3


def cells(share: Mapping[str, Any]) -> tuple[str, ...]:
    """The row of one partitioner, in the order of ``HEAD``."""
    return (
        share["partitioner"] or "none known",
        str(share["partitions"] or "-"),
        f"{share['keys']:,}",
        f"{share['records']:,}",
        share["users"] if share["partitioner"] else "",
    )


def lines(details: Mapping[str, Any]) -> list[str]:
    """What stands below that table."""
    few = [f"{one['key']} {one['records']:,} ({one['percent']:g} %)" for one in details["busiest_keys"][:_MOST_KEYS]]
    return [
        *([f"most records: {', '.join(few)}"] if few else []),
        *([details["without_key"]] if details["records"] else []),
        *([details["newest"]] if details["newest"] else []),
    ]
