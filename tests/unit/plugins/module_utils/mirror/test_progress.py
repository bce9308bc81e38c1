# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How far a flow is, by records as Kafka Connect writes them."""

from __future__ import annotations

import json

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import progress
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror.progress import Standing, State

COPIES, TRANSLATES = "MirrorSourceConnector", "MirrorCheckpointConnector"


def status(name, state, trace=None):
    told = {"state": state, "trace": trace, "worker_id": "mm1:8083/a/b", "generation": 3}
    return (f"status-{name}".encode(), json.dumps(told).encode())


def offset(topic, partition, told, cluster="berlin", connector=COPIES):
    key = [connector, {"cluster": cluster, "partition": partition, "topic": topic}]
    return (json.dumps(key).encode(), json.dumps(told).encode() if told else None)


def test_the_last_state_of_each_counts():
    records = [
        status("connector-MirrorSourceConnector", "UNASSIGNED"),
        status("connector-MirrorSourceConnector", "RUNNING"),
        status("task-MirrorSourceConnector-0", "FAILED", "org.apache.kafka.AuthException: no\n\tat x\n"),
        status("task-MirrorSourceConnector-1", "RUNNING"),
        (b"status-task-MirrorSourceConnector-1", None),
        (b"status-topic-a", b"{}"),
        (b"status-task-x-0", b"{"),
        (None, b"{}"),
    ]
    assert progress.states(records) == {
        COPIES: State("RUNNING", "mm1:8083/a/b"),
        f"{COPIES}-0": State("FAILED", "mm1:8083/a/b", "org.apache.kafka.AuthException: no"),
    }


def test_the_offset_behind_the_last_copied_record_is_told():
    records = [
        offset("orders", 0, {"offset": 4}),
        offset("orders", 0, {"offset": 9}),
        offset("orders", 1, {"offset": 7}),
        offset("orders", 1, None),
        offset("orders", 2, {"offset": 7}, cluster="paris"),
        offset("orders", 3, {"offset": 7}, connector=TRANSLATES),
        (b"no json", b"{}"),
    ]
    assert progress.copied(records, "berlin") == {("orders", 0): 10}


TOO_MANY = (
    "in its group, which is to have 2 hosts: on those it is no longer meant for run "
    "systemctl disable --now kafka-mirror-maker"
)
RUNS = {COPIES: State("RUNNING", "w"), TRANSLATES: State("RUNNING", "w")}


@pytest.mark.parametrize(
    ("states", "members", "told"),
    [
        pytest.param(RUNS, 2, [], id="runs"),
        pytest.param({COPIES: RUNS[COPIES]}, 2, [f"{TRANSLATES} is not there yet"], id="not there"),
        pytest.param(
            {**RUNS, f"{COPIES}-0": State("FAILED", "w", "why")}, 2, [f"{COPIES}-0 is FAILED on w (why)"], id="failed"
        ),
        pytest.param({**RUNS, f"{COPIES}-0": State("UNASSIGNED", "w")}, 2, [], id="on its way"),
        pytest.param({**RUNS, COPIES: State("PAUSED", "w")}, 2, [f"{COPIES} is PAUSED on w"], id="paused"),
    ],
)
def test_what_keeps_a_flow_from_running(states, members, told):
    assert progress.unsettled(states, group(*range(1, members + 1)), 2) == told


def group(*numbers):
    return {f"mm{number}:8083": f"10.0.0.{number}" for number in numbers}


@pytest.mark.parametrize(
    ("members", "workers", "told"),
    [
        ([1, 2], [1, 2], []),
        ([1, 2], [1], []),
        ([1], [], ["1 of 2 hosts are in its group"]),
        ([1], [1], ["1 of 2 hosts are in its group"]),
        ([1], [1, 2], ["mm2:8083 is not in its group"]),
        ([1, 2, 3], [1, 2], [f"mm3:8083 from 10.0.0.3 is {TOO_MANY}"]),
        ([1, 3], [1, 2], ["mm2:8083 is not in its group", f"mm3:8083 from 10.0.0.3 is {TOO_MANY}"]),
        ([1, 2, 3], [1], [f"mm2:8083 from 10.0.0.2, mm3:8083 from 10.0.0.3 are {TOO_MANY}"]),
    ],
)
def test_hosts_that_are_missing_and_others_that_run_on(members, workers, told):
    names = [f"MM{number}:8083" for number in workers]
    assert progress.unsettled(RUNS, group(*members), 2, names) == told


@pytest.mark.parametrize(
    ("metadata", "worker"),
    [
        (b"\0\2\0\x10http://MM1:8083/\0\0\0\0\0\0\0\1\0\0", "mm1:8083"),
        (b"\0\2\0\x14http://[fd00::1]:80/\0", "[fd00::1]:80"),
        (b"\0\1\0\0", ""),
        (b"", ""),
    ],
)
def test_where_a_member_answers(metadata, worker):
    assert progress.worker(metadata) == worker


def test_what_is_not_copied():
    ends, starts = {("a", 0): 10, ("a", 1): 10, ("a", 2): 10, ("a", 3): 0}, {("a", 2): 10}
    left = progress.behind({("a", 0): 10, ("a", 1): 4}, ends, starts)
    assert left == {("a", 0): 0, ("a", 1): 6, ("a", 2): 0, ("a", 3): 0}
    assert progress.not_copied(left) == ["not all is copied of a-1 (6)"]
    assert progress.behind({("a", 0): 11}, ends, starts)["a", 0] == 10, "a topic of this name was there before"
    assert progress.not_copied({("a", 0): 0}) == []


@pytest.mark.parametrize(
    ("in_source", "in_copy", "told"),
    [
        (0, 0, []),
        (0, 1, []),
        (0, 2, ["not yet the last offset is translated of g (a-0)"]),
        (5, 9, []),
        (5, None, ["no offset is translated of g (a-0)"]),
    ],
)
def test_groups_that_would_not_go_on_where_they_are(in_source, in_copy, told):
    assert progress.not_translated([Standing("g", "a", 0, in_source, in_copy)]) == told


def test_what_a_flow_takes():
    assert progress.taken("orders", ["ord.*"], ["__.*"])
    assert not progress.taken("orders", ["ord"], [])
    assert not progress.taken("__orders", [".*"], ["__.*"])
    assert (progress.copy_of("a", "berlin", False), progress.copy_of("a", "berlin", True)) == ("berlin.a", "a")
