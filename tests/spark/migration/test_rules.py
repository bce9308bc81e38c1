# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a migration works out without a cluster: whether two topics fit, where to go on, what a record becomes."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from spark_validation.compare.tally import Fault
from spark_validation.core.errors import CouldNotRunError, UsageError
from spark_validation.migration import run, task
from spark_validation.migration.changes import Changes
from spark_validation.migration.checks import content_findings
from spark_validation.migration.held import Held
from spark_validation.migration.plan import Topic, pair
from spark_validation.migration.position import begin, behind, require_head, require_undeleted
from spark_validation.migration.task import Job

SETTINGS = {
    "cleanup.policy": "delete",
    "retention.ms": "604800000",
    "retention.bytes": "-1",
    "max.message.bytes": "1048588",
    "message.timestamp.type": "CreateTime",
}
ONE, TWO = Topic("one", 4, SETTINGS), Topic("two", 4, SETTINGS)


def having(topic: Topic, partitions: int = 4, **settings: str) -> Topic:
    return replace(
        topic, partitions=partitions, settings={**SETTINGS, **{k.replace("_", "."): v for k, v in settings.items()}}
    )


@pytest.mark.parametrize(
    ("source", "copy", "by", "said"),
    [
        (ONE, ONE, None, "one cannot be copied into itself"),
        (ONE, having(TWO, 5), "partition", "one has 4 partitions and two has 5"),
        (ONE, having(TWO, cleanup_policy="compact"), None, "two is compacted and one is not"),
        (having(ONE, cleanup_policy="compact"), having(TWO, 5), None, "one is compacted, so that its records"),
        (having(ONE, retention_ms="-1"), TWO, None, "retention.ms of two is 604800000 and that of one is -1"),
        (ONE, having(TWO, retention_bytes="9"), None, "retention.bytes of two is 9 and that of one is -1"),
        (ONE, having(TWO, max_message_bytes="9"), None, "max.message.bytes of two is 9"),
    ],
)
def test_topics_that_do_not_fit(source: Topic, copy: Topic, by: str | None, said: str) -> None:
    with pytest.raises(UsageError, match=f"^{said}"):
        pair(source, copy, by)


def test_records_keep_their_partition_where_both_have_as_many() -> None:
    assert pair(ONE, TWO, None).by == "partition"
    assert pair(ONE, having(TWO, 5), None).by == "key"
    assert pair(ONE, TWO, "key").by == "key"
    longer = having(TWO, retention_ms="-1", cleanup_policy="delete")
    assert pair(ONE, longer, None).same


def test_each_partition_is_gone_on_with_after_what_was_copied_last() -> None:
    found = begin({0: (0, 10), 1: (5, 10), 2: (7, 10), 3: (0, 0)}, {0: 4, 2: 3}, "one", "two")
    assert found.starts == {0: 5, 1: 5, 2: 7, 3: 0}
    assert found.deleted == {2: 3}  # 4, 5 and 6
    assert not found.fresh
    assert begin({0: (3, 10)}, {}, "one", "two").fresh
    with pytest.raises(CouldNotRunError, match="two holds a copy of offset 10 of partition 0 of one, which ends at 10"):
        begin({0: (0, 10)}, {0: 10}, "one", "two")
    assert behind({0: (0, 10), 1: (0, 4)}, {0: 8, 1: 4}) == {0: 2}
    require_undeleted({0: (8, 10), 1: (0, 4)}, {0: 8, 1: 4}, "one")
    with pytest.raises(CouldNotRunError, match="partition 0 of one begins at offset 9 by now, and was copied below 8"):
        require_undeleted({0: (9, 10)}, {0: 8}, "one")


def test_a_copy_whose_head_is_gone_is_refused_where_nobody_can_tell_what_it_held() -> None:
    """Before anything is copied, as it would be when all is."""
    require_head({0: (0, 0), 1: (0, 9)}, "two")
    with pytest.raises(CouldNotRunError, match=r"head of partition 1 of two were deleted, .* into a new topic$"):
        require_head({0: (0, 0), 1: (9, 9)}, "two")


@pytest.mark.parametrize(
    ("copy", "last", "offsets", "refused"),
    [
        (TWO, {}, (0, 0), False),
        (TWO, {}, (9, 9), True),  # emptied, so that nobody could tell a head that is missing from one that was deleted
        (TWO, {0: 3}, (2, 4), False),
        (having(TWO, 5), {0: 3}, (2, 4), True),
        (having(TWO, 5), {0: 3}, (0, 4), False),
    ],
)
def test_what_is_planned_for_a_copy_that_lost_its_head(
    monkeypatch: pytest.MonkeyPatch, copy: Topic, last: dict[int, int], offsets: tuple[int, int], refused: bool
) -> None:
    monkeypatch.setattr(run.held, "held", lambda *_given, **_more: Held(last))
    both = SimpleNamespace(
        pair=pair(ONE, copy, None),
        cluster=SimpleNamespace(connection=None),
        source=lambda: {0: (0, 9)},
        copy=lambda: {0: offsets},
    )
    request = SimpleNamespace(topic="one", to_topic="two", changes=Changes())
    migration = run._Migration(None, both, request, None)  # type: ignore[arg-type]
    if refused:
        with pytest.raises(CouldNotRunError, match="partition 0 of two were deleted"):
            migration.plan()
    else:
        assert migration.plan()[0] == "source    one: 4 partitions"


def job(transform: Any = None, **more: Any) -> Job:
    given = {
        "servers": "h:1",
        "properties": {},
        "source": "one",
        "copy": "two",
        "partitions": 3,
        "by_key": False,
        "record_bytes": 1,
        "compression": "none",
        "skip": False,
        **more,
    }
    return Job(transform=transform, **given)


ROW = {
    "partition": 2,
    "offset": 7,
    "key": bytearray(b"k"),
    "value": bytearray(b"v"),
    "headers": [{"key": "trace", "value": bytearray(b"1")}, {"key": "groundwork.source", "value": b"zero:1:1"}],
    "timestamp": 5,
    "passes": True,
}


def test_what_a_record_becomes() -> None:
    """The mark of an earlier migration goes, since the copy has its own."""
    assert task.content(ROW, job()) == (b"k", b"v", [("trace", b"1")], 5)
    assert task.content({**ROW, "passes": False}, job()) is None
    assert task.content(ROW, job(lambda *_record: None)) is None
    assert task.content(ROW, job(lambda key, value, _headers, time: (value, key, [], time + 1))) == (b"v", b"k", [], 6)
    assert task.content({**ROW, "headers": None}, job()) == (b"k", b"v", [], 5)


@pytest.mark.parametrize(
    "made",
    [
        (b"k", b"v", []),
        [b"k", b"v", [], 5],
        ("k", b"v", [], 5),
        (None, None, [], 5),
        (b"k", b"v", [("a", None)], 5),
        (b"k", b"v", [("a", b"b", b"c")], 5),
        (b"k", b"v", [], 5.0),
        (b"k", b"v", [], -1),
    ],
)
def test_what_cannot_be_written_is_an_error_of_its_record(made: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        task.content(ROW, job(lambda *_record: made))
    with pytest.raises(ValueError, match="partition 2 offset 7: "):
        list(task.transformed([ROW], job(lambda *_record: made)))
    assert list(task.transformed([ROW], job(lambda *_record: made, skip=True))) == []


def test_where_a_record_goes() -> None:
    """Without a key, by its partition, so that those of one stay in their order."""
    assert task.place(b"k", 2, job()) == 2
    assert task.place(None, 5, job(by_key=True)) == 2
    assert {task.place(b"%d" % number, 0, job(by_key=True)) for number in range(20)} == {0, 1, 2}


def test_what_differs_is_told_at_the_place_in_the_source() -> None:
    found = content_findings(
        [
            Fault("missing", 2, 0, 5, key=b"k"),
            Fault("behind", 1, 1, 6),
            Fault("extra", 3, copy_partition=1, copy_offset=9, turn=2),
            Fault("reordered", 1, 0, 8, 0, 9),
        ]
    )
    assert {check: one.count for check, one in found.items()} == {"missing": 3, "extra": 3, "changed": 1}
    places = {check: [(one.partition, one.offset) for one in finding.examples] for check, finding in found.items()}
    assert places == {"missing": [(0, 5), (1, 6)], "extra": [(1, 9)], "changed": [(0, 8)]}
