# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A comparison's transforms against records written by hand: partitions and keys with what can happen to each."""

from __future__ import annotations

from datetime import datetime
from typing import Iterator, Mapping, Sequence, Union

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from spark_validation.compare import alignment, fingerprint, keys, last_values, partitions
from spark_validation.compare.alignment import span
from spark_validation.compare.fingerprint import COPY, SOURCE
from spark_validation.compare.tally import Compared, measured
from spark_validation.reading.observation import Span
from tests.spark.shuffles import moves_aggregates_alone

Record = tuple[int, Union[str, None], Union[str, None]]  # offset, key, value
Topic = Mapping[int, Sequence[Record]]
SCHEMA = "side string, partition int, offset bigint, timestamp timestamp, key binary, value binary"
THEN = datetime(2026, 1, 31)


def encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


class Topics:
    """Both topics as a frame, and how often it was read; a partition spans what it holds unless told."""

    def __init__(self, spark: SparkSession, source: Topic, copy: Topic, ends: Mapping[int, int] | None = None) -> None:
        rows = [
            (side, number, offset, THEN, encoded(key), encoded(value))
            for side, topic in ((SOURCE, source), (COPY, copy))
            for number, records in topic.items()
            for offset, key, value in records
        ]
        self.frame = spark.createDataFrame(rows, SCHEMA).persist()
        self.source = {n: self.spans(records, (ends or {}).get(n)) for n, records in source.items()}
        self.copy = {n: self.spans(records) for n, records in copy.items()}
        self.reads = 0

    @staticmethod
    def spans(records: Sequence[Record], end: int | None = None) -> Span:
        return span(records[0][0], end or records[-1][0] + 1) if records else span(0, 0)

    def read(self, spans: Mapping[str, Mapping[int, Span]]) -> DataFrame:
        self.reads += 1
        inside = F.lit(False)
        for side, of_side in spans.items():
            for number, these in of_side.items():
                within = F.col("offset").between(these.first, these.end - 1)
                inside = inside | ((F.col("side") == side) & (F.col("partition") == number) & within)
        return self.frame.where(inside)


def faults(compared: Compared, partition: int | None = None) -> dict[str, tuple[int, int | None]]:
    """By kind how many, and the offset of the first: the source's, or the copy's of what only it has."""
    return {
        fault.kind: (fault.count, fault.copy_offset if fault.kind == "extra" else fault.source_offset)
        for fault in compared.faults
        if partition in (None, fault.partition)
    }


def written(*values: str) -> list[Record]:
    """As they lie in a topic that was written from its beginning: ``key=value`` each, ``=value`` without a key."""
    parted = [text.split("=") for text in values]
    return [(offset, key or None, value) for offset, (key, value) in enumerate(parted)]


def moved(records: Sequence[Record], by: int) -> list[Record]:
    return [(offset + by, key, value) for offset, key, value in records]


# 100 records of four keys in turn; with small buckets of 16 offsets these are six whole ones and a piece
TEXTS = [f"k{number % 4}=v{number}" for number in range(100)]
WHOLE = written(*TEXTS)
# As a transaction of ten records leaves them: a marker after each
MARKED = [(offset + offset // 10, key, value) for offset, key, value in WHOLE]

# What happened: the source, the copy, and what is to be found with its first offset
CASES: dict[str, tuple[list[Record], list[Record], dict[str, tuple[int, int]]]] = {
    "nothing": (WHOLE, WHOLE, {}),
    "lost": (WHOLE, written(*TEXTS[:50], *TEXTS[51:]), {"missing": (1, 50)}),
    "lost_and_behind": (WHOLE, written(*TEXTS[:50], *TEXTS[51:81]), {"missing": (1, 50), "behind": (19, 81)}),
    "doubled": (WHOLE, written(*TEXTS[:51], *TEXTS[50:]), {"extra": (1, 51)}),
    "changed": (WHOLE, written(*TEXTS[:50], "k2=x", *TEXTS[51:]), {"changed": (1, 50)}),
    "other_key": (WHOLE, written(*TEXTS[:50], "q=v50", *TEXTS[51:]), {"missing": (1, 50), "extra": (1, 50)}),
    "turned_in_key": (
        WHOLE,
        written(*TEXTS[:50], TEXTS[54], *TEXTS[51:54], TEXTS[50], *TEXTS[55:]),
        {"reordered": (1, 50)},
    ),
    "turned_across": (
        WHOLE,
        written(*TEXTS[:50], TEXTS[51], TEXTS[50], *TEXTS[52:]),
        {"reordered_across_keys": (1, 50)},
    ),
    "behind": (WHOLE, WHOLE[:93], {"behind": (7, 93)}),
    "behind_and_all_alike": (written(*["=ping"] * 100), written(*["=ping"] * 93), {"behind": (7, 93)}),
    "not_begun": (WHOLE, [], {"behind": (100, 0)}),
    "never_in_source": (WHOLE[:90], WHOLE, {"extra": (10, 90)}),
    "equal_loss_and_doubling": (
        WHOLE,
        written(*TEXTS[:50], TEXTS[51], *TEXTS[51:]),
        {"missing": (1, 50), "extra": (1, 51)},
    ),
    "head_of_source_deleted": (WHOLE[30:], WHOLE, {}),
    "head_of_copy_deleted": (WHOLE, WHOLE[30:], {}),
    "head_deleted_before_copying": (WHOLE[30:], moved(WHOLE[30:], -30), {}),
    "begun_late": (WHOLE, moved(WHOLE[30:], -30), {"missing": (30, 0)}),
    "markers": (MARKED, WHOLE, {}),
    "markers_head_of_copy_deleted_and_lost": (
        MARKED,
        written(*TEXTS[:50], *TEXTS[51:])[20:],
        {"missing": (1, 55)},
    ),
    # The source had lost 100 records before it was copied and 30 since: no end of it stands level with one of the copy
    "nothing_level": (moved(WHOLE[30:], 100), WHOLE[:95], {"behind": (5, 195)}),
}
NUMBERS = {name: number for number, name in enumerate(CASES)}


@pytest.fixture(scope="module")
def _small_buckets() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (alignment, fingerprint):
            patch.setattr(module, "BUCKET_RECORDS", 16)
        yield


@pytest.fixture(scope="module")
def by_partition(spark: SparkSession, _small_buckets: None) -> Compared:
    """All cases at once, each in a partition of its own."""
    source, copy = ({NUMBERS[name]: case[side] for name, case in CASES.items()} for side in (0, 1))
    topics = Topics(spark, source, copy, {NUMBERS["markers"]: 110})  # the last marker stands at the end
    return partitions.compare(topics.read, topics.source, topics.copy)


@pytest.mark.parametrize("name", CASES)
def test_what_happened_to_a_partition_is_found(by_partition: Compared, name: str) -> None:
    assert faults(by_partition, NUMBERS[name]) == CASES[name][2]


@pytest.mark.parametrize(("name", "turn"), [("doubled", 2), ("other_key", 1), ("never_in_source", 1)])
def test_how_many_the_source_has_of_an_extra_record(by_partition: Compared, name: str, turn: int) -> None:
    found = [fault for fault in by_partition.faults if (fault.kind, fault.partition) == ("extra", NUMBERS[name])]
    assert [fault.turn for fault in found] == [turn]


def test_deleted_heads_are_told_from_losses(by_partition: Compared) -> None:
    # of the source: 30 and 30; of the copy: 30 and 20
    assert by_partition.removed == {SOURCE: 60, COPY: 50}


def test_records_are_counted(by_partition: Compared) -> None:
    assert by_partition.records[SOURCE][NUMBERS["lost"]] == 100
    assert by_partition.records[COPY][NUMBERS["lost"]] == 99


def test_a_plain_copy_is_read_once_and_only_aggregates_are_shuffled(spark: SparkSession) -> None:
    topics = Topics(spark, {0: WHOLE, 1: WHOLE[:40]}, {0: WHOLE, 1: WHOLE[:40]})
    compared = partitions.compare(topics.read, topics.source, topics.copy)
    assert (compared.faults, topics.reads) == ([], 1)
    overlaps = {n: alignment.overlap(topics.source[n], topics.copy[n], 0) for n in (0, 1)}
    moves_aggregates_alone(fingerprint.by_offset(topics.frame, overlaps))


# a is copied as it is, b lost its second record, c has another third one, the last two of d stand in wrong order, of
# g there is one too many, f went to two partitions (no order can be told), of those without a key v1 came for v2
KEYED = written(
    *("a=1", "b=1", "c=1", "d=1", "f=1", "=v1", "g=1"),
    *("a=1", "b=2", "c=2", "d=2", "f=2", "=v2", "g=2"),
    *("a=3", "b=3", "c=3", "d=3", "f=3", "=v3", "g=3", "a=4"),
)
COPIES = {
    0: written("=v3", "a=1", "b=1", "f=3", "a=1", "b=3", "a=3", "=v1"),
    1: written("c=1", "d=1", "f=1", "g=1", "c=2", "d=3", "d=2", "=v1", "f=2", "c=x", "g=2", "g=2", "g=3"),
}


@pytest.fixture(scope="module")
def by_key(spark: SparkSession) -> Compared:
    topics = Topics(spark, {0: KEYED}, COPIES)
    return keys.compare(topics.read, topics.source, topics.copy)


def test_what_happened_to_a_key_is_found_on_other_partitions(by_key: Compared) -> None:
    told = sorted((fault.kind, fault.count, fault.partition) for fault in by_key.faults)
    # missing: b=2 and =v2; extra: g=2 and =v1 in partition 1
    assert told == [("behind", 1, 0), ("changed", 1, 0), ("extra", 2, 1), ("missing", 2, 0), ("reordered", 1, 1)]
    assert faults(by_key)["behind"] == (1, 21)
    assert faults(by_key)["changed"] == (1, 16)


def test_the_share_that_is_copied(by_key: Compared) -> None:
    # 22 records, of which 2 are missing, 1 is changed and 1 not copied yet
    assert measured(by_key) == {"records": 22, "copied_share": pytest.approx(1800 / 22), "behind_records": 1}


def test_a_plain_copy_on_other_partitions(spark: SparkSession) -> None:
    copy = {n: written(*(text for text in TEXTS if text[1] in "02468"[n::2])) for n in (0, 1)}
    copy[1] += moved(written(*(text for text in TEXTS if text[1] in "13")), len(copy[1]))
    topics = Topics(spark, {0: WHOLE}, copy)
    compared = keys.compare(topics.read, topics.source, topics.copy)
    assert (compared.faults, topics.reads) == ([], 1)


def test_a_head_deleted_on_other_partitions(spark: SparkSession) -> None:
    """Values that repeat within a key: counted from the beginning, they would seem to stand in another order."""
    switched = [f"{key}={state}" for state in ("on", "off", "on", "off", "on") for key in ("lamp", "fan")]
    copy = {0: written(*(t for t in switched if "lamp" in t))[1:], 1: written(*(t for t in switched if "fan" in t))[2:]}
    topics = Topics(spark, {0: written(*switched)}, copy)
    compared = keys.compare(topics.read, topics.source, topics.copy)
    assert (compared.faults, compared.removed) == ([], {COPY: 3})


# Last values: a is the same, b differs, c is missing, d was deleted in the source alone, e deleted in both, f is newer
LATEST = written("a=0", "a=1", "b=2", "c=3", "d=4")
SOURCE_LATEST: list[Record] = [*LATEST, (5, "d", None), (6, "e", None), (7, "g", "7"), (8, "f", "9")]
COPY_LATEST: list[Record] = [(0, "f", "8"), (1, "a", "1"), (2, "b", "1"), (3, "d", "4"), (4, "g", "7")]


def test_last_values(spark: SparkSession) -> None:
    topics = Topics(spark, {0: SOURCE_LATEST}, {0: COPY_LATEST})
    compared = last_values.compare(topics.read, topics.source, topics.copy)
    assert faults(compared) == {"changed": (1, 2), "missing": (1, 3), "extra": (1, 3), "behind": (1, 8)}
    assert compared.records == {SOURCE: {0: 7}, COPY: {0: 5}}


def test_last_values_that_all_differ_are_not_behind(spark: SparkSession) -> None:
    topics = Topics(spark, {0: written("a=1", "b=1")}, {0: written("a=2", "b=2")})
    assert faults(last_values.compare(topics.read, topics.source, topics.copy)) == {"changed": (2, 0)}
