# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What speaks against changes: each check has a case in which it fails, and the same without the fault."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import checks
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Change, Folder, Partition

GIB = 1 << 30


def brokers(room: int = 100, dead: int = 0):
    racks = {1: "a", 2: "b", 3: "a", 4: "c"}
    folders = (Folder("/d", 200 * GIB, room * GIB),)
    return [Broker(number, rack, folders, number != dead) for number, rack in racks.items()]


def partition(isr=(1, 2), min_isr=1, leader: int | None = 1):
    return Partition("t", 0, (1, 2), 6 * GIB, tuple(isr), min_isr, leader, {1: "/d", 2: "/d"})


def change(*after, **named):
    return Change("t", 0, (1, 2), after, 6 * GIB, **named)


SINGLE = Partition("t", 0, (1,), 6 * GIB, (1,), 2, 1)
THREE = Partition("t", 0, (1, 2, 4), 6 * GIB, (1, 2, 4), 2, 1)


@pytest.mark.parametrize(
    ("cluster", "held", "wanted", "said"),
    [
        pytest.param(
            brokers(), partition(leader=None), change(4, 2), "Nobody leads t-0, so nobody can copy it", id="offline"
        ),
        pytest.param(
            brokers(dead=4), partition(), change(4, 2), "Broker 4 is to take t-0, and it does not run", id="dead"
        ),
        pytest.param(
            brokers(), partition(isr=[1]), change(2), "t-0 would lose all replicas that are in sync", id="none in sync"
        ),
        pytest.param(
            brokers(),
            partition(isr=[1], min_isr=2),
            change(2, 4),
            "Fewer replicas of t-0 (1 of 2) would be in sync than min.insync.replicas asks for",
            id="fewer than the min ISR",
        ),
        pytest.param(
            brokers(),
            THREE,
            Change("t", 0, (1, 2, 4), (1, 2), 6 * GIB),
            "No more replicas of t-0 (2 of 2) would be left than",
            id="none to spare",
        ),
        pytest.param(
            brokers(room=5),
            partition(),
            change(4, 2),
            "6.0 GiB are to come to /d of broker 4, which has 5.0 GiB free for them, with 5% of its file system left",
            id="no room anywhere",
        ),
        pytest.param(
            brokers(room=5),
            partition(),
            change(4, 2, log_dirs={4: "/d"}),
            "6.0 GiB are to come to /d",
            id="no room there",
        ),
        pytest.param(
            brokers(), partition(), change(1, 3), "Replicas of t-0 would share a rack that need not", id="rack"
        ),
    ],
)
def test_what_is_not_to_be_begun_is_refused(cluster, held, wanted, said):
    with pytest.raises(GroundworkError) as raised:
        checks.check(cluster, [held], [wanted])
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("cluster", "held", "wanted"),
    [
        pytest.param(brokers(dead=3), partition(), change(4, 2), id="another broker is dead"),
        pytest.param(brokers(), partition(isr=[2]), change(2, 4), id="who is behind goes"),
        pytest.param(brokers(), partition(isr=[1]), change(3, 4), id="all are copied from the one in sync"),
        pytest.param(brokers(), partition(min_isr=2), change(4, 2), id="as many in sync as before"),
        pytest.param(brokers(), SINGLE, Change("t", 0, (1,), (4,), 6 * GIB), id="fewer than the min ISR anyway"),
        pytest.param(brokers(), partition(), change(1), id="a single replica is asked for"),
        pytest.param(brokers(room=6), partition(), change(4, 2), id="room for just that"),
        pytest.param(brokers(), partition(leader=None, isr=[]), change(1, 2), id="nothing changes"),
    ],
)
def test_what_may_be_begun_is_not_refused(cluster, held, wanted):
    checks.check(cluster, [held], [wanted] if wanted.before != wanted.after else [])


def test_of_a_plan_that_is_under_way_what_cannot_be_begun_yet_waits():
    """The broker that was asked still has a replica that is gone, and not the new one in sync."""
    stale = Partition("u", 0, (1, 2), GIB, (1,), 1, 1)
    late, fine = Change("u", 0, (1, 2), (2,), GIB), change(4, 2)
    assert checks.startable([partition(), stale], [late, fine]) == [fine]
    assert checks.startable([partition(leader=None), stale], [late, fine]) == []


def test_shared_racks_can_be_accepted():
    checks.check(brokers(), [partition()], [change(1, 3)], accept_shared_racks=True)


@pytest.mark.parametrize(("leaving", "refused"), [([], True), ([3], True), ([4], False)])
def test_a_rack_that_goes_as_a_whole_is_none_to_be_spread_over(leaving, refused):
    moved = Change("t", 0, (1, 2, 4), (1, 2, 3), 6 * GIB)
    if refused:
        with pytest.raises(GroundworkError, match="Replicas of t-0 would share a rack that need not"):
            checks.check(brokers(), [THREE], [moved], leaving=leaving)
    else:
        checks.check(brokers(), [THREE], [moved], leaving=leaving)


@pytest.mark.parametrize(
    ("dead", "wanted", "leaving", "missing"),
    [(0, [1, 2, 3, 4], [], []), (3, [1, 2, 3], [], ["3"]), (3, [1, 2, 3], [3], []), (3, [1, 2, 5], [], ["5"])],
)
def test_brokers_that_are_to_be_there_are_missed_unless_they_leave(dead, wanted, leaving, missing):
    said = checks.missing(brokers(dead=dead), wanted, leaving)
    assert [one.split()[1] for one in said] == missing


def test_two_changes_share_the_room():
    other = Partition("u", 0, (1,), 6 * GIB, (1,), 1, 1)
    wanted = [change(4, 2), Change("u", 0, (1,), (4,), 6 * GIB)]
    checks.check(brokers(room=12), [partition(), other], wanted)
    with pytest.raises(GroundworkError, match=r"12\.0 GiB are to come to /d of broker 4"):
        checks.check(brokers(room=11), [partition(), other], wanted)


@pytest.mark.parametrize(
    ("isr", "leaving", "refused"),
    [((1, 2), [], False), ((1,), [], True), ((1,), [2], False), ((2,), [2], True)],
)
def test_a_plan_that_was_worked_out_waits_for_what_is_behind(isr, leaving, refused):
    def held():
        checks.in_sync([partition(isr=isr)], [change(1, 4)], leaving)

    if refused:
        with pytest.raises(GroundworkError, match="t-0 is not in sync on all brokers; start those that are down"):
            held()
    else:
        held()
