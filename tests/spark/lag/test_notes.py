# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What could not be told of, in words, and what there must be to be looked at."""

from __future__ import annotations

from typing import Any, cast

import pytest
from kafka import TopicPartition

from spark_validation.cluster.admin import Cluster
from spark_validation.core.errors import CouldNotRunError
from spark_validation.lag.groups import Group, Log
from spark_validation.lag.notes import notes
from spark_validation.lag.retention import Retention
from spark_validation.lag.rows import Row
from spark_validation.lag.sampling import Request, Sample, require_groups

ALL, PART, OTHER = Request((), None, 10, 3600), TopicPartition("t", 0), TopicPartition("t", 1)
LOG = Log(1, 0, 9, 9)
KEEPS = Retention("delete", None, None, 1.0, 1)
SHARE = Group("Stable", "share", "share")


def sample(committed: Any, assigned: Any = None, logs: Any = None) -> Sample:
    return Sample(0.0, committed, assigned or {}, {PART: LOG, OTHER: LOG} if logs is None else logs)


def row(group: str) -> Row:
    return Row(group, "Stable", "t", KEEPS, [])


HERE = sample({"a": {PART: 1}})
CASES: list[tuple[str, dict[str, Group], tuple[Sample, Sample], list[Row], set[str], list[str]]] = [
    ("nothing", {"a": Group("Empty")}, (HERE, HERE), [row("a")], set(), []),
    (
        "share groups",
        {"a": Group("Empty"), "y": SHARE, "x": SHARE},
        (HERE, HERE),
        [row("a")],
        set(),
        ["left out, share groups, which acknowledge each record by itself and stand at no offset: x, y"],
    ),
    (
        "a group of Kafka Streams' own kind",
        {"a": Group("Stable", "streams", "streams")},
        (HERE, HERE),
        [row("a")],
        set(),
        ["left out, partitions without a commit of groups that do not tell which their members read: a"],
    ),
    (
        "a group that tells them",
        {"a": Group("Stable")},
        (HERE, sample({"a": {PART: 1}}, {"a": {PART}})),
        [row("a")],
        set(),
        [],
    ),
    (
        "a topic of a member that may not be described",
        {"a": Group("Stable")},
        (HERE, sample({"a": {PART: 1}}, {"a": {PART, OTHER}}, {PART: LOG})),
        [row("a")],
        set(),
        ["left out, partitions that were deleted, have no leader or may not be described: t-1"],
    ),
    (
        "a group without a commit and without a member, and one that may not be described",
        {"a": Group("Empty"), "b": Group("Empty"), "c": Group("Empty")},
        (sample({"a": {PART: 1}, "b": {}}), HERE),
        [row("a")],
        set(),
        [
            "left out, groups that may not be described: c",
            "left out, groups that have committed no offsets, or only of topics that may not be described: b",
        ],
    ),
    (
        "batches that cannot be opened",
        {"a": Group("Empty")},
        (HERE, HERE),
        [row("a")],
        {"zstd", "lz4"},
        ["some ages are estimates, as batches of lz4 and zstd cannot be opened here: install pyarrow"],
    ),
]


@pytest.mark.parametrize(
    ("listed", "samples", "rows", "spread", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_notes(
    listed: dict[str, Group], samples: tuple[Sample, Sample], rows: list[Row], spread: set[str], expected: list[str]
) -> None:
    assert notes(ALL, listed, samples, rows, spread) == expected


class Named:
    bootstrap_servers = "h:1"


@pytest.mark.parametrize(
    ("request_for", "listed", "seen", "said"),
    [
        (ALL, {"a": Group("Empty")}, HERE, None),
        (ALL, {"a": Group("Stable")}, sample({"a": {}}, {"a": {PART}}), None),
        (Request(("a",), None, 1, 1), {"a": Group("Stable")}, sample({"a": {}}, {"a": {PART}}), None),
        (
            Request(("a",), "t", 1, 1),
            {"a": Group("Empty")},
            sample({"a": {}}),
            "group a has committed no offsets of topic",
        ),
        (Request(("a",), None, 1, 1), {"a": Group("Empty")}, sample({}), "group a may not be described on h:1"),
        (ALL, {}, sample({}), "no group has committed offsets on h:1, or only of topics that may not be described"),
        (
            ALL,
            {"x": SHARE, "y": SHARE},
            sample({}),
            "that may not be described; share groups, of which there are 2, stand at no offset",
        ),
    ],
)
def test_what_there_must_be(request_for: Request, listed: dict[str, Group], seen: Sample, said: str | None) -> None:
    if said is None:
        require_groups(cast(Cluster, Named()), request_for, listed, seen)
        return
    with pytest.raises(CouldNotRunError) as told:
        require_groups(cast(Cluster, Named()), request_for, listed, seen)
    assert said in str(told.value)
