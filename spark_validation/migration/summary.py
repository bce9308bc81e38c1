# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The lines for a terminal that only a migration has."""

from __future__ import annotations

from typing import Any, Mapping

from ..core.words import of

MOST_ROWS = 10


def lines(details: Mapping[str, Any]) -> list[str]:
    """What this run did, and up to which offsets the copy is complete."""
    run = details["run"]
    told = [
        f"this run  {of(run['copied'], 'record', 'records')} copied, {run['dropped']:,} dropped by the transform, "
        f"{run['skipped']:,} skipped, in {run['seconds']:.0f} s"
    ]
    rows = details["partitions"]
    word = "complete" if details["complete"] else "copied"
    told += [
        f"partition {row['partition']}: {word} below offset {row['copied_until']} of {row['end']}"
        for row in rows[:MOST_ROWS]
    ]
    if len(rows) > MOST_ROWS:
        told.append(f"and {len(rows) - MOST_ROWS} more partitions, which the JSON report has")
    return told
