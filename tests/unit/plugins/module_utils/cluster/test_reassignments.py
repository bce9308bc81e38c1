# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a cluster tells of its replicas, as the utility ``cluster.state`` gives it, made ready for the planner."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import log_dirs, reassignments, state
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Change

GIB = 1 << 30


def disk(path: str, *replicas, usable: int = 150, total: int = 200):
    return {
        "path": path,
        "error": "",
        "total": total * GIB,
        "usable": usable * GIB,
        "replicas": [
            {"topic": "t", "partition": number, "size": size * GIB, "coming": coming}
            for number, size, coming in replicas
        ],
    }


def held(number: int, *replicas, leader: int | None = 1, isr=(1, 2)):
    return {
        "topic": "t",
        "partition": number,
        "leader": leader,
        "replicas": list(replicas),
        "isr": list(isr),
        "min_isr": 1,
    }


@pytest.fixture
def read(monkeypatch):
    """What is read of a cluster of three brokers, of which the third is fenced."""

    def run(partitions, under_way=(), dirs=None):
        folders = {1: [disk("/a", (0, 8, False))], 2: [disk("/a", (0, 7, False))], **(dirs or {})}
        brokers = [{"id": number, "rack": "r", "fenced": number == 3} for number in (1, 2, 3)]
        monkeypatch.setattr(state, "brokers_of", lambda _described: brokers)
        monkeypatch.setattr(reassignments, "_HEARD_SECONDS", 0)
        monkeypatch.setattr(log_dirs, "read", lambda _client, number: folders[number])
        monkeypatch.setattr(state, "reassignments", lambda _client: list(under_way))
        monkeypatch.setattr(state, "partitions", lambda _client: list(partitions))
        return reassignments.read(type("Client", (), {"describe_cluster": lambda _self: None})())

    return run


def test_a_partition_is_as_large_as_where_it_is_led(read):
    found = read([held(0, 2, 1)])
    assert (found.partitions[0].size, found.partitions[0].folders) == (8 * GIB, {1: "/a", 2: "/a"})


def test_five_percent_of_a_disk_are_no_room_and_a_fenced_broker_does_not_live(read):
    found = read([held(0, 1, 2)])
    assert [one.live for one in found.brokers] == [True, True, False]
    assert [folder.room for one in found.brokers for folder in one.folders] == [140 * GIB] * 2


UNDER_WAY = {"topic": "t", "partition": 0, "replicas": [2, 1], "adding": [2], "removing": [1]}


def test_what_is_under_way_is_where_it_was_and_where_it_will_be(read):
    found = read([held(0, 2, 1, isr=[1])], [UNDER_WAY])
    assert (found.partitions[0].replicas, found.arrived[0].replicas) == ((1,), (2,))
    assert found.moving.copied == {(("t", 0), 2): 7 * GIB}
    assert found.with_what_is_under_way([]) == [Change("t", 0, (1,), (2,), 8 * GIB)]


def test_a_broker_that_has_not_heard_what_has_ended_is_asked_again(read, monkeypatch):
    """With the replica that goes and the one that came it would be planned as a partition that has three."""
    told = iter([[held(0, 1, 3, 2)], [held(0, 1, 3)], [held(0, 1, 3)]])
    read([held(0, 1, 2)])
    monkeypatch.setattr(state, "partitions", lambda _client: next(told))
    found = reassignments.read(type("Client", (), {"describe_cluster": lambda _self: None})())
    assert (found.partitions[0].replicas, list(told)) == ((1, 3), [])


def test_what_has_not_come_yet_is_no_room_any_more(read):
    found = read([held(0, 2, 1, isr=[1])], [UNDER_WAY])
    assert found.brokers[1].folders[0].room == 139 * GIB


def test_a_plan_for_what_will_be_is_a_change_of_what_was(read):
    found = read([held(0, 2, 1, isr=[1]), held(1, 1, 2)], [UNDER_WAY])
    changes = found.with_what_is_under_way([Change("t", 1, (1, 2), (2, 1)), Change("t", 0, (2,), (2, 1))])
    assert [(one.before, one.after) for one in changes] == [((1,), (2, 1)), ((1, 2), (2, 1))]


def test_a_move_between_folders_is_under_way_too(read):
    two = [disk("/a", (0, 8, False)), disk("/b", (0, 3, True), usable=60)]
    found = read([held(0, 1, 2)], dirs={1: two})
    assert found.moving.folders == {(("t", 0), 1): "/b"}
    assert found.moving.copied == {(("t", 0), 1): 3 * GIB}
    assert [one.within for one in found.with_what_is_under_way([])] == [{1: "/b"}]
    assert [folder.room for folder in found.brokers[0].folders] == [140 * GIB, 45 * GIB]


def test_what_is_to_stay_where_it_was_after_all_is_asked_for_and_a_move_between_folders_is_not(read, monkeypatch):
    found = read([held(0, 2, 1, isr=[1])], [UNDER_WAY])
    back = found.with_what_is_under_way([Change("t", 0, (2,), (1,))])
    assert [(one.before, one.after) for one in back] == [((1,), (1,))]
    asked = {}
    monkeypatch.setattr(reassignments, "_alter", lambda _client, wanted: asked.update(wanted))
    monkeypatch.setattr(log_dirs, "move", lambda *_given: {})
    reassignments.begin(None, [*back, Change("t", 1, (1,), (1,), log_dirs={1: "/b"})])
    assert asked == {("t", 0): [1]}
