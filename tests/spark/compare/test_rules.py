# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a comparison concludes from counts and offsets, without Spark."""

from __future__ import annotations

from typing import cast

import pytest

from spark_validation.cluster.admin import Cluster, Identity, TopicInfo
from spark_validation.compare import keys
from spark_validation.compare.alignment import Overlap, chosen, guesses, overlap, span
from spark_validation.compare.fingerprint import COPY, SOURCE
from spark_validation.compare.partitions import Zone, differing
from spark_validation.compare.summary import lines
from spark_validation.compare.tally import Compared, Fault, findings, held, measured, rows, settled
from spark_validation.compare.topics import Pinned, pin
from spark_validation.core.errors import CouldNotRunError, UsageError
from spark_validation.reading.observation import Span


@pytest.mark.parametrize(
    ("source", "copy", "expected"),
    [
        (span(0, 100), span(0, 100), [Overlap(0, 0, 100)]),
        (span(0, 100), span(0, 90), [Overlap(0, 0, 90), Overlap(-10, 10, 100)]),  # it lags, or lacks the head
        (span(30, 100), span(0, 70), [Overlap(0, 30, 70), Overlap(-30, 30, 100)]),
        (span(30, 100), span(0, 100), [Overlap(0, 30, 100), Overlap(-30, 30, 100)]),
    ],
    ids=["same", "shorter", "moved", "headless"],
)
def test_shifts_that_can_be(source: Span, copy: Span, expected: list[Overlap]) -> None:
    assert guesses(source, copy) == expected


def test_the_shift_whose_sample_is_equal_is_chosen() -> None:
    guessed = guesses(span(0, 100), span(0, 90))
    assert chosen(guessed, {0: 32}) == Overlap(0, 0, 90)
    assert chosen(guessed, {}) is None
    assert chosen(guesses(span(0, 9), span(0, 9)), {}) == Overlap(0, 0, 9)  # nothing else can be


@pytest.mark.parametrize(
    ("source", "copy", "shift"),
    [(span(0, 100), span(0, 93), 0), (span(0, 100), span(30, 100), 0), (span(30, 100), span(0, 70), -30)],
    ids=["lags", "headless", "moved"],
)
def test_where_all_records_are_alike_the_shift_that_explains_most_is_chosen(
    source: Span, copy: Span, shift: int
) -> None:
    guessed = guesses(source, copy)
    found = chosen(guessed, {guess.shift: 32 for guess in guessed})
    assert found is not None
    assert found.shift == shift


def test_topics_without_a_common_offset_overlap_nowhere() -> None:
    assert overlap(span(0, 10), span(50, 60), 0) == Overlap(0, 50, 50)


EQUAL = (10, 7, 100, 3)


@pytest.mark.parametrize(
    "copy",
    [(11, 7, 100, 3), (10, 8, 100, 3), (10, 7, 101, 3), (10, 7, 100, 4), None],
    ids=["count", "xor", "low", "high", "absent"],
)
def test_each_part_of_a_fingerprint_counts(copy: tuple[int, int, int, int] | None) -> None:
    zones = [Zone(SOURCE, 0, "inside", 3, *EQUAL, first=0), Zone(SOURCE, 0, "inside", 4, *EQUAL, first=10)]
    zones += [Zone(COPY, 0, "inside", 4, *EQUAL, first=10)]
    zones += [Zone(COPY, 0, "inside", 3, *copy, first=0)] if copy else []
    assert differing(zones, 0) == {3}


def test_fingerprints_of_keys_are_put_together_over_partitions() -> None:
    def row(side: str, partition: int, bucket: int, *prints: int) -> dict[str, object]:
        names = ("records", "xor", "low", "high")
        return {"side": side, "partition": partition, "bucket": bucket, **dict(zip(names, prints))}

    whole = [row(SOURCE, 0, 1, 3, 6, 30, 300), row(SOURCE, 0, 2, 1, 1, 1, 1)]
    apart = [row(COPY, 0, 1, 1, 5, 10, 100), row(COPY, 1, 1, 2, 3, 20, 200), row(COPY, 1, 2, 1, 1, 1, 2)]
    assert keys.differing([*whole, *apart]) == {2}


def test_no_more_of_a_head_was_deleted_than_offsets_are_gone() -> None:
    found = [Fault("head_of_source", 30, source_partition=0, source_offset=0), Fault("missing", 2, 0, 50)]
    allowed: dict[str, dict[int, int]] = {SOURCE: {0: 0}, COPY: {0: 20}}
    compared = settled(found, allowed, by_partition=True)
    assert compared.removed == {COPY: 20}
    assert compared.faults == [Fault("missing", 12, source_partition=0, source_offset=0)]


FAULTS = [
    Fault("missing", 2, 0, 5, key=b"a\xff"),
    Fault("behind", 3, 0, 90),
    Fault("extra", 1, copy_partition=1, copy_offset=7),
]
COMPARED = Compared({SOURCE: {0: 93, 1: 10}, COPY: {0: 88, 1: 11}}, FAULTS, {COPY: 3})


def test_how_far_the_copy_is() -> None:
    first, second = rows({0: span(0, 93), 1: span(0, 10)}, COMPARED)
    assert first == {
        "partition": 0,
        "first": 0,
        "end": 93,
        "records": 93,
        "copied_until": 5,
        "missing": 2,
        "changed": 0,
        "behind": 3,
    }
    assert (second["copied_until"], second["end"]) == (10, 10)
    assert measured(COMPARED) == {"records": 103, "copied_share": 95.0, "behind_records": 3}  # 95 of 100


@pytest.mark.parametrize(
    ("faults", "removed", "said"),
    [
        ([], 0, "the 1,000 records of S, in the same order"),
        ([], 30, "the 1,000 records of S, in the same order, apart from 30 that were deleted at its head"),
        ([Fault("behind", 1000, 0, 0)], 0, "0 of the 1,000 records of S"),
        (
            [Fault("behind", 7, 0, 990), Fault("changed", 2, 0, 5)],
            30,
            "961 of the 1,000 records of S, in the same order (30 were deleted at its head)",
        ),
        ([Fault("reordered_across_keys", 1, 0, 5)], 0, "the 1,000 records of S"),
    ],
    ids=["all", "headless", "none", "some", "reordered"],
)
def test_the_sentence_says_what_the_copy_holds(faults: list[Fault], removed: int, said: str) -> None:
    compared = Compared({SOURCE: {0: 600, 1: 400}, COPY: {}}, faults, {COPY: removed})
    assert held(compared, "records", "S", ordered=True) == said
    assert held(compared, "records", "S", ordered=False) == said.replace(", in the same order", "")


def test_the_first_case_of_each_partition_is_shown_of_ten_at_most() -> None:
    many = findings([Fault("missing", 2, number, 5) for number in range(12)])["missing"]
    assert (many.count, len(many.examples)) == (24, 10)
    assert many.detail.endswith("9: 2 and 2 more")
    example = findings(FAULTS)["missing"].examples[0]
    assert (example.partition, example.offset, example.key) == (0, 5, "a\\xff")
    assert findings(FAULTS)["extra"].examples[0].offset == 7


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        (None, "the source does not hold it; the offset is the copy's"),
        (1, "the source does not hold it at this place; the offset is the copy's"),
        (2, "the source holds it once, and this is one more; the offset is the copy's"),
        (1001, "the source holds it 1,000 times, and this is one more; the offset is the copy's"),
    ],
)
def test_an_extra_record_is_told_with_how_many_the_source_has(turn: int | None, text: str) -> None:
    assert Fault("extra", 1, copy_partition=1, copy_offset=7, turn=turn).example().text == text


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        (Fault("missing", 1, 0, 5), None),  # by its place alone: nobody looked at its key
        (Fault("missing", 1, 0, 5, keyless=True), "(null)"),
        (Fault("missing", 1, 0, 5, key=b""), "(empty)"),
        (Fault("missing", 1, 0, 5, key=("k" * 63 + "ю").encode()[:64]), "k" * 63),  # cut by Spark
    ],
)
def test_a_null_key_is_told_from_none_that_is_known(fault: Fault, key: str | None) -> None:
    assert fault.example().key == key


def test_the_console_names_partitions_that_are_not_whole() -> None:
    topic = {"topic": "T", "bootstrap_servers": "h:1", "partitions": 12, "records": 1000, "head_removed": 0}
    details = {
        "source": topic,
        "copy": {**topic, "partitions": 1, "head_removed": 3},
        "copied": [{"partition": n, "copied_until": 0 if n else 5, "end": 5} for n in range(12)],
    }
    told = lines(details)
    assert told[:3] == [
        "source    T on h:1: 1,000 records in 12 partitions",
        "copy      T on h:1: 1,000 records in 1 partition, 3 deleted at the head",
        "partition 1: all below offset 0 of 5 is copied",
    ]
    assert told[-1] == "and 1 more partitions that are not whole"


class Asked:
    """A cluster that notes when it was asked for offsets."""

    bootstrap_servers = "h:1"

    def __init__(self, cluster: str, order: list[str], readable: bool = True, topic_id: str = "") -> None:
        self.cluster, self.order, self.readable = cluster, order, readable
        self.topic_id = topic_id or f"id in {cluster} of "

    def id(self) -> str:
        return self.cluster

    def topic_info(self, topic: str) -> TopicInfo:
        return TopicInfo(topic, Identity(f"{self.topic_id}{topic}", 1), self.readable)

    def offsets(self, topic: str, committed: bool) -> dict[int, tuple[int, int]]:
        self.order.append(f"{self.cluster} {topic} {committed}")
        return {0: (0, 9)}


def pinned(source: Asked, copy: Asked, topic: str = "T") -> dict[str, Pinned]:
    return pin((cast(Cluster, source), "T"), (cast(Cluster, copy), topic), committed=True)


def test_the_copy_is_pinned_before_the_source() -> None:
    """What is written and copied in between would else seem to be in the copy alone."""
    order: list[str] = []
    found = pinned(Asked("one", order), Asked("other", order))
    assert order == ["other T True", "one T True"]
    assert found[SOURCE].spans == {0: span(0, 9)}


def test_a_topic_is_not_its_own_copy_whatever_the_address() -> None:
    with pytest.raises(UsageError, match="are the same topic"):
        pinned(Asked("one", []), Asked("one", []))


def test_clusters_that_one_script_has_given_one_id_are_told_by_their_topics() -> None:
    assert pinned(Asked("one", []), Asked("one", [], topic_id="another of ")).keys() == {SOURCE, COPY}


def test_a_topic_that_may_not_be_read() -> None:
    with pytest.raises(CouldNotRunError, match="the records of topic U on h:1 may not be read: its ACLs must allow"):
        pinned(Asked("one", []), Asked("one", [], readable=False), "U")
