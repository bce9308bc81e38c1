# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where groups are reset to; orders holds 100 to 200 in its partition 0, and 0 to 50 in 1; gone-0 is not there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import groups
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.groups import Found, Known, Log, Plan
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.groups_wanted import Group
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

FIRST, SECOND, SILENT = ("orders", 0), ("orders", 1), ("silent", 0)
EMPTY = Found("Empty", "classic", (), {FIRST: 150, SECOND: 0})
KNOWN = Known(
    {
        "billing": EMPTY,
        "busy": Found("Stable", "classic", ["c1 (10.0.0.1)", "c2 (10.0.0.2)"], {FIRST: 150}),
        "newer": Found("Assigning", "consumer", (), {FIRST: 150}),
        "shares": Found("Empty", "share"),
        "stale": Found("Empty", "classic", (), {("gone", 0): 7}),
        "dark": Found("Empty", "classic", (), {SILENT: 7}),
        "none": Found("Empty", "classic"),
    },
    {"orders": [0, 1], "silent": [0]},
    {FIRST: Log(100, 200), SECOND: Log(0, 50)},
)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        pytest.param(Group("billing"), {}, id="shown"),
        pytest.param(Group("billing", "earliest"), {FIRST: 100}, id="the beginning"),
        pytest.param(Group("billing", "latest"), {FIRST: 200, SECOND: 50}, id="the end"),
        pytest.param(Group("billing", "latest", topics={"orders": [1]}), {SECOND: 50}, id="of one partition"),
        pytest.param(Group("billing", "offset", 150, {"orders": [0]}), {}, id="where it stands"),
        pytest.param(Group("billing", "offset", 0, {"orders": [1]}), {}, id="the first"),
        pytest.param(Group("billing", "shift", 20), {FIRST: 170, SECOND: 20}, id="forwards"),
        pytest.param(Group("billing", "shift", -20), {FIRST: 130}, id="backwards"),
        pytest.param(Group("billing", "shift", -1000), {FIRST: 100}, id="no further than the beginning"),
        pytest.param(Group("billing", "shift", 1000), {FIRST: 200, SECOND: 50}, id="no further than the end"),
        pytest.param(Group("none", "shift", -5, {"orders": [0]}), {FIRST: 195}, id="from the end without a position"),
        pytest.param(Group("billing", "time", 1), {FIRST: 120, SECOND: 50}, id="a moment"),
        pytest.param(Group("billing", "positions", given={FIRST: 101}), {FIRST: 101}, id="one position"),
        pytest.param(
            Group("new", "earliest", topics={"orders": []}, may_be_new=True), {FIRST: 100, SECOND: 0}, id="a new group"
        ),
        pytest.param(Group("busy", "offset", 150), {}, id="with members and nothing to do"),
    ],
)
def test_where_a_group_is_to_stand(group, expected):
    known = replace(KNOWN, times={"billing": {FIRST: 120, SECOND: None}})
    assert groups.plan([group], known) == (Plan(reset={group.name: expected}) if expected else Plan())


def test_a_group_without_members_is_deleted_and_one_that_is_not_there_is_not():
    planned = groups.plan([Group("stale", present=False), Group("missing", present=False)], KNOWN)
    assert (planned, bool(planned), bool(Plan())) == (Plan(deleted=["stale"]), True, False)


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        pytest.param(
            Group("busy", "earliest"),
            "The group busy has c1 (10.0.0.1), c2 (10.0.0.2) as members, and nothing is reset beside them; stop its "
            "consumers first, and wait until their session.timeout.ms is over where they were killed.",
            id="members",
        ),
        pytest.param(Group("newer", "latest"), "The group newer is Assigning, and nothing is reset", id="nameless"),
        pytest.param(Group("busy", present=False), "The group busy has c1 (10.0.0.1), c2 (10.0.0.2) as", id="deleted"),
        pytest.param(Group("missing", "latest"), "There is no group missing in this cluster; give the", id="not there"),
        pytest.param(Group("shares", "latest"), "The group shares is a share group, which has no", id="a share group"),
        pytest.param(Group("none", "latest"), "The group none has no position; name the topics in", id="no position"),
        pytest.param(
            Group("billing", "latest", topics={"order": []}),
            "The group billing is to be reset in order, which this cluster does not have; correct the name.",
            id="no topic",
        ),
        pytest.param(
            Group("billing", "latest", topics={"orders": [0, 2]}),
            "The group billing is to be reset in orders-2, which this cluster does not have; leave it out.",
            id="no partition",
        ),
        pytest.param(
            Group("stale", "latest"),
            "The group stale is to be reset in gone-0, which this cluster does not have; name the topics that it is",
            id="a topic that is gone",
        ),
        pytest.param(Group("dark", "latest"), "silent-0 of the group dark has no leader; start the", id="no leader"),
        pytest.param(
            Group("billing", "offset", 99),
            "The group billing would stand at 99 in orders-0, which holds 100 to 200; give an offset between these.",
            id="before the beginning",
        ),
        pytest.param(
            Group("billing", "positions", given={SECOND: 51}),
            "The group billing would stand at 51 in orders-1, which holds 0 to 50; give an offset between these.",
            id="behind the end",
        ),
    ],
)
def test_one_sentence_tells_what_is_never_done(group, sentence):
    with pytest.raises(GroundworkError) as error:
        groups.plan([Group("billing", "earliest"), group], KNOWN)
    assert str(error.value).startswith(sentence)


def test_what_a_client_calls_itself_steers_no_terminal():
    found = Found("Stable", "classic", ["\x1b[2Jc\n (10.0.0.1)"], {FIRST: 150})
    known = Known({"busy": found}, KNOWN.partitions, KNOWN.logs)
    with pytest.raises(GroundworkError) as error:
        groups.plan([Group("busy", "earliest")], known)
    assert "has \\x1b[2Jc\\x0a (10.0.0.1) as members" in str(error.value)


def test_positions_are_shown_with_what_the_partition_holds():
    shown = groups.shown(["stale", "billing", "missing"], KNOWN)
    assert shown[0]["positions"] == [
        {"topic": "gone", "partition": 0, "position": 7, "start": None, "end": None, "lag": None}
    ]
    assert shown[1] == {
        "name": "billing",
        "state": "Empty",
        "type": "classic",
        "members": [],
        "positions": [
            {"topic": "orders", "partition": 0, "position": 150, "start": 100, "end": 200, "lag": 50},
            {"topic": "orders", "partition": 1, "position": 0, "start": 0, "end": 50, "lag": 50},
        ],
    }
    assert len(shown) == 2


def test_the_diff_has_what_changes_alone():
    wanted = [
        Group("billing", "earliest"),
        Group("stale", present=False),
        Group("new", "latest", topics={"orders": [1]}, may_be_new=True),
    ]
    assert groups.texts(groups.plan(wanted, KNOWN), KNOWN) == (
        "group billing\n  orders-0: 150 of 100 to 200\ngroup stale\n  gone-0: 7\n",
        "group billing\n  orders-0: 100 of 100 to 200\ngroup new\n  orders-1: 50 of 0 to 50\n",
    )
