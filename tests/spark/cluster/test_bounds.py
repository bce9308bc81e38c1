# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run may store: a budget, and the room on the brokers' disks, against figures worked out by hand."""

from __future__ import annotations

import pytest

from spark_validation.cluster.bounds import Directory, Room, bytes_stored, require_budget, require_room, rooms, silent
from spark_validation.core.errors import CouldNotRunError, UsageError
from spark_validation.records.plan import Plan
from spark_validation.records.shape import Shape, Size

PLAN = Plan("hand", 1, 1_000, 3)  # partition 0 gets 334 records, the others 333; each takes 9 + 100 + 28 bytes


def test_bytes_of_all_replicas() -> None:
    assert bytes_stored(PLAN, 3) == 411_000


@pytest.mark.parametrize(
    ("shape", "stored"),
    [
        (Shape((Size(10_000),)), 1_000 * (10_000 + 28)),
        (Shape((Size(900_000),)), 1_000 * (900_000 + 96)),  # each is a batch of its own
        # Half have no value: a head of 21 bytes in a header instead, and 12 for that.
        (Shape((Size(200),), compacted=True, tombstones=0.5), None),
    ],
)
def test_bytes_of_other_shapes(shape: Shape, stored: int | None) -> None:
    plan = Plan("hand", 1, 1_000, 1, shape)
    dead = sum(plan.is_tombstone(0, number) for number in range(1_000))
    assert bytes_stored(plan, 1) == (stored or 200 * (1_000 - dead) + dead * (9 + 21 + 12) + 28 * 1_000)
    assert dead == 0 or 498 <= dead <= 501


def test_the_budget_is_kept_before_anything_is_written() -> None:
    require_budget(PLAN, 3, 411_000, "--seconds")
    require_budget(PLAN, 3, None, "--seconds")
    with pytest.raises(
        UsageError,
        match=r"1,000 records on 3 replicas take 411,000 bytes, more than --max-bytes 410,999: lower --seconds ",
    ):
        require_budget(PLAN, 3, 410_999, "--seconds")


def test_each_directory_has_to_take_its_own_partitions() -> None:
    directories = [
        Directory(1, "/data/a", 900_000, 50_000, (0,)),
        Directory(1, "/data/b", 900_000, 800_000, (1, 2)),
        Directory(2, "/data/a", None, None, (1,)),
        Directory(3, "/data/a", 900_000, 10, ()),
    ]
    found = rooms(PLAN, directories)
    assert found == [
        Room(1, "/data/a", 45_758, 50_000, 900_000),
        Room(1, "/data/b", 91_242, 800_000, 900_000),
        Room(2, "/data/a", 45_621, None, None),
    ]
    assert silent([1, 2, 3, 4], directories) == [2, 4]
    require_room(found, "--records")


def test_a_directory_without_room_stops_the_run() -> None:
    with pytest.raises(
        CouldNotRunError,
        match=r"broker 2 has 45,757 bytes of room in /data/a and would take 45,758 of this run: lower --records,",
    ):
        require_room([Room(1, "/data/a", 7, 8, 9), Room(2, "/data/a", 45_758, 45_757, 900_000)], "--records")
