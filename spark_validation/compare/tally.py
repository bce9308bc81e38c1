# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What was found, put into words: pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Iterable, Mapping, Sequence

from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import shown
from ..reading.observation import Span
from .fingerprint import COPY, KEY_BYTES, SOURCE

# Lone records before the first that both hold: the head that was deleted in the other topic, as far as it reaches
HEADS = {"head_of_source": COPY, "head_of_copy": SOURCE}
_INSTEAD = {"head_of_source": "missing", "head_of_copy": "extra"}
_NOT_COPIED = ("missing", "changed", "behind")
_DISORDER = ("reordered", "reordered_across_keys")
_IN_SOURCE = (*_NOT_COPIED, "head_of_source")


@dataclass(frozen=True)
class Fault:
    """``count`` times ``kind`` in a partition (the source's if it is about one of its records), and the first of them.

    ``before`` is the source offset of the record that a reordered one directly follows; ``turn`` is the first of the
    same content that the other does not hold, null where contents were not counted; ``keyless`` tells a record without
    a key from one that was only counted.
    """

    kind: str
    count: int
    source_partition: int | None = None
    source_offset: int | None = None
    copy_partition: int | None = None
    copy_offset: int | None = None
    key: bytes | None = None
    before: int | None = None
    turn: int | None = None
    keyless: bool = False

    @property
    def partition(self) -> int:
        """The one in which it is told."""
        told = self.source_partition if self.kind in _IN_SOURCE else self.copy_partition
        return -1 if told is None else told

    def example(self) -> Example:
        """It as a person reads it: offsets are the source's where there is one."""
        there = f"partition {self.copy_partition} offset {self.copy_offset} of the copy"
        text = {
            "missing": "the copy does not hold it",
            "behind": "not copied yet, like all from here on",
            "extra": f"{self._held_by_source()}; the offset is the copy's",
            "changed": f"other content at {there}",
        }.get(self.kind, f"stands at {there}, directly after source offset {self.before}")
        own = (self.copy_partition, self.copy_offset)
        place = own if self.kind == "extra" else (self.source_partition, self.source_offset)
        key = (
            "(null)" if self.keyless else None if self.key is None else shown(self.key, cut=len(self.key) >= KEY_BYTES)
        )
        return Example(text, *place, key=key)

    def _held_by_source(self) -> str:
        """What the source holds of an extra record: the copy holds it once more."""
        if self.turn is None:
            return "the source does not hold it"
        if self.turn == 1:
            return "the source does not hold it at this place"
        return f"the source holds it {'once' if self.turn == 2 else f'{self.turn - 1:,} times'}, and this is one more"


@dataclass(frozen=True)
class Compared:
    """What a comparison saw: records of both by partition, what differs, and what a deleted head took with it."""

    records: Mapping[str, Mapping[int, int]]
    faults: Sequence[Fault]
    removed: Mapping[str, int] = field(default_factory=dict)


def settled(found: Iterable[Fault], allowed: Mapping[str, Mapping[int, int]], by_partition: bool) -> Compared:
    """Tell deleted heads from losses: no more can have been deleted than offsets lie below the first one.

    ``allowed`` gives these by side and partition: each for itself, or all together where keys may be anywhere.
    """
    faults: list[Fault] = []
    removed: Counter[str] = Counter()
    left = {side: Counter(rows if by_partition else {-1: sum(rows.values())}) for side, rows in allowed.items()}
    for fault in found:
        other = HEADS.get(fault.kind)
        if not other:
            faults.append(fault)
            continue
        pot = fault.partition if by_partition else -1
        gone = min(fault.count, left[other][pot])
        left[other][pot] -= gone
        removed[other] += gone
        if fault.count > gone:
            faults.append(replace(fault, kind=_INSTEAD[fault.kind], count=fault.count - gone))
    return Compared({}, merged(faults), removed)


def merged(faults: Iterable[Fault]) -> list[Fault]:
    """One of each kind and partition, with the first of all that it stands for."""
    found: dict[tuple[str, int], Fault] = {}
    for fault in sorted(faults, key=lambda fault: (fault.source_offset or 0, fault.copy_offset or 0)):
        place = (fault.kind, fault.partition)
        found[place] = replace(found[place], count=found[place].count + fault.count) if place in found else fault
    return list(found.values())


def findings(faults: Sequence[Fault]) -> dict[str, Finding]:
    """By check: how many, in which partitions, and the first of each partition."""
    found = {}
    for kind in dict.fromkeys(fault.kind for fault in faults):
        mine = sorted((fault for fault in faults if fault.kind == kind), key=lambda fault: fault.partition)
        counts = {fault.partition: fault.count for fault in mine}
        detail = "partition " + ", ".join(
            f"{number}: {count:,}" for number, count in list(counts.items())[:MOST_EXAMPLES]
        )
        more = f" and {len(counts) - MOST_EXAMPLES} more" if len(counts) > MOST_EXAMPLES else ""
        examples = [fault.example() for fault in mine[:MOST_EXAMPLES]]
        found[kind] = Finding(sum(counts.values()), detail + more, examples)
    return found


def rows(source: Mapping[int, Span], compared: Compared) -> list[dict[str, Any]]:
    """One row for each partition of the source; ``copied_until`` is the offset below which all is copied."""
    told = []
    for partition, span in sorted(source.items()):
        mine = [f for f in compared.faults if f.kind in _NOT_COPIED and f.partition == partition]
        counts = Counter({fault.kind: fault.count for fault in mine})
        offsets = [fault.source_offset for fault in mine if fault.source_offset is not None]
        told.append(
            {
                "partition": partition,
                "first": span.first,
                "end": span.end,
                "records": compared.records[SOURCE].get(partition, 0),
                "copied_until": min(offsets, default=span.end),
                **{kind: counts[kind] for kind in _NOT_COPIED},
            }
        )
    return told


def measured(compared: Compared) -> dict[str, float | None]:
    """The measures by id. A head that is gone from the copy is not counted as one that it should hold."""
    records, copied = _copied(compared)
    expected = records - compared.removed.get(COPY, 0)
    return {
        "records": records,
        "copied_share": 100 * copied / expected if expected else None,
        "behind_records": _counts(compared)["behind"],
    }


def held(compared: Compared, what: str, source: str, *, ordered: bool) -> str:
    """What the copy holds of ``source``, as the verdict says it; ``ordered`` where their order was looked at."""
    records, copied = _copied(compared)
    gone = compared.removed.get(COPY, 0)
    broken = any(fault.kind in _DISORDER for fault in compared.faults)
    order = ", in the same order" if ordered and not broken and (copied or not records) else ""
    if copied + gone == records:
        deleted = f", apart from {gone:,} that were deleted at its head" if gone else ""
        return f"the {records:,} {what} of {source}{order}{deleted}"
    deleted = f" ({gone:,} were deleted at its head)" if gone else ""
    return f"{copied:,} of the {records:,} {what} of {source}{order}{deleted}"


def _copied(compared: Compared) -> tuple[int, int]:
    """The records of the source, and those of them that the copy has as they are."""
    records, counts = sum(compared.records[SOURCE].values()), _counts(compared)
    return records, records - compared.removed.get(COPY, 0) - sum(counts[kind] for kind in _NOT_COPIED)


def _counts(compared: Compared) -> Counter[str]:
    counts: Counter[str] = Counter()
    for fault in compared.faults:
        counts[fault.kind] += fault.count
    return counts
