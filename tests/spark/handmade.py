# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Records made without Spark and without the package, by the format that its documentation states.

xxHash64 is written down here from its specification, so that the package's checksum is held against another hand's.
"""

from __future__ import annotations

import hashlib
import struct

_P1, _P2, _P3, _P4, _P5 = (
    0x9E3779B185EBCA87,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x85EBCA77C2B2AE63,
    0x27D4EB2F165667C5,
)
_MASK = 2**64 - 1
SPARK_SEED = 42


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> 64 - bits) & _MASK


def _round(lane: int, word: int) -> int:
    return _rotated(lane + word * _P2 & _MASK, 31) * _P1 & _MASK


def xxhash64(data: bytes, seed: int) -> int:
    """The hash of ``data`` as an unsigned number."""
    at, length = 0, len(data)
    if length >= 32:
        lanes = [(seed + add) & _MASK for add in (_P1 + _P2, _P2, 0, -_P1)]
        while at + 32 <= length:
            words = struct.unpack_from("<4Q", data, at)
            lanes = [_round(lane, word) for lane, word in zip(lanes, words)]
            at += 32
        value = sum(_rotated(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & _MASK
        for lane in lanes:
            value = ((value ^ _round(0, lane)) * _P1 + _P4) & _MASK
    else:
        value = (seed + _P5) & _MASK
    value = (value + length) & _MASK
    while at + 8 <= length:
        value = (_rotated(value ^ _round(0, struct.unpack_from("<Q", data, at)[0]), 27) * _P1 + _P4) & _MASK
        at += 8
    if at + 4 <= length:
        value = (_rotated(value ^ struct.unpack_from("<I", data, at)[0] * _P1 & _MASK, 23) * _P2 + _P3) & _MASK
        at += 4
    for byte in data[at:]:
        value = _rotated(value ^ byte * _P5 & _MASK, 11) * _P1 & _MASK
    value = (value ^ value >> 33) * _P2 & _MASK
    value = (value ^ value >> 29) * _P3 & _MASK
    return value ^ value >> 32


def digits(seed: int, length: int) -> bytes:
    """The padding from its first byte on."""
    blocks = (hashlib.sha256(f"{seed} {block}".encode()).hexdigest() for block in range(length // 64 + 1))
    return "".join(blocks).encode()[:length]


def head(run_id: str, seed: int, place: tuple[int, int], key: str, text_bytes: int) -> bytes:
    """What a value begins with, up to the checksum; ``place`` is partition and number."""
    serial = place[0] * 2**40 + place[1]
    checksum = xxhash64(struct.pack("<q", seed), SPARK_SEED)
    checksum = xxhash64(struct.pack("<q", serial), checksum)
    text = (f"{run_id} ".encode() + digits(seed, text_bytes))[:text_bytes]
    return text + struct.pack(">qQ", serial, xxhash64(key.encode(), checksum))


def value(run_id: str, seed: int, partition: int, number: int, key: str) -> bytes:
    """A whole value of 100 bytes."""
    return head(run_id, seed, (partition, number), key, 84)


def number_in(content: bytes) -> int:
    """The number that a whole value names."""
    return int.from_bytes(content[87:92], "big")
