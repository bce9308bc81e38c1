# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Timestamps within batches of each codec, which Kafka's own library or another one compressed."""

from __future__ import annotations

import gzip
import struct
import sys
from typing import Any

import pyarrow
import pytest
from kafka.record import MemoryRecordsBuilder

from spark_validation.lag import batches
from spark_validation.lag.batches import made, parted

# Not spread evenly, so that an estimate is told from what is read; the first two offsets are 10 and 11.
TIMES = (1000, 5000, 2000)


def batch(*times: int, first: int = 10) -> bytes:
    """A batch without compression, its records made at ``times``, from offset ``first`` on."""
    builder = MemoryRecordsBuilder(magic=2, compression_type=0, batch_size=1 << 20)
    for number, at in enumerate(times):
        builder.append(timestamp=at, key=b"%d" % number, value=b"x" * 50, headers=[])
    builder.close()
    return struct.pack(">q", first) + bytes(builder.buffer())[8:]


def packed(raw: bytes, codec: int, data: bytes) -> bytes:
    """The batch ``raw`` as a producer sends it whose records are compressed to ``data``."""
    head = bytearray(raw[:61])
    head[22] |= codec
    struct.pack_into(">i", head, 8, 61 - 12 + len(data))
    return bytes(head) + data


def by_arrow(codec: str, data: bytes) -> bytes:
    return bytes(pyarrow.compress(data, codec=codec, asbytes=True))


def framed(data: bytes) -> bytes:
    """Snappy as Java's clients frame it, here in two blocks."""
    blocks = [by_arrow("snappy", part) for part in (data[:40], data[40:])]
    told = b"".join(struct.pack(">i", len(block)) + block for block in blocks)
    return b"\x82SNAPPY\x00" + struct.pack(">ii", 1, 1) + told


PACKERS: dict[str, tuple[int, Any]] = {
    "gzip": (1, gzip.compress),
    "snappy": (2, lambda data: by_arrow("snappy", data)),
    "framed snappy": (2, framed),
    "lz4": (3, lambda data: by_arrow("lz4", data)),
    "zstd": (4, lambda data: by_arrow("zstd", data)),
}


def asked(raw: bytes, *offsets: int) -> tuple[dict[int, float | None], str]:
    """What is told of ``offsets``: each has the time of the first that is not before it."""
    ((found, same),) = parted(raw)
    assert same == raw
    told, codec = made(found, raw, offsets)
    return {offset: next(time for at, time in told if at >= offset) for offset in offsets}, codec


@pytest.fixture(params=PACKERS)
def compressed(request: pytest.FixtureRequest) -> bytes:
    """A batch of three, compressed by each codec."""
    codec, pack = PACKERS[request.param]
    raw = batch(*TIMES)
    return packed(raw, codec, pack(raw[61:]))


def test_each_record_of_a_compressed_batch_has_its_time(compressed: bytes) -> None:
    assert asked(compressed, 10, 11, 12) == ({10: 1000, 11: 5000, 12: 2000}, "")


def test_the_first_record_needs_no_opening(compressed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_opened", lambda *_given: pytest.fail("it was opened"))
    assert asked(compressed, 7, 10) == ({7: 1000, 10: 1000}, "")


def test_what_cannot_be_opened_is_spread_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # importing it fails
    raw = batch(*TIMES)
    for codec, name in ((3, "lz4"), (4, "zstd"), (2, "snappy")):
        told = asked(packed(raw, codec, b"of a library that is not here"), 10, 11, 12)
        assert told == ({10: 1000, 11: 3000, 12: 5000}, name)


@pytest.mark.parametrize("codec", [1, 2, 3, 4, 7])
def test_damage_ends_nothing(codec: int) -> None:
    assert asked(packed(batch(*TIMES), codec, b"\x00" * 30), 11)[0] == {11: 3000}


def test_of_one_moment_is_all_of_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_opened", lambda *_given: pytest.fail("it was opened"))
    assert asked(packed(batch(7000, 7000), 4, b"?"), 11) == ({11: 7000}, "")


def test_a_batch_that_is_cut_off_is_none() -> None:
    one, two = batch(1000), batch(2000, first=11)
    assert [raw for _batch, raw in parted(one + two[:-1])] == [one]
    assert [raw for _batch, raw in parted(one + two)] == [one, two]
    assert list(parted(one[:5])) == []
