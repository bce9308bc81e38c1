# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

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


def stored(host, number, cluster_id="", **more):
    held = {"node_id": number, "cluster_id": cluster_id, "unformatted": [] if cluster_id else ["/data"]}
    return {"inventory_hostname": host, "kafka_stored": {"storage": held}, **more}


def describe(hosts, **given):
    defaults = {
        "host": "c1",
        "controllers": ["c1", "c2"],
        "brokers": ["k1"],
        "controller_port": "9094",
        "controllers_join": True,
        "begun": False,
        "configured": True,
    }
    return kraft_members.describe(hosts, kraft_members.Given(**{**defaults, **given}))


MADE, PENDING = {"kafka_formatted": {"changed": True}}, {"kafka_configured": {"pending": True}}
UNREAD = {"inventory_hostname": "k2"}
HOSTS = [stored("c1", 1, "A"), stored("c2", 2, ansible_host="10.0.0.2", **MADE), stored("k1", 11, **MADE), UNREAD]


def test_what_hosts_hold_of_their_cluster() -> None:
    found = describe(iter(HOSTS))
    assert [(one["host"], one["controller"], one["address"]) for one in found["members"]] == [
        ("c1", True, "c1:9094"),
        ("c2", True, "10.0.0.2:9094"),
        ("k1", False, ""),
    ]
    assert (found["unread"], found["unformatted"], found["others"]) == (["k2"], ["c2", "k1"], ["10.0.0.2:9094"])
    assert describe(HOSTS, host="k1")["others"] == ["c1:9094", "10.0.0.2:9094"]


@pytest.mark.parametrize(
    ("given", "joining"),
    [
        pytest.param({}, [2], id="by itself"),
        pytest.param({"controllers_join": False}, [], id="a version where somebody has to add it"),
        pytest.param({"controllers_join": False, "begun": True}, [2], id="the first voters of a new cluster"),
        pytest.param({"brokers": []}, [], id="nobody to be asked"),
    ],
)
def test_which_controllers_are_waited_for(given, joining) -> None:
    assert describe(HOSTS, **given)["joining"] == joining


NEW = [stored("c1", 1), stored("c2", 2)]


@pytest.mark.parametrize(
    ("hosts", "configured", "runs"),
    [
        pytest.param(NEW, True, False, id="a new one"),
        pytest.param(NEW, False, False, id="a new one of which no file was written"),
        pytest.param(HOSTS, True, False, id="one that is down, or younger than its files"),
        pytest.param(HOSTS, False, True, id="one that nobody has looked at"),
        pytest.param([*NEW, {"inventory_hostname": "k1", **PENDING}], True, True, id="one older than its files"),
        pytest.param([*NEW, {"inventory_hostname": "k1", **PENDING}], False, True, id="the same, seen by another host"),
    ],
)
def test_whether_the_cluster_runs(hosts, configured: bool, runs: bool) -> None:
    assert describe(hosts, configured=configured)["runs"] is runs


def test_brokers_with_zookeeper_are_no_members() -> None:
    told = {"inventory_hostname": "k1", "kafka_stored": {"left_behind": {"folders": []}, "changed": False}}
    found = describe([told], controllers=[])
    assert (found["members"], found["joining"], found["others"]) == ([], [], [])


@pytest.mark.parametrize(
    ("names", "left", "users"),
    [
        ({"k1": "CN=k1", "k2": "CN=k2"}, ["k2"], ["CN=k2"]),
        ({"k1": "CN=all", "k2": "CN=all"}, ["k2"], []),
        ({"k1": "CN=k1"}, ["k2"], []),
        ({"k1": "CN=k1", "k2": "CN=two", "k3": "CN=two"}, ["k2", "k3"], ["CN=two"]),
        ({"k1": "CN=k1"}, [], []),
    ],
)
def test_a_name_goes_with_the_last_server_that_has_it(names, left, users) -> None:
    found = kraft_members.former({host: f"User:{name}" for host, name in names.items()}, left)
    assert found == [{"name": name, "state": "absent"} for name in users]
