# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import of_cluster
from ansible_collections.groundwork.kafka.plugins.module_utils.health.of_cluster import Log


def part(replicas, isr, leader=None, min_isr=2):
    return {
        "topic": "orders",
        "partition": 0,
        "leader": leader,
        "replicas": replicas,
        "isr": isr,
        "min_isr": min_isr,
    }


def by_name(readings):
    return {one.identity: one.value for one in readings}


WHOLE = part([1, 2, 3], [1, 2, 3], 1)
PARTITIONS = {
    "all is well": ([WHOLE], {}),
    "one is missing": ([WHOLE, part([2, 3, 1], [2, 3], 2)], {"under_replicated": 1, "at_min_isr": 1}),
    "two are missing": ([part([2, 3, 1], [2], 2)], {"under_replicated": 1, "under_min_isr": 1}),
    "none is left": (
        [part([2, 3, 1], [], None)],
        {"under_replicated": 1, "under_min_isr": 1, "offline_partitions": 1},
    ),
    "another one leads": ([part([2, 3, 1], [1, 2, 3], 1)], {"not_preferred": 1}),
    "one replica is all there is": ([part([1], [1], 1, min_isr=1)], {}),
    "min ISR is more than there are": ([part([1], [1], 1, min_isr=2)], {}),
}


@pytest.mark.parametrize(("partitions", "wanted"), PARTITIONS.values(), ids=PARTITIONS)
def test_what_partitions_tell(partitions, wanted) -> None:
    found = by_name(of_cluster.of_partitions(partitions, [1, 2, 3]))
    counted = ("under_replicated", "under_min_isr", "at_min_isr", "offline_partitions", "not_preferred")
    assert {name: found[name] for name in counted} == {**dict.fromkeys(counted, 0), **wanted}


def test_how_evenly_they_are_spread() -> None:
    uneven = [part([1, 2], [1, 2], 1), part([1, 2], [1, 2], 1), part([1, 3], [1, 3], 1)]
    found = by_name(of_cluster.of_partitions(uneven, [1, 2, 3]))
    assert (found["partitions_spread"], found["leaders_spread"]) == (1.5, 3)
    assert by_name(of_cluster.of_partitions([], [1, 2, 3]))["leaders_spread"] == 1


@pytest.mark.parametrize(
    ("brokers", "controller", "wanted"),
    [
        ([{"id": 1, "fenced": False}, {"id": 2, "fenced": True}], 1, (1, 1, 1)),
        ([{"id": 1, "fenced": False}], None, (0, 0, 1)),
    ],
)
def test_who_takes_part(brokers, controller, wanted) -> None:
    found = by_name(of_cluster.of_brokers(brokers, controller))
    assert tuple(found[name] for name in ("active_controllers", "fenced_brokers", "active_brokers")) == wanted


def member(number, seconds):
    return {"id": number, "seconds_behind": seconds}


QUORUMS = {
    "in step": ({"leader_id": 1, "voters": [member(1, 0), member(2, 0.5)], "observers": []}, (1, 0.5, 0)),
    "one is behind": (
        {"leader_id": 1, "voters": [member(2, 90.0), member(3, 1)], "observers": [member(4, 7)]},
        (1, 90, 7),
    ),
    "one is not known": ({"leader_id": 2, "voters": [member(2, 0), member(3, None)], "observers": []}, (2, None, 0)),
    "nobody leads": ({"leader_id": None, "voters": [], "observers": []}, (-1, 0, 0)),
    "no answer": (None, (-1, None, None)),
}


@pytest.mark.parametrize(("quorum", "wanted"), QUORUMS.values(), ids=QUORUMS)
def test_what_the_quorum_tells(quorum, wanted) -> None:
    readings = of_cluster.of_quorum(quorum, "it is silent")
    found = by_name(readings)
    names = ("quorum_leader", "quorum_voters_behind", "quorum_observers_behind")
    assert tuple(found[name] for name in names) == wanted
    assert [one.identity for one in readings if (one.value is None) != bool(one.missing)] == []


def test_what_the_folders_of_a_broker_tell() -> None:
    disks = [
        {"path": "/a", "error": "", "total": 100, "usable": 15},
        {"path": "/b", "error": "KafkaStorageError", "total": -1, "usable": -1},
        {"path": "/c", "error": "", "total": None, "usable": None},
    ]
    found = of_cluster.of_disks(1, disks)
    assert [(one.identity, one.subject, one.value) for one in found] == [
        ("answering", "broker 1", 1),
        ("offline_log_dirs", "broker 1", 1),
        ("log_dir_free", "broker 1 /a", 0.15),
        ("log_dir_free", "broker 1 /c", None),
    ]
    assert "does not tell" in found[-1].missing


def test_a_broker_that_is_silent_is_not_known_to_be_well() -> None:
    found = of_cluster.silent(2, "no answer within 15 s")
    assert [(one.identity, one.value) for one in found] == [
        ("answering", 0),
        ("offline_log_dirs", None),
        ("log_dir_free", None),
    ]


PART = ("orders", 0)
GROUPS = {
    "caught up": ({PART: 100}, Log(50, 100), {"group_lag": 0, "group_lead": 1}),
    "behind, and nothing was deleted": ({PART: 0}, Log(0, 100), {"group_lag": 100, "group_lead": 1}),
    "behind, the retention far away": ({PART: 90}, Log(50, 100), {"group_lag": 10, "group_lead": 0.8}),
    "about to lose": ({PART: 52}, Log(50, 100), {"group_lag": 48, "group_lead": 0.04}),
    "has lost already": ({PART: 20}, Log(50, 100), {"group_lag": 80, "group_lead": 0}),
    "of a topic that is gone": ({("gone", 0): 20}, Log(50, 100), {"group_lag": 0, "group_lead": 1}),
}


def test_a_group_whose_partition_nobody_leads_is_not_known_to_be_well() -> None:
    """It was left out, and where it was the only one the cluster's groups were told to be normal."""
    silent = ("orders", 1)
    found = of_cluster.of_groups({"billing": {PART: 100, silent: 3}}, {PART: Log(50, 100)}, {silent})
    assert [(one.identity, one.subject, one.value) for one in found] == [
        ("group_lag", "group billing", None),
        ("group_lead", "group billing", None),
    ]
    assert {one.missing for one in found} == {"nobody leads orders-1"}


@pytest.mark.parametrize(("offsets", "log", "wanted"), GROUPS.values(), ids=GROUPS)
def test_how_far_a_group_is_behind(offsets, log, wanted) -> None:
    assert by_name(of_cluster.of_groups({"billing": offsets}, {PART: log})) == wanted
