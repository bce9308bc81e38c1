# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hashes of many keys at once, on the executors; CRC-32, the third one, is a function of Spark's own.

This module is sent to the executors by value, so it imports nothing of this package. Each loop runs over the places
of a key, not over keys: the keys are sorted by length, longest first, and those that still go on stand in front.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import numpy as np
import pyarrow as pa

Words = np.ndarray[Any, np.dtype[np.uint32]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]

_MULTIPLIER, _SEED = np.uint32(0x5BD1E995), np.uint32(0x9747B28C)
_FNV_PRIME, _FNV_BASIS = np.uint32(0x01000193), np.uint32(0x811C9DC5)


def add_hashes(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each batch with the columns ``murmur2`` and ``fnv1a`` more: 64-bit numbers from 0 on, of its column ``key``.

    They are what :mod:`spark_validation.keys.partitioners` takes the remainder of.
    """
    for batch in batches:
        data, starts, lengths = _laid_out(batch.column("key"))
        hashes = {"murmur2": murmur2(data, starts, lengths), "fnv1a": fnv1a(data, starts, lengths)}
        columns = [*batch.columns, *(pa.array(values.astype(np.int64)) for values in hashes.values())]
        yield pa.RecordBatch.from_arrays(columns, names=[*batch.schema.names, *hashes])


def _laid_out(keys: pa.BinaryArray) -> tuple[Bytes, Numbers, Numbers]:
    """The bytes of all ``keys`` with three zeros after them, and where each key starts and how long it is."""
    _validity, offsets, data = keys.buffers()
    bounds = np.frombuffer(offsets, dtype=np.int32)[keys.offset : keys.offset + len(keys) + 1].astype(np.int64)
    content = np.frombuffer(data, dtype=np.uint8) if data else np.zeros(0, dtype=np.uint8)
    return np.concatenate([content, np.zeros(3, dtype=np.uint8)]), bounds[:-1], np.diff(bounds)


def murmur2(data: Bytes, starts: Numbers, lengths: Numbers) -> Words:
    """MurmurHash2 as a number that is not negative: the sign bit is cut off, as Kafka's ``Utils.toPositive`` does."""
    order = np.argsort(-lengths, kind="stable")
    at, whole, rest = starts[order], lengths[order] // 4, lengths[order] % 4
    value = _SEED ^ lengths[order].astype(np.uint32)
    for place in range(int(whole.max(initial=0))):
        longer = _longer_than(whole, place)
        word = _word(data, at[:longer] + 4 * place) * _MULTIPLIER
        word = (word ^ word >> np.uint32(24)) * _MULTIPLIER
        value[:longer] = value[:longer] * _MULTIPLIER ^ word
    tail = _word(data, at + 4 * whole) & ((1 << 8 * rest) - 1).astype(np.uint32)
    value = np.where(rest > 0, (value ^ tail) * _MULTIPLIER, value)
    value = (value ^ value >> np.uint32(13)) * _MULTIPLIER
    return _put_back((value ^ value >> np.uint32(15)) & np.uint32(0x7FFFFFFF), order)


def fnv1a(data: Bytes, starts: Numbers, lengths: Numbers) -> Words:
    """FNV-1a as the absolute value of the signed number, as librdkafka's ``rd_fnv1a`` and Sarama make it."""
    order = np.argsort(-lengths, kind="stable")
    at, length = starts[order], lengths[order]
    value = np.full(len(at), _FNV_BASIS)
    for place in range(int(length.max(initial=0))):
        longer = _longer_than(length, place)
        value[:longer] = (value[:longer] ^ data[at[:longer] + place]) * _FNV_PRIME
    negative = value > np.uint32(0x7FFFFFFF)
    return _put_back(np.where(negative, ~value + np.uint32(1), value), order)


def _longer_than(descending: Numbers, place: int) -> int:
    """How many of the ``descending`` numbers are greater than ``place``."""
    return int(np.searchsorted(-descending, -place, side="left"))


def _word(data: Bytes, at: Numbers) -> Words:
    """The four bytes from each place on, the first one lowest."""
    word = np.zeros(len(at), dtype=np.uint32)
    for place in range(4):
        # What stands beyond the end of the last key is cut off by the caller.
        word |= data[np.minimum(at + place, len(data) - 1)].astype(np.uint32) << np.uint32(8 * place)
    return word


def _put_back(values: Words, order: Numbers) -> Words:
    """The sorted ``values`` in the order in which their keys came."""
    unsorted = np.empty_like(values)
    unsorted[order] = values
    return unsorted
