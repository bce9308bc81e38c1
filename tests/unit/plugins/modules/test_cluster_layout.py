# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import cluster_layout, server_identity


def identity(node=None, zookeeper=None, rack=None):
    return {"node": node, "zookeeper": zookeeper, "rack": rack}


def run(brokers=(), zookeepers=(), controllers=(), *, replication_factor=1, cluster_id="", mode=None):
    return cluster_layout.run(
        {
            "brokers": list(brokers),
            "controllers": list(controllers),
            "zookeepers": list(zookeepers),
            "mode": mode,
            "cluster_id": cluster_id,
            "replication_factor": replication_factor,
        }
    )


def test_new_hosts_are_numbered_and_their_racks_are_those_that_they_tell() -> None:
    brokers = [
        {"host": "k1", "id": None, "rack": "a", "identity": identity(rack="a")},
        {"host": "k2", "identity": identity(rack="b")},
    ]
    found = run(brokers, [{"host": "k1", "identity": identity()}])
    replication = found.pop("replication")
    assert (replication["unknown"], replication["by_size"], replication["brokers"]) == ("", 2, 2)
    assert replication["settings"]["default.replication.factor"] == 2
    assert found == {
        "changed": False,
        "findings": [],
        "node_ids": {"k1": 1, "k2": 2},
        "zookeeper_ids": {"k1": 1},
        "remembered": {"nodes": {"k1": 1, "k2": 2}, "zookeepers": {"k1": 1}},
        "former": {},
        "unused": ["k1", "k2"],
        "former_elections": {},
        "racks": {"k1": "a", "k2": "b"},
        "brokers": [{"id": 1, "rack": "a"}, {"id": 2, "rack": "b"}],
        "later": [],
        "joining": [],
        "leaving": [],
        "meeting": {"kafka": "k1", "zookeeper": "k1"},
    }


def test_what_hosts_hold_and_remember_counts() -> None:
    held = identity({"id": 7, "cluster_id": "A", "remembered": {"k7": 7, "gone": 8}})
    found = run([{"host": "k9", "identity": identity()}, {"host": "k7", "identity": held}])
    assert found["node_ids"] == {"k9": 9, "k7": 7}
    assert found["remembered"]["nodes"] == {"gone": 8, "k7": 7, "k9": 9}
    assert found["former"] == {"8": "gone"}


def test_a_number_that_another_host_has_by_now_is_not_that_of_one_that_is_gone() -> None:
    held = identity({"id": 7, "cluster_id": "A", "remembered": {"old-name": 7, "gone": 8}})
    taking_over = {"host": "k8", "id": 8, "identity": identity()}
    assert run([{"host": "new-name", "identity": held}, taking_over])["former"] == {}


def test_a_number_that_others_remember_is_not_unused_whoever_takes_it() -> None:
    held = identity({"id": 7, "cluster_id": "A", "remembered": {"k7": 7, "gone": 8}})
    brokers = [{"host": "k7", "identity": held}, {"host": "k8", "id": 8, "identity": identity()}]
    assert run([*brokers, {"host": "k9", "identity": identity()}])["unused"] == ["k9"]
    assert run([*brokers, {"host": "k9", "id": 9, "identity": None}])["unused"] == []  # which may know of all
    older = identity({"id": 7, "cluster_id": "A", "remembered": {}})
    assert run([{"host": "k7", "identity": older}, {"host": "k8", "id": 8, "identity": identity()}])["unused"] == []


def test_where_another_host_has_the_number_of_a_zookeeper_by_the_files_of_the_others() -> None:
    elections = {"1": "z1:3888", "2": "z2:3888", "3": "old:3888"}
    had = [identity(zookeeper={"id": one, "elections": elections, "filled": True}) for one in (1, 2)]
    servers = [{"host": f"z{one}", "id": one, "identity": told} for one, told in enumerate(had, 1)]
    found = run(zookeepers=[*servers, {"host": "z9", "id": 3, "identity": identity(zookeeper={"id": None})}])
    assert found["former_elections"] == {"z9": ["old:3888"]}
    moved = identity(zookeeper={"id": 3, "elections": {**elections, "3": "new:3888"}, "filled": True})
    renamed = run(zookeepers=[*servers, {"host": "z3", "id": 3, "identity": moved}])["former_elections"]
    assert renamed == {"z3": ["old:3888"]}
    known = identity(zookeeper={"id": 3, "elections": elections, "filled": True})
    assert run(zookeepers=[*servers, {"host": "z3", "id": 3, "identity": known}])["former_elections"] == {}


def test_a_combined_host_has_one_number_and_a_controller_another() -> None:
    brokers = [{"host": "k1", "id": 1}, {"host": "k2", "identity": identity({"cluster_id": "A"})}]
    found = run(brokers, controllers=[{"host": "c1", "id": 0}, {"host": "k1", "id": 1}])
    assert found["meeting"] == {"kafka": "k1", "zookeeper": ""}
    found = run(controllers=[{"host": "c1", "id": 100}, {"host": "c2", "id": 99}])
    assert found["meeting"] == {"kafka": "c2", "zookeeper": ""}
    found = run(brokers, controllers=[{"host": "c1", "id": 100}, {"host": "k1", "id": 1}])
    assert found["node_ids"] == {"c1": 100, "k1": 1, "k2": 101}


def test_a_host_that_was_not_looked_at_may_have_a_rack() -> None:
    found = run([{"host": "k1", "id": 1, "identity": identity(rack="a")}, {"host": "k2", "id": 2}])
    assert found["racks"] == {"k1": "a"}


def test_findings_and_the_server_that_joins() -> None:
    alone = identity(zookeeper={"id": 1, "members": [], "filled": True, "pending": False, "shared_device": True})
    fresh = identity(zookeeper={"id": None, "members": [], "filled": False, "pending": False, "shared_device": False})
    found = run([], [{"host": "z1", "identity": alone}, {"host": "z2", "identity": fresh}])
    assert [finding["id"] for finding in found["findings"]] == ["zookeeper_even", "zookeeper_one_device"]
    assert (found["later"], found["joining"]) == (["z2"], ["z2"])


def member(number, *members):
    told = {"id": number, "members": list(members), "filled": True, "remembered": {"z1": 1, "z2": 2, "z3": 3}}
    return {"host": f"z{number}", "identity": identity(zookeeper=told)}


def gone(zookeepers, brokers=()):
    found = run(brokers, zookeepers)["findings"]
    return [(one["subject"].split(",")[0], one["found"]) for one in found if one["id"] == "former_zookeeper_runs"]


def test_a_zookeeper_server_that_is_taken_out_of_the_inventory_is_told() -> None:
    leaving = "taken out of the ensemble, and its service runs until it is stopped"
    assert gone([member(1, 1, 2, 3), member(2, 1, 2, 3)]) == [("ZooKeeper server z3", leaving)]
    assert gone([member(1, 1, 2), member(2, 1, 2)]) == []
    assert run([], [member(1, 1, 2, 3, 7), member(2, 1, 2, 3, 7)])["leaving"] == ["z3", "number 7"]
    broker = {"host": "z3", "identity": {**identity(), "zookeeper_stays": True}}
    assert gone([member(1, 1, 2, 3), member(2, 1, 2, 3)], [broker]) == [("ZooKeeper server z3", "it runs")]
    assert gone([member(1, 1, 2), member(2, 1, 2)], [broker]) == [("ZooKeeper server z3", "it runs")]


def test_a_host_tells_that_a_zookeeper_server_stays(host, call) -> None:
    host.run = lambda _argv: Completed(0, "42\n", "")
    host.put("/etc/zookeeper/zoo.cfg", "clientPort=2181\n")
    assert call(server_identity)["zookeeper_stays"] is False
    host.put("/etc/zookeeper/server-ids.json", '{"z3": 3}')
    assert call(server_identity)["zookeeper_stays"] is True
    host.run = lambda _argv: Completed(0, "0\n", "")
    assert call(server_identity)["zookeeper_stays"] is False


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"brokers": [{"host": "k1", "id": 1}, {"host": "k2", "id": 1}]}, "k1 and k2 both have the broker id 1"),
        ({"zookeepers": [{"host": "z1", "id": 0}]}, "z1 has the ZooKeeper id 0"),
        (
            {"brokers": [{"host": "k1", "id": 1, "rack": "a"}, {"host": "k2", "id": 2, "identity": identity()}]},
            "k2 is a broker without a rack",
        ),
        (
            {
                "brokers": [
                    {"host": "k1", "identity": identity({"id": 1, "cluster_id": "A"})},
                    {"host": "k2", "identity": identity({"id": 2, "cluster_id": "B"})},
                ]
            },
            "k1 holds data of the cluster A, and k2 that of the cluster B",
        ),
        (
            {
                "zookeepers": [
                    {"host": "z1", "identity": identity(zookeeper={"id": 1, "filled": True})},
                    {"host": "z2", "identity": identity(zookeeper={"id": None})},
                    {"host": "z3", "identity": identity(zookeeper={"id": None})},
                ]
            },
            "The ZooKeeper ensemble is 1, and the inventory makes it 1, 2, 3",
        ),
        (
            {
                "brokers": [{"host": "k1", "identity": identity({"id": 1, "cluster_id": "A"})}],
                "zookeepers": [{"host": "z1", "identity": identity(zookeeper={"id": None})}],
            },
            "k1 holds data of cluster A, and z1 holds nothing of ZooKeeper's",
        ),
        (
            {
                "controllers": [{"host": "k1", "id": 1}, {"host": "k2", "id": 2}],
                "brokers": [{"host": "k1", "id": 1}, {"host": "k4", "id": 4, "identity": identity()}],
            },
            "k4 is to be formatted, and whether there is a cluster already cannot be told without k1, k2; run for all",
        ),
    ],
)
def test_each_check_is_made(more, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        run(**more)
    assert str(raised.value).startswith(sentence)


def test_a_host_tells_of_what_it_has(host, call) -> None:
    host.put("/data/meta.properties", "broker.id=4\ncluster.id=A\n")
    host.put("/z/myid", "3\n")
    found = call(server_identity, log_dirs=["/data"], data_dir="/z", mount_points=["/z"], rack="a")
    assert (found["node"]["id"], found["zookeeper"]["id"], found["rack"]) == (4, 3, "a")
    assert found["zookeeper"]["shared_device"] is True


def test_a_zookeeper_server_that_lost_its_log_starts_alone_only_where_that_is_accepted(host, call) -> None:
    host.put("/z/version-2/snapshot.0", "")
    host.run = lambda _argv: Completed(0, "0\n", "")  # none runs
    for accepted in (False, True):
        found = call(server_identity, data_dir="/z", data_log_dir="/log", accept_lost_log=accepted)
        told = {"host": "z1", "identity": {"zookeeper": found["zookeeper"]}}
        assert found["zookeeper"]["log_lost"] is not accepted
        if accepted:
            assert run([], [told])["later"] == []
        else:
            with pytest.raises(GroundworkError, match="z1 holds snapshots of ZooKeeper and not"):
                run([], [told])


def test_a_host_without_servers_tells_of_none(call) -> None:
    found = call(server_identity)
    assert (found["changed"], found["node"], found["zookeeper"], found["rack"]) == (False, None, None, None)


def test_the_id_that_the_inventory_gives_is_looked_at() -> None:
    held = identity({"id": 1, "cluster_id": "A", "remembered": {}})
    with pytest.raises(GroundworkError, match="kafka_cluster_id is B"):
        run([{"host": "k1", "identity": held}], cluster_id="B")


def test_what_the_hosts_files_say_of_replicas_is_kept_and_may_be_unknown() -> None:
    def node(host, factor, given=0):
        file = {"default.replication.factor": factor, "min.insync.replicas": "1"}
        told = {"id": None, "cluster_id": "A", "remembered": {}, "replication": file, "given": {"factor": given}}
        return {"host": host, "identity": identity(told)}

    new = {"host": "k3", "identity": identity({"id": None, "cluster_id": None, "remembered": {}, "replication": None})}
    kept = run([node("k1", "1"), node("k2", "1"), new])["replication"]
    assert (kept["settings"]["default.replication.factor"], kept["differs"], kept["raises"]) == (1, True, False)
    raised = run([node("k1", "1", 3), node("k2", "1", 3), new])["replication"]
    assert (raised["wanted"]["min.insync.replicas"], raised["differs"], raised["raises"]) == (2, False, True)
    unknown = run([node("k1", "1"), node("k2", "2")])["replication"]
    assert unknown["unknown"].startswith(
        "default.replication.factor is 1 in server.properties of k1 and 2 in that of k2"
    )
    assert (unknown["settings"], unknown["differs"], unknown["raises"]) == ({}, False, False)
    low = run([node("k1", "3"), node("k2", "3"), node("k3", "3")])["findings"]
    assert [one["id"] for one in low] == ["min_isr_lowered"]


def test_the_groups_are_held_against_the_mode() -> None:
    held = {"host": "k1", "identity": identity()}
    (finding,) = [one for one in run([held], mode="zookeeper")["findings"] if one["id"] == "zookeeper_mode"]
    assert finding["subject"] == "cluster"
    with pytest.raises(GroundworkError, match="The group zookeeper has z1, and kafka_mode is kraft"):
        run([{"host": "k1"}], [{"host": "z1"}], [{"host": "k1"}], mode="kraft")


def test_a_cluster_id_is_only_refused_where_kafka_makes_its_own() -> None:
    held = identity({"id": 1, "cluster_id": "A"})
    servers = [{"host": "k1", "identity": held}]
    with pytest.raises(GroundworkError, match="with ZooKeeper nobody can set it"):
        run(servers, cluster_id="B", mode="zookeeper")
    assert run(servers, controllers=servers, cluster_id="B", mode="kraft")["node_ids"] == {"k1": 1}
