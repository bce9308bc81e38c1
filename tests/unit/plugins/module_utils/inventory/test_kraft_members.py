# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_members


def storage(number, cluster_id=""):
    return {"changed": False, "storage": {"node_id": number, "cluster_id": cluster_id}}


READ = {"c1": storage(1, "A"), "c2": storage(2), "k1": storage(11), "k2": {}, "k3": {"skipped": True}}
CONTROLLERS = {"c1": "c1:9093", "c2": "c2:9093"}
MEMBERS = kraft_members.members(READ, CONTROLLERS)


def test_members_are_the_hosts_that_were_read() -> None:
    assert [(one["host"], one["controller"], one["address"]) for one in MEMBERS] == [
        ("c1", True, "c1:9093"),
        ("c2", True, "c2:9093"),
        ("k1", False, ""),
    ]
    assert MEMBERS[1]["storage"] == {"node_id": 2, "cluster_id": ""}


def test_only_controllers_that_this_run_has_formatted_are_to_join() -> None:
    formatted = {"c1": {"changed": False}, "c2": {"changed": True}, "k1": {"changed": True}, "k2": {}}
    assert kraft_members.joining(MEMBERS, formatted) == [2]


def test_who_holds_nothing_yet_is_let_in() -> None:
    principals = {"c1": "User:CN=c1", "c2": "User:CN=c2,O=E", "k1": "User:CN=k1"}
    users = kraft_members.newcomers(MEMBERS, principals, list(principals.values()))
    assert users == [
        {"name": "CN=c2,O=E", "acls": [{"resource": "cluster", "operations": ["cluster_action", "alter"]}]},
        {"name": "CN=k1", "acls": [{"resource": "cluster", "operations": ["cluster_action"]}]},
    ]


def test_who_is_no_super_user_is_not_let_in() -> None:
    assert kraft_members.newcomers(MEMBERS, {"c2": "User:CN=c2"}, ["User:CN=c1"]) == []
