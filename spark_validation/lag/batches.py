# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Batches of records as a broker sends them: when each record was made, those within a compressed batch too."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Iterator, List, Optional, Sequence, Tuple

from kafka.errors import KafkaError
from kafka.record import MemoryRecords

Made = List[Tuple[int, Optional[float]]]  # offsets and timestamps in ms, null where a record says none

CODECS = {1: "gzip", 2: "snappy", 3: "lz4", 4: "zstd"}
_LOG_APPEND_TIME = 1
# Before a batch of any format stand its first offset and how many bytes follow.
_LENGTH = struct.Struct(">qi")
# Of the format since Kafka 0.11: where the attributes stand, whose lowest bits name the codec, and the first record.
_ATTRIBUTES, _RECORDS, _CODEC = 21, 61, 0x07
# Compaction puts the moment at which tombstones may go where the first timestamp was.
_MOMENT_OF_DELETION = 0x40
_FRAMED_SNAPPY, _FRAMES_FROM = b"\x82SNAPPY\x00", 16
# What a batch that is sound does not have, read by whichever library.
_DAMAGED = (KafkaError, OSError, EOFError, ValueError, ArithmeticError, zlib.error, struct.error)


def parted(records: bytes) -> Iterator[tuple[Any, bytes]]:
    """Each whole batch of ``records``, as kafka-python reads it and as its bytes; the last one may be cut off."""
    at = 0
    while at + _LENGTH.size <= len(records):
        end = at + _LENGTH.size + _LENGTH.unpack_from(records, at)[1]
        if end > len(records):
            return
        raw = bytes(records[at:end])
        yield from ((batch, raw) for batch in MemoryRecords(raw))
        at = end


def made(batch: Any, raw: bytes, offsets: Sequence[int]) -> tuple[Made, str]:
    """When the records of a batch were made, each where ``offsets`` are asked for within it.

    A compressed batch is not opened where its header tells all: of its first record, and where all are of one moment.
    Where it cannot be opened they are spread evenly from its first timestamp to its last, and its codec is returned.
    """
    if batch.magic < 2:
        return [(record.offset, record.timestamp) for record in batch], ""
    if batch.is_control_batch:
        return [], ""
    if batch.timestamp_type == _LOG_APPEND_TIME:
        return [(batch.last_offset, batch.max_timestamp)], ""
    inside = [offset for offset in offsets if batch.base_offset < offset <= batch.last_offset]
    by_header = not inside or batch.first_timestamp == batch.max_timestamp
    if batch.compression_type and by_header and not batch.attributes & _MOMENT_OF_DELETION:
        return [(batch.last_offset, batch.first_timestamp)], ""
    opened = _opened(batch, raw)
    if opened is not None:
        return opened, ""
    span, more = batch.last_offset - batch.base_offset, batch.max_timestamp - batch.first_timestamp
    spread = [(at, batch.first_timestamp + more * (at - batch.base_offset) / span) for at in inside]
    ends = [(batch.base_offset, float(batch.first_timestamp)), (batch.last_offset, float(batch.max_timestamp))]
    return sorted({**dict(ends), **dict(spread)}.items()), CODECS.get(batch.compression_type, "an unknown codec")


def _opened(batch: Any, raw: bytes) -> Made | None:
    """The records of a batch, read by kafka-python or what it lacks; null where nobody here can."""
    try:
        return [(record.offset, record.timestamp) for record in batch]
    except _DAMAGED:  # the codec's library is not here, or what it reads is damaged
        pass
    try:
        (opened,) = MemoryRecords(plain(raw))
        return [(record.offset, record.timestamp) for record in opened]
    except (*_DAMAGED, ImportError):
        return None


def plain(raw: bytes) -> bytes:
    """The batch as it would be without its compression; ImportError where nothing here knows it."""
    attributes = raw[_ATTRIBUTES + 1]
    records = _decompressed(attributes & _CODEC, raw[_RECORDS:])
    head = bytearray(raw[:_RECORDS])
    head[_ATTRIBUTES + 1] = attributes & ~_CODEC
    _LENGTH.pack_into(head, 0, _LENGTH.unpack_from(raw)[0], _RECORDS + len(records) - _LENGTH.size)
    return bytes(head) + records


def _decompressed(codec: int, data: bytes) -> bytes:
    import pyarrow  # noqa: PLC0415 it is needed for this alone, and knows them all

    name = CODECS.get(codec, "none")  # which is no codec of the library either
    if name == "snappy":
        return b"".join(map(_snappy, _frames(data)))
    return bytes(pyarrow.CompressedInputStream(pyarrow.BufferReader(data), name).read())


def _frames(data: bytes) -> Iterator[bytes]:
    """The blocks of snappy: Java's clients frame them, others send one."""
    if not data.startswith(_FRAMED_SNAPPY):
        yield data
        return
    at = _FRAMES_FROM
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : end]
        at = end


def _snappy(block: bytes) -> bytes:
    import pyarrow  # noqa: PLC0415 see above

    size = shift = 0
    for byte in block:  # how long it is without compression stands first, seven bits a byte
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    return bytes(pyarrow.Codec("snappy").decompress(block, size, asbytes=True))
