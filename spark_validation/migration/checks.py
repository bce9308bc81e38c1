# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a migration asks at its end, and the words for what it found: pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from ..compare.checks import changed, missing
from ..core.verdict import MOST_EXAMPLES, Check, Example, Finding, Measure
from ..core.words import shown

if TYPE_CHECKING:
    from ..compare.tally import Fault

CHECKS = (
    missing("Records that the copy should hold and does not."),
    Check(
        "extra",
        "Extra",
        "Records of the copy that are there once too often, or that the transform drops.",
        "1 record is there once too often",
        "{count} records are there once too often",
    ),
    changed(
        "Records whose key, value, headers, timestamp or partition are not what the transform makes of the source."
    ),
    Check(
        "reordered",
        "Reordered",
        "Places at which a record of the copy follows one that comes later in its partition of the source.",
        "the order is broken once",
        "the order is broken {count} times",
    ),
    Check(
        "foreign",
        "Foreign",
        "Records of the copy that no migration of this source put there.",
        "1 record is nobody's copy",
        "{count} records are nobody's copy",
    ),
    Check(
        "skipped",
        "Skipped",
        "Records of this run that could not be copied and were passed over, as --skip-failed asks.",
        "1 record was passed over",
        "{count} records were passed over",
        fails=False,
    ),
    Check(
        "deleted",
        "Deleted before their turn",
        "Offsets that the source no longer had when a run that was interrupted was gone on with.",
        "1 offset was deleted before its turn",
        "{count} offsets were deleted before their turn",
        fails=False,
    ),
    Check(
        "behind",
        "Behind",
        "Offsets of the source that came while the copy was made: somebody still writes there.",
        "1 offset came meanwhile",
        "{count} offsets came meanwhile",
        fails=False,
    ),
)

MEASURES = (
    Measure("records", "Records that the copy should hold", "records", "higher"),
    Measure("behind_records", "Not copied yet", "records", "lower"),
    Measure("copied_per_second", "Copied by this run", "records/s", "higher"),
)

#: All else that a comparison by position tells is content that stands at another's place.
_AS = {"missing": "missing", "behind": "missing", "extra": "extra"}
_TEXTS = {
    "missing": "the copy does not hold it",
    "extra": "the copy holds it once too often",
    "changed": "its copy has another key, value, header, timestamp or partition",
}


def content_findings(faults: Sequence[Fault]) -> dict[str, Finding]:
    """What differs, by check; places are the source's."""
    counts: Counter[str] = Counter()
    examples: dict[str, list[Example]] = {}
    for fault in faults:
        check = _AS.get(fault.kind, "changed")
        counts[check] += fault.count
        places = ((fault.source_partition, fault.source_offset), (fault.copy_partition, fault.copy_offset))
        partition, offset = places[0] if fault.source_partition is not None else places[1]
        key = None if fault.key is None else shown(fault.key, cut=True)
        examples.setdefault(check, []).append(Example(_TEXTS[check], partition, offset, key=key))
    return {check: Finding(count, "", examples[check][:MOST_EXAMPLES]) for check, count in counts.items()}


def by_partition(counts: Mapping[int, int]) -> Finding:
    """A finding of so many in each partition."""
    detail = ", ".join(f"{n}: {count:,}" for n, count in list(counts.items())[:MOST_EXAMPLES])
    more = f" and {len(counts) - MOST_EXAMPLES} more" if len(counts) > MOST_EXAMPLES else ""
    return Finding(sum(counts.values()), f"partition {detail}{more}" if counts else "")


def in_copy(count: int, rows: Iterable[Mapping[str, Any]], text: str) -> Finding:
    """A finding whose examples lie in the copy."""
    return Finding(count, "", [Example(text, row["partition"], row["offset"]) for row in rows][:MOST_EXAMPLES])
