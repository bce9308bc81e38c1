# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Partition against partition: fingerprints by offset, and record by record only between what is equal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Callable, Mapping, Sequence

from pyspark.sql import DataFrame

from ..reading.observation import Span
from .alignment import (
    AFTER,
    INSIDE,
    NEVER,
    REMOVED,
    Overlap,
    Window,
    chosen,
    first_bucket_start,
    guesses,
    last_bucket_end,
    overlap,
    span,
)
from .differences import faults
from .fingerprint import COPY, SOURCE, by_offset, hashed
from .records import pairs
from .tally import Compared, Fault, merged, settled

Spans = Mapping[int, Span]
Read = Callable[[Mapping[str, Spans]], DataFrame]  # the records of both within these offsets, as fingerprint.both
_OTHER = {SOURCE: COPY, COPY: SOURCE}


@dataclass(frozen=True)
class Zone:
    """One row of :func:`spark_validation.compare.fingerprint.by_offset`."""

    side: str
    partition: int
    zone: str
    bucket: int | None
    records: int
    xor: int
    low: int
    high: int
    first: int


def compare(read: Read, source: Spans, copy: Spans) -> Compared:
    """Hold each partition of ``source`` against the one of the same number in ``copy``; both have the same."""
    aligned = _aligned(read, source, copy)
    overlaps = {n: found or guesses(source[n], copy[n])[0] for n, found in aligned.items()}
    zones = _zones(read, source, copy, overlaps)
    bad = {n: differing(zones, n) for n in source}
    more = {zone.partition for zone in zones if zone.side == COPY and zone.zone == AFTER}
    known = {n for n, found in aligned.items() if found}
    suspects = {n for n in source if bad[n] or n in more or n not in known}
    windows = {
        n: _from(source[n], copy[n], overlaps[n], bad[n])
        if n in known
        else Window(source[n], copy[n], from_head=True, to_end=True)
        for n in suspects
    }
    looked = _looked_at(read, _without_equal_ends(read, windows, overlaps, bad, known), source, copy)
    outside = [zone for zone in zones if zone.partition in known]
    removed = Counter(looked.removed)
    for zone in outside:
        if zone.zone == REMOVED:
            removed[_OTHER[zone.side]] += zone.records
    records: dict[str, Counter[int]] = {side: Counter() for side in _OTHER}
    for zone in zones:
        records[zone.side][zone.partition] += zone.records
    return Compared(records, merged([*looked.faults, *_told_by_zones(outside, overlaps, suspects)]), removed)


def _aligned(read: Read, source: Spans, copy: Spans) -> dict[int, Overlap | None]:
    """Where each partition of the copy stands; null where no guess holds."""
    guessed = {n: _empty(source[n], copy[n]) or guesses(source[n], copy[n]) for n in source}
    equal: dict[int, Counter[int]] = {n: Counter() for n in source}
    for turn in range(3):
        tried = {n: found[turn] for n, found in guessed.items() if len(found) > 1 and turn < len(found)}
        if not tried:
            break
        samples = {n: guess.sample() for n, guess in tried.items()}
        spans = {side: {n: sample[at] for n, sample in samples.items()} for at, side in enumerate((SOURCE, COPY))}
        rows = hashed(read(spans)).select("side", "partition", "offset", "content").collect()
        seen = {(row["partition"], row["offset"], row["content"]) for row in rows if row["side"] == SOURCE}
        for row in rows:
            shift = tried[row["partition"]].shift
            if row["side"] == COPY and (row["partition"], row["offset"] - shift, row["content"]) in seen:
                equal[row["partition"]][shift] += 1
    return {n: chosen(found, equal[n]) for n, found in guessed.items()}


def _empty(source: Span, copy: Span) -> list[Overlap]:
    """Where one of them is empty there is nothing to try: its offsets are the source's, unless it was never written."""
    if source.first < source.end and copy.first < copy.end:
        return []
    return [overlap(source, copy, 0 if copy.end else -source.first)]


def _zones(read: Read, source: Spans, copy: Spans, overlaps: Mapping[int, Overlap]) -> list[Zone]:
    rows = by_offset(read({SOURCE: source, COPY: copy}), overlaps).collect()
    return [Zone(**row.asDict()) for row in rows]


def differing(zones: Sequence[Zone], partition: int) -> set[int]:
    """The buckets of ``partition`` whose fingerprints are not the same on both sides."""
    prints: dict[str, dict[int, tuple[int, ...]]] = {side: {} for side in _OTHER}
    for zone in zones:
        if zone.partition == partition and zone.zone == INSIDE and zone.bucket is not None:
            prints[zone.side][zone.bucket] = (zone.records, zone.xor, zone.low, zone.high)
    return {n for n in {*prints[SOURCE], *prints[COPY]} if prints[SOURCE].get(n) != prints[COPY].get(n)}


def _from(source: Span, copy: Span, within: Overlap, bad: set[int]) -> Window:
    """All from the first differing bucket on."""
    first = first_bucket_start(bad, within) if bad else within.end
    return Window(span(first, source.end), span(first + within.shift, copy.end), from_head=False, to_end=True)


def _without_equal_ends(
    read: Read,
    windows: Mapping[int, Window],
    overlaps: Mapping[int, Overlap],
    bad: Mapping[int, set[int]],
    known: set[int],
) -> dict[int, Window]:
    """The windows cut where from some bucket on all is equal, should both end at the same record.

    What is lost or doubled moves all that follows, so another shift holds behind it: one more pass, over the windows.
    """
    levels = {
        n: overlap(window.source, window.copy, window.copy.end - window.source.end)
        for n, window in windows.items()
        if n in known
    }
    levels = {n: level for n, level in levels.items() if level.first < level.end}
    moved = {n: level for n, level in levels.items() if level.shift != overlaps[n].shift}
    zones = (
        _zones(read, {n: windows[n].source for n in moved}, {n: windows[n].copy for n in moved}, moved) if moved else []
    )
    cut = dict(windows)
    for n, level in levels.items():
        end = last_bucket_end(differing(zones, n) if n in moved else bad[n], level)
        if end < level.end:
            cut[n] = Window(
                span(windows[n].source.first, max(end, windows[n].source.first)),
                span(windows[n].copy.first, max(end + level.shift, windows[n].copy.first)),
                from_head=False,
                to_end=False,
            )
    return cut


def _looked_at(read: Read, windows: Mapping[int, Window], source: Spans, copy: Spans) -> Compared:
    """The windows record by record."""
    if not windows:
        return Compared({}, [])
    spans = {SOURCE: {n: w.source for n, w in windows.items()}, COPY: {n: w.copy for n, w in windows.items()}}
    copied_until = {n: source[n].end for n, window in windows.items() if not window.to_end}
    heads = [n for n, window in windows.items() if window.from_head]
    allowed = {SOURCE: {n: source[n].first for n in heads}, COPY: {n: copy[n].first for n in heads}}
    found = faults(pairs(hashed(read(spans)), by_partition=True), copied_until)
    return settled(found, allowed, by_partition=True)


def _told_by_zones(zones: Sequence[Zone], overlaps: Mapping[int, Overlap], suspects: set[int]) -> list[Fault]:
    """What the place of a record alone tells."""
    found = []
    for zone in zones:
        n, at = zone.partition, zone.first
        if zone.zone == NEVER and zone.side == SOURCE:
            found.append(Fault("missing", zone.records, n, at))
        elif zone.zone == NEVER:
            there = at + overlaps[n].shift
            found.append(Fault("extra", zone.records, copy_partition=n, copy_offset=there, turn=1))
        elif zone.zone == AFTER and zone.side == SOURCE and n not in suspects:
            found.append(Fault("behind", zone.records, n, at))
    return found
