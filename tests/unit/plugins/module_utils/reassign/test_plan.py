# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The planner on small clusters whose best plan is known by hand."""

from __future__ import annotations

import random
import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import plan
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Folder, Partition, Wish
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.reassign import clusters

GIB = 1 << 30


def broker(number: int, rack: str = "", room: int = 1000, **named):
    return Broker(number, rack, (Folder("/d", 2000 * GIB, room * GIB),), **named)


def partition(name: str, *replicas: int, size: int = 1, leader: int | None = 0, **named):
    topic, _dash, number = name.rpartition("-")
    first = replicas[0] if leader == 0 else leader
    folders = dict.fromkeys(replicas, "/d")
    return Partition(topic, int(number), replicas, size * GIB, replicas, 1, first, folders, **named)


def after(found: plan.Plan) -> dict[str, tuple[int, ...]]:
    return {one.name: one.after for one in found.changes}


def test_a_new_broker_is_given_its_share_and_no_more():
    partitions = [partition(f"t-{number}", 1 + number % 2) for number in range(12)]
    found = plan.make([broker(1), broker(2), broker(3)], partitions, Wish(tolerance=0))
    assert found.after.count == {1: 4, 2: 4, 3: 4}
    assert found.bytes == 4 * GIB


def test_what_is_in_balance_stays():
    partitions = [partition(f"t-{number}", 1 + number % 3, 1 + (number + 1) % 3) for number in range(9)]
    assert plan.make([broker(1), broker(2), broker(3)], partitions, Wish()).changes == []


def test_bytes_are_put_right_by_the_replica_that_fits_and_numbers_by_small_ones():
    """Broker 1 has 14 GiB in 4, broker 2 6 GiB in 4: 4 GiB go, and one of nothing comes back."""
    sizes = {"a-0": (1, 8), "a-1": (1, 4), "a-2": (1, 2), "a-3": (1, 0), "b-0": (2, 5), "b-1": (2, 1), "b-2": (2, 0)}
    partitions = [partition(name, number, size=size) for name, (number, size) in sizes.items()]
    found = plan.make([broker(1), broker(2)], [*partitions, partition("b-3", 2, size=0)], Wish(tolerance=0))
    assert found.bytes == 4 * GIB
    assert (found.after.bytes, found.after.count) == ({1: 10 * GIB, 2: 10 * GIB}, {1: 4, 2: 4})
    assert after(found)["a-1"] == (2,)


def test_what_shares_a_rack_goes_to_another_one():
    brokers = [broker(1, "a"), broker(2, "a"), broker(3, "b")]
    found = plan.make(brokers, [partition("t-0", 1, 2)], Wish())
    assert (found.before.rack_faults, found.after.rack_faults) == (1, 0)
    assert 3 in found.changes[0].after


def test_where_a_broker_is_to_leave_alone_what_shares_a_rack_stays_unless_it_is_moved_anyway():
    brokers = [broker(1, "a"), broker(2, "a"), broker(3, "b"), broker(4, "b")]
    partitions = [partition("t-0", 1, 2), partition("t-1", 1, 2, 4)]
    found = plan.make(brokers, partitions, Wish(leaving=frozenset([4]), balance=False))
    assert [one.name for one in found.changes] == ["t-1"]
    assert (set(after(found)["t-1"]), found.bytes) == ({1, 2, 3}, GIB)


def test_a_rack_of_one_broker_takes_a_replica_of_each_partition_and_is_in_balance_so():
    brokers = [broker(1, "a"), broker(2, "b"), broker(3, "b")]
    partitions = [partition(f"t-{number}", 1, 2 + number % 2) for number in range(8)]
    found = plan.make(brokers, partitions, Wish())
    assert (found.bytes, found.unbalanced()) == (0, [])
    assert found.after.count == {1: 8, 2: 4, 3: 4}


def test_a_broker_that_leaves_holds_nothing_and_nothing_else_moves():
    partitions = [partition(f"t-{number}", 1 + number % 3, 1 + (number + 1) % 3) for number in range(9)]
    brokers = [broker(number) for number in (1, 2, 3, 4)]
    found = plan.make(brokers, partitions, Wish(leaving=frozenset([1]), balance=False))
    assert found.after.count == {1: 0, 2: 6, 3: 6, 4: 6}
    assert found.bytes == 6 * GIB
    assert {one.key for one in found.changes if one.adding} == {one.key for one in partitions if 1 in one.replicas}


def test_a_broker_that_is_gone_can_leave():
    partitions = [partition("t-0", 9, 1, leader=1)]
    found = plan.make([broker(1), broker(2)], partitions, Wish(leaving=frozenset([9]), balance=False))
    assert set(after(found)["t-0"]) == {1, 2}


def test_replication_is_raised_on_other_racks():
    brokers = [broker(1, "a"), broker(2, "a"), broker(3, "b"), broker(4, "c")]
    found = plan.make(brokers, [partition("t-0", 1)], Wish(replication={"t": 3}))
    assert set(after(found)["t-0"]) == {1, 3, 4}


def test_replication_is_lowered_by_what_is_out_of_sync_then_by_what_shares_a_rack():
    brokers = [broker(1, "a"), broker(2, "a"), broker(3, "b")]
    behind = Partition("t", 0, (3, 1, 2), GIB, (1, 2), 1, 1)
    assert after(plan.make(brokers, [behind], Wish(replication={"t": 2}, balance=False)))["t-0"] in (
        (1, 2),
        (1, 3),
        (2, 3),
    )
    whole = partition("t-0", 1, 2, 3)
    found = plan.make(brokers, [whole], Wish(replication={"t": 2}, balance=False))
    assert 3 in after(found)["t-0"]
    assert found.bytes == 0


def test_leaders_are_shared_out_and_nothing_is_copied():
    partitions = [partition(f"t-{number}", 1, 2, 3) for number in range(9)]
    found = plan.make([broker(1), broker(2), broker(3)], partitions, Wish(tolerance=0))
    assert found.after.leaders == {1: 3, 2: 3, 3: 3}
    assert found.bytes == 0
    assert len(found.changes) == 6


def test_leaders_go_by_a_third_broker_where_two_have_nothing_in_common():
    """Broker 1 leads too many, broker 3 none, and only broker 2 shares partitions with both."""
    partitions = [partition(f"a-{number}", 1, 2) for number in range(4)] + [partition(f"b-{n}", 2, 3) for n in range(2)]
    found = plan.make([broker(1), broker(2), broker(3)], partitions, Wish(tolerance=0, balance=True))
    assert found.after.leaders == {1: 2, 2: 2, 3: 2}


def test_nothing_is_placed_on_a_broker_that_does_not_run():
    partitions = [partition(f"t-{number}", 1) for number in range(6)]
    found = plan.make([broker(1), broker(2), broker(3, live=False)], partitions, Wish())
    assert found.after.count == {1: 3, 2: 3, 3: 0}


def test_what_nobody_leads_stays():
    partitions = [partition(f"t-{number}", 1, leader=None) for number in range(6)]
    assert plan.make([broker(1), broker(2)], partitions, Wish()).changes == []


def test_a_disk_is_filled_no_further_than_it_has_room():
    partitions = [partition(f"t-{number}", 1, size=10) for number in range(10)]
    found = plan.make([broker(1), broker(2, room=25)], partitions, Wish())
    assert found.after.bytes[2] == 20 * GIB


def test_disks_share_what_comes_to_a_broker():
    two = Broker(2, "", (Folder("/a", 2000 * GIB, 1000 * GIB), Folder("/b", 2000 * GIB, 1000 * GIB)))
    found = plan.make([broker(1), two], [partition(f"t-{number}", 1) for number in range(8)], Wish())
    paths = [path for one in found.changes for path in one.log_dirs.values()]
    assert (paths.count("/a"), paths.count("/b")) == (3, 2)


def test_a_full_disk_of_a_broker_gives_to_its_other_one():
    folders = (Folder("/a", 2000 * GIB, 10 * GIB), Folder("/b", 2000 * GIB, 1000 * GIB))
    held = [Partition("t", number, (1,), 10 * GIB, (1,), 1, 1, {1: "/a"}) for number in range(10)]
    found = plan.make([Broker(1, "", folders)], held, Wish())
    assert [one.within for one in found.changes] == [{1: "/b"}] * 5
    assert found.bytes == 0


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        pytest.param(Wish(leaving=frozenset([7])), "There is no broker 7, which is to leave", id="unknown broker"),
        pytest.param(Wish(leaving=frozenset([1, 2])), "All brokers that run are to leave", id="all brokers"),
        pytest.param(
            Wish(leaving=frozenset([1])),
            "t-0 has 2 replicas, and no other broker to take one: broker 2 has it",
            id="few",
        ),
        pytest.param(
            Wish(replication={"u": 2}), "There is no topic u, which is to have 2 replicas", id="unknown topic"
        ),
        pytest.param(Wish(replication={"t": 3}), "t is to have 3 replicas, and 2 brokers can", id="too many replicas"),
        pytest.param(Wish(replication={"t": 0}), "t is to have 0 replicas", id="no replicas"),
    ],
)
def test_a_wish_that_cannot_be_fulfilled_is_refused(wish, said):
    with pytest.raises(GroundworkError) as raised:
        plan.make([broker(1), broker(2)], [partition("t-0", 1, 2)], wish)
    assert said in str(raised.value)


def test_a_replica_that_finds_no_room_is_refused_with_what_there_is():
    with pytest.raises(GroundworkError) as raised:
        plan.make([broker(1), broker(2, room=5)], [partition("t-0", 1, size=6)], Wish(leaving=frozenset([1])))
    assert "A replica of t-0 of 6.0 GiB finds no room" in str(raised.value)
    assert "5.0 GiB at most on broker 2" in str(raised.value)


@pytest.mark.parametrize("wish", [Wish(leaving=frozenset([1])), Wish(replication={"t": 2})])
def test_what_nobody_leads_cannot_leave_or_have_other_replicas(wish):
    with pytest.raises(GroundworkError, match="t-0 has no leader, so nobody can copy it, or give a replica up"):
        plan.make([broker(1), broker(2)], [partition("t-0", 1, leader=None)], wish)


@pytest.mark.parametrize(("racks", "leaving"), [(0, frozenset()), (3, frozenset([1]))])
def test_ten_thousand_partitions_are_planned_in_ten_seconds(racks, leaving):
    """In the time of this process, as other ones may have the machine."""
    made = clusters.made(random.Random(1), 30, 6, racks, 10000)  # noqa: S311
    begun = time.process_time()
    found = plan.make(made.brokers, made.partitions, Wish(leaving=leaving))
    assert time.process_time() - begun < 10
    assert found.after.rack_faults == 0
    assert [number for number, what in found.unbalanced() if what != "leaders"] == []
