# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The shape of a load in words, as a terminal and a page tell it."""

from __future__ import annotations

from ..core.words import of
from .deal import KEYS_PER_PARTITION
from .shape import Shape, key_turns


def words(shape: Shape) -> str:
    """What is written, such as ``records of 109 bytes, 16 keys in each partition``."""
    return ", ".join(filter(None, (_sizes(shape), _keys(shape), *_rest(shape))))


def _sizes(shape: Shape) -> str:
    total = sum(size.weight for size in shape.sizes)
    if len(shape.sizes) == 1:
        return f"records of {of(shape.most_bytes, 'byte', 'bytes')}"
    told = [f"{size.bytes:,} ({100 * size.weight / total:.3g} %)" for size in shape.sizes]
    return f"records of {', '.join(told[:-1])} and {told[-1]} bytes"


def _keys(shape: Shape) -> str:
    if shape.keys is None:
        return f"{KEYS_PER_PARTITION} keys in each partition"
    busiest = 100 * key_turns(shape.keys, shape.skew).busiest_share
    skewed = f", {busiest:.3g} % of the records with the busiest" if shape.skew else ""
    return of(shape.keys, "key", "keys") + skewed


def _rest(shape: Shape) -> list[str]:
    compacted = "in a compacted topic" if shape.compacted else ""
    dead = f"{100 * shape.tombstones:.3g} % of them tombstones {compacted}" if shape.tombstones else compacted
    each = shape.transaction_records
    return [
        f"compressed by {shape.compression}" if shape.compression != "none" else "",
        f"in transactions of {of(each, 'record', 'records')}" if each else "",
        dead,
    ]
