# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Changes asked for some at a time, of a cluster that goes on by itself: it ends wherever a run was killed."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import steps, throttle
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Change
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.steps import Moving


def change(number: int, before, after, size: int = 3, **named):
    return Change("t", number, tuple(before), tuple(after), size, **named)


def numbers(found) -> list[int]:
    return [one.number for one in found]


def test_the_largest_come_first_and_no_broker_copies_more_than_so_many_at_once():
    changes = [change(0, [1], [2], 1), change(1, [1], [2], 9), change(2, [1], [3], 5), change(3, [4], [5], 2)]
    found = steps.step(changes, Moving(), 1)
    assert numbers(found.ask) == [1, 3]
    assert (found.left, found.bytes_left) == (4, 17)


def test_those_on_their_way_count():
    changes = [change(0, [1], [2]), change(1, [1], [2])]
    moving = Moving({("t", 0): (2,)}, {(("t", 0), 2): 1})
    found = steps.step(changes, moving, 1)
    assert (numbers(found.ask), numbers(found.on_their_way), found.bytes_left) == ([], [0], 5)
    assert numbers(steps.step(changes, moving, 2).ask) == [1]


def test_what_goes_elsewhere_is_asked_for_again():
    found = steps.step([change(0, [1], [2])], Moving({("t", 0): (3,)}), 1)
    assert numbers(found.ask) == [0]


def test_what_is_to_stay_where_it_was_is_turned_round():
    found = steps.step([change(0, [1], [1])], Moving({("t", 0): (1, 3)}), 1)
    assert (numbers(found.ask), found.bytes_left) == ([0], 0)


def test_what_copies_nothing_waits_for_nothing():
    changes = [change(0, [1], [2]), change(1, [1, 2], [2, 1]), change(2, [1, 2], [1])]
    moving = Moving({("t", 0): (2,)})
    found = steps.step(changes, moving, 1)
    assert (numbers(found.ask), found.bytes_left) == ([1, 2], 3)


def test_a_move_between_folders_counts_at_its_broker():
    changes = [change(0, [1], [1], log_dirs={1: "/b"}), change(1, [1], [2])]
    assert numbers(steps.step(changes, Moving(), 1).ask) == [0]
    under_way = Moving(copied={(("t", 0), 1): 2}, folders={(("t", 0), 1): "/b"})
    found = steps.step(changes, under_way, 1)
    assert (numbers(found.ask), numbers(found.on_their_way), found.bytes_left) == ([], [0], 4)


class Cluster:
    """What a cluster does that is asked: a part of each copy a tick, and the change when the copy is whole."""

    def __init__(self) -> None:
        self.replicas = {("t", number): (1 + number % 2, 3) for number in range(6)}
        self.targets: dict = {}
        self.copied: dict = {}
        self.limits: dict = {}

    def changes(self, wanted) -> list[Change]:
        return [
            change(key[1], self.replicas[key], after) for key, after in wanted.items() if self.replicas[key] != after
        ]

    def limit(self, changes) -> None:
        for one in throttle.edits(self.limits, throttle.wanted(changes, [1, 2, 3, 4], 7)):
            settings = self.limits.setdefault((one.kind, one.name), {})
            if one.value is None:
                del settings[one.key]
            else:
                settings[one.key] = one.value
        self.limits = {whose: settings for whose, settings in self.limits.items() if settings}

    def begin(self, changes) -> None:
        for one in changes:
            self.targets[one.key] = one.after
            self.copied.update({(one.key, number): 0 for number in one.adding})

    def tick(self) -> None:
        for key, after in list(self.targets.items()):
            new = [found for found in self.copied if found[0] == key]
            for found in new:
                self.copied[found] += 1
            if all(self.copied[found] >= 3 for found in new):
                self.replicas[key] = self.targets.pop(key)
                for found in new:
                    del self.copied[found]
            assert after

    def look_once(self, wanted, die_before: str = "") -> steps.Step | None:
        """One look of a run, which is killed before it does something; None then."""
        found = steps.step(self.changes(wanted), Moving(self.targets, self.copied), 2)
        if die_before == "limit":
            return None
        self.limit([*found.on_their_way, *found.ask])
        if die_before == "begin":
            return None
        self.begin(found.ask)
        return found


WANTED = {("t", number): (4, 3) for number in range(6)}


@pytest.mark.parametrize("die_before", ["limit", "begin", "look"])
@pytest.mark.parametrize("looks", range(8))
def test_the_next_run_ends_it_and_takes_the_limit_away_wherever_one_was_killed(looks, die_before):
    cluster = Cluster()
    for _look in range(looks):
        cluster.look_once(WANTED)
        cluster.tick()
    cluster.look_once(WANTED, die_before)
    for _tick in range(4):  # nobody looks, and the cluster goes on with what has begun
        cluster.tick()
    for _look in range(30):
        found = cluster.look_once(WANTED)
        assert len(found.ask) + len(found.on_their_way) <= 2
        assert bool(cluster.limits) == bool(found.left)
        if not found.left:
            break
        cluster.tick()
    assert cluster.replicas == WANTED
    assert cluster.limits == {}
