# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``keys`` prints below its checks: who placed the keys, the busiest of them, and the records without one."""

from __future__ import annotations

from typing import Any, Mapping

from ..core.table import table

_HEAD = ("placed as by", "of partitions", "keys", "records", "used by")
_MOST_KEYS = 3


def _cells(share: Mapping[str, Any]) -> tuple[str, ...]:
    """The row of one partitioner, in the order of ``_HEAD``."""
    return (
        share["partitioner"] or "none known",
        str(share["partitions"] or "-"),
        f"{share['keys']:,}",
        f"{share['records']:,}",
        share["users"] if share["partitioner"] else "",
    )


def lines(details: Mapping[str, Any]) -> list[str]:
    """Who placed how many keys, as a table, and what stands below it."""
    few = [f"{one['key']} {one['records']:,} ({one['percent']:g} %)" for one in details["busiest_keys"][:_MOST_KEYS]]
    placed = table(_HEAD, [_cells(share) for share in details["partitioners"]]) if details["partitioners"] else []
    return [
        *placed,
        *([f"most records: {', '.join(few)}"] if few else []),
        *([details["without_key"]] if details["records"] else []),
        *([details["newest"]] if details["newest"] else []),
    ]
