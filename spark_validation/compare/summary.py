# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lines for a terminal that only a comparison has."""

from __future__ import annotations

from typing import Any, Mapping

MOST_ROWS = 10


def lines(details: Mapping[str, Any]) -> list[str]:
    """Both topics, and of each partition that is not whole up to where it is."""
    told = [
        f"{side:<9} {topic['topic']} on {topic['bootstrap_servers']}: {topic['records']:,} records in "
        f"{topic['partitions']} partition{'' if topic['partitions'] == 1 else 's'}"
        + (f", {topic['head_removed']:,} deleted at the head" * bool(topic["head_removed"]))
        for side in ("source", "copy")
        for topic in [details[side]]
    ]
    open_ends = [row for row in details["copied"] if row["copied_until"] < row["end"]]
    told += [
        f"partition {row['partition']}: all below offset {row['copied_until']} of {row['end']} is copied"
        for row in open_ends[:MOST_ROWS]
    ]
    more = len(open_ends) - MOST_ROWS
    return told + ([f"and {more} more partitions that are not whole"] if more > 0 else [])
