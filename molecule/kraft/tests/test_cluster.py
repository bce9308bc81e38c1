# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The quorum and the brokers, as the cluster's metadata and the hosts' own files show them."""

import json
import os
from pathlib import Path

import pytest

from tests.servers.waiting import eventually

FOLDERS = ["/data/kafka-1/log", "/data/kafka-2/log", "/data/metadata/log"]
ROLES = {"kafka3": "broker", "controller4": "controller"}
RACKS = {1: "rack-a", 2: "rack-b", 3: "rack-c"}


def test_every_controller_votes_and_the_broker_that_is_none_follows(quorum, voters):
    found = quorum()
    assert sorted(found["voters"]) == voters
    assert found["leader"] in found["voters"]
    assert found["observers"] == [3]


def test_the_voters_are_the_folders_on_the_hosts(quorum, machine, mark):
    for number, directory in quorum()["voters"].items():
        found = mark(machine(number), "/data/metadata/log")
        assert (found["node.id"], found["directory.id"]) == (str(number), directory)


def test_every_broker_is_there_in_its_rack(admin, brokers):
    found = {broker["broker_id"]: (broker["host"], broker["rack"]) for broker in admin.describe_cluster()["brokers"]}
    assert found == {number: (address, RACKS[number]) for number, address in brokers.items()}


def role(host):
    """What the host's process is."""
    return ROLES.get(host.check_output("hostname").rpartition("-")[2], "broker,controller")


@pytest.mark.parametrize("path", FOLDERS)
def test_a_folder_belongs_to_the_cluster_and_is_not_for_everybodys_eyes(host, admin, mark, path):
    if role(host) == "controller" and path != FOLDERS[2]:
        assert not host.file(path).exists
        return
    assert mark(host, path)["cluster.id"] == admin.describe_cluster()["cluster_id"]
    for name in ("", "/meta.properties", "/bootstrap.checkpoint"):
        file = host.file(path + name)
        assert (file.user, file.group, file.mode & 0o007) == ("kafka", "kafka", 0)
    assert host.check_output("findmnt --noheadings --output TARGET --target %s", path) == path.removesuffix("/log")


def test_metadata_and_partitions_lie_apart(host):
    assert host.file("/data/metadata/log/__cluster_metadata-0/quorum-state").exists
    assert [path for path in FOLDERS[:2] if host.file(f"{path}/__cluster_metadata-0").exists] == []


def test_a_topic_of_defaults_has_a_replica_in_every_rack(admin):
    name = "groundwork-test-defaults"
    admin.create_topics({name: {"num_partitions": -1, "replication_factor": -1}})

    def replicas():
        (found,) = admin.describe_topics([name])
        return [sorted(partition["replica_nodes"]) for partition in found["partitions"]]

    eventually(replicas, [[1, 2, 3]] * 8)  # a broker that has not heard of it yet has no partitions
    admin.delete_topics([name])


def test_nothing_of_zookeeper_is_written(host):
    lines = host.file("/etc/kafka/server.properties").content_string.splitlines()
    assert [line for line in lines if "zookeeper" in line] == []
    assert f"process.roles={role(host)}" in lines
    assert host.run("systemctl cat zookeeper").failed


def test_the_log_is_in_the_journal(host):
    assert "Kafka Server started" in host.check_output("journalctl --unit kafka --no-pager --output cat")


def test_the_smoke_test_accounted_for_every_record():
    result = json.loads((Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"]) / "reports" / "smoke.json").read_text())
    assert result["status"] == "passed"
    assert result["details"]["plan"]["records"] == 100000
