# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is asked of a made-up cluster, and what its answers come to; tests/admin asks real ones."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kafka import TopicPartition
from kafka.admin import OffsetSpec
from kafka.errors import CoordinatorLoadInProgressError, GroupAuthorizationFailedError, NoError, UnknownMemberIdError
from kafka.structs import OffsetAndMetadata

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import groups_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.groups_wanted import Group
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

ENDS = {OffsetSpec.EARLIEST: 10, OffsetSpec.LATEST: 90}


class Made:
    """Of kafka-python's client what groups need; orders has two partitions, of which the second has no leader."""

    def __init__(self):
        self.positions = {"billing": {("orders", 0): 50, ("gone", 1): 3}, "newer": {("orders", 0): 20}, "shares": {}}
        self.types = {"newer": "consumer", "shares": "share"}
        self.wrote = []
        self.refusal = NoError
        self.hidden, self.may = {}, ["DESCRIBE", "CREATE"]
        self.described = []

    def describe_cluster(self):
        return {"authorized_operations": self.may}

    def list_groups(self):
        return [
            {
                "group_id": name,
                "group_type": self.types.get(name, "classic"),
                "protocol_type": "consumer",
                "group_state": "Empty",
            }
            for name in self.positions
            if name not in self.hidden
        ]

    def list_group_offsets(self, asked):
        return {
            name: {TopicPartition(*part): OffsetAndMetadata(at) for part, at in self.positions[name].items()}
            for name in asked
            if self.types.get(name) != "share"
        }

    def describe_groups(self, names):
        assert "newer" not in names
        self.described += names
        if names == ["absent"]:
            return {"absent": {"state": "Dead", "error": None}}
        for refused in (self.hidden[name] for name in names if name in self.hidden):
            if isinstance(refused, Exception):
                raise refused
            return {name: {"state": "", "members": [], "error": refused} for name in names}
        return {name: {"members": [{"client_id": "c1", "client_host": "/10.0.0.1"}]} for name in names}

    def describe_topics(self):
        return [
            {
                "name": "orders",
                "partitions": [{"partition_index": 0, "leader_id": 1}, {"partition_index": 1, "leader_id": -1}],
            }
        ]

    def list_partition_offsets(self, asked):
        assert all(part == TopicPartition("orders", 0) for part in asked)
        return {
            part: SimpleNamespace(offset=ENDS[spec] if isinstance(spec, OffsetSpec) else {5: 33}.get(spec, -1))
            for part, spec in asked.items()
        }

    def alter_group_offsets(self, name, asked):
        self.wrote.append((name, {tuple(part): at.offset for part, at in asked.items()}))
        if self.refusal is NoError:
            self.positions.setdefault(name, {}).update((tuple(part), at.offset) for part, at in asked.items())
        return dict.fromkeys(asked, self.refusal)

    def delete_groups(self, names):
        self.wrote.append(("delete", names))
        for name in names:
            self.positions.pop(name)
        return dict.fromkeys(names, "OK" if self.refusal is NoError else self.refusal.__name__)


def test_all_groups_are_shown_where_none_is_named():
    shown = groups_admin.run(Made(), [], False)
    assert (shown["changed"], [one["name"] for one in shown["groups"]]) == (False, ["billing", "newer", "shares"])
    assert shown["groups"][0]["members"] == ["c1 (10.0.0.1)"]
    assert [one["lag"] for one in shown["groups"][0]["positions"]] == [None, 40]


@pytest.mark.parametrize(
    "refused",
    [GroupAuthorizationFailedError(), "[Error 30] GroupAuthorizationFailedError: Group authorization failed."],
)
def test_a_group_that_may_not_be_looked_at_is_not_taken_for_one_that_is_absent(refused):
    made = Made()
    made.hidden, made.may = {"billing": refused}, ["CREATE"]
    with pytest.raises(GroundworkError) as raised:
        groups_admin.run(made, [Group("absent", present=False), Group("billing", present=False)], True)
    assert str(raised.value) == (
        "The group billing may not be looked at, so nobody can tell whether it is there; give the user the right to "
        "Describe on it, or on the cluster."
    )
    assert not groups_admin.run(made, [Group("absent", present=False)], True)["changed"]


@pytest.mark.parametrize(("may", "asked"), [(["DESCRIBE"], []), (["CREATE"], ["absent"]), (None, ["absent"])])
def test_who_is_shown_all_groups_asks_for_none_that_is_absent(may, asked):
    made = Made()
    made.may = may
    assert not groups_admin.run(made, [Group("absent", present=False)], True)["changed"]
    assert made.described == asked


@pytest.mark.parametrize(
    ("group", "at"),
    [
        (Group("billing", "earliest", topics={"orders": [0]}), 10),
        (Group("billing", "time", 5, {"orders": [0]}), 33),
        (Group("billing", "time", 6, {"orders": [0]}), 90),
    ],
)
def test_a_group_is_reset_once(group, at):
    made = Made()
    planned = groups_admin.run(made, [group], True)
    assert (planned["changed"], planned["groups"][0]["positions"][1]["position"], made.wrote) == (True, 50, [])
    done = groups_admin.run(made, [group], False)
    assert made.wrote == [("billing", {("orders", 0): at})]
    assert done["reset"] == [{"group": "billing", "topic": "orders", "partition": 0, "from": 50, "to": at}]
    assert done["groups"][0]["positions"][1]["position"] == at
    assert done["diff"]["before"] == "group billing\n  orders-0: 50 of 10 to 90\n"
    assert not groups_admin.run(made, [group], False)["changed"]


def test_groups_are_deleted_and_shown_no_more():
    made = Made()
    wanted = [Group("billing", present=False), Group("newer", present=False)]
    done = groups_admin.run(made, wanted, False)
    assert (done["deleted"], done["groups"], made.wrote) == (
        ["billing", "newer"],
        [],
        [("delete", ["billing", "newer"])],
    )
    assert not groups_admin.run(made, wanted, False)["changed"]


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        (
            Group("billing", "latest", topics={"orders": [0]}),
            "The cluster did not reset the group billing in orders-0 (UnknownMemberIdError); see that it has no",
        ),
        (Group("newer", present=False), "The cluster did not delete the group newer (UnknownMemberIdError); see that"),
    ],
)
def test_what_the_cluster_refuses_is_told(group, sentence):
    made = Made()
    made.refusal = UnknownMemberIdError
    with pytest.raises(GroundworkError) as error:
        groups_admin.run(made, [group], False)
    assert str(error.value).startswith(sentence)


def test_a_coordinator_that_still_reads_what_it_knows_is_waited_for(monkeypatch):
    made = Made()
    alter, early = made.alter_group_offsets, [CoordinatorLoadInProgressError] * 2

    def altered(name, asked):
        return dict.fromkeys(asked, early.pop()) if early else alter(name, asked)

    monkeypatch.setattr(made, "alter_group_offsets", altered)
    monkeypatch.setattr(groups_admin.time, "sleep", lambda _seconds: None)
    assert groups_admin.run(made, [Group("billing", "latest", topics={"orders": [0]})], False)["changed"]
    assert early == []


def test_a_coordinator_that_never_begins_is_told(monkeypatch):
    made = Made()
    made.refusal = CoordinatorLoadInProgressError
    monkeypatch.setattr(groups_admin, "_LOADING_SECONDS", -1)
    with pytest.raises(GroundworkError, match=r"did not reset the group billing in orders-0 \(CoordinatorLoad"):
        groups_admin.run(made, [Group("billing", "latest", topics={"orders": [0]})], False)


def test_a_consumer_that_came_meanwhile_is_told(monkeypatch):
    made = Made()
    monkeypatch.setattr(made, "alter_group_offsets", lambda _name, asked: dict.fromkeys(asked, NoError))
    with pytest.raises(
        GroundworkError, match=r"billing \(orders-0\) are not as they were put a moment ago; see that no"
    ):
        groups_admin.run(made, [Group("billing", "latest", topics={"orders": [0]})], False)
