# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Key against key, wherever they stand: positions are numbers within a key."""

from __future__ import annotations

from collections import Counter
from typing import Any, Sequence

from .differences import faults
from .fingerprint import COPY, SOURCE, bucket_of_key, by_key, hashed
from .partitions import Read, Spans
from .records import pairs
from .tally import Compared, settled


def compare(read: Read, source: Spans, copy: Spans) -> Compared:
    """Hold the keys of ``source`` against those of ``copy``; a record without a key is only there or not."""
    spans = {SOURCE: source, COPY: copy}
    rows = by_key(read(spans)).collect()
    records: dict[str, Counter[int]] = {side: Counter() for side in spans}
    for row in rows:
        records[row["side"]][row["partition"]] += row["records"]
    bad = differing(rows)
    if not bad:
        return Compared(records, [])
    copied_until: dict[int, int] = {}
    for row in rows:
        if row["side"] == SOURCE and row["bucket"] not in bad:
            copied_until[row["partition"]] = max(row["last"], copied_until.get(row["partition"], -1))
    suspects = hashed(read(spans)).where(bucket_of_key().isin(*sorted(bad)))
    longer = sum(records[COPY].values()) > sum(records[SOURCE].values())
    headless = longer or any(span.first for span in copy.values())
    found = faults(pairs(suspects, by_partition=False, from_end=headless), copied_until)
    allowed = {side: {n: span.first for n, span in spans[side].items()} for side in spans}
    looked = settled(found, allowed, by_partition=False)
    return Compared(records, looked.faults, looked.removed)


def differing(rows: Sequence[Any]) -> set[int]:
    """The buckets whose fingerprints, put together over the partitions, are not the same on both sides."""
    prints: dict[str, dict[int, tuple[int, ...]]] = {SOURCE: {}, COPY: {}}
    for row in rows:
        count, xor, low, high = prints[row["side"]].get(row["bucket"], (0, 0, 0, 0))
        prints[row["side"]][row["bucket"]] = (
            count + row["records"],
            xor ^ row["xor"],
            low + row["low"],
            high + row["high"],
        )
    return {n for n in {*prints[SOURCE], *prints[COPY]} if prints[SOURCE].get(n) != prints[COPY].get(n)}
