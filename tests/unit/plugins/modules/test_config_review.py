# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.modules import config_review

BROKER = """\
broker.id=1
# four traps: nobody may be missing, one thread for two disks, a key of another version, and a value that comes twice
default.replication.factor=3
min.insync.replicas=3
log.dirs=/data/1,\\
         /data/2
num.io.threads=1
port=9092
message.max.bytes=1000000
message.max.bytes=1048588
ssl.keystore.password=topsecret
ssl.keystore.password=topsecrets
"""
ZOO = "dataDir=/z\nserver.1=a:2888:3888\nserver.2=b:2888:3888\nserver.3=c:2888:3888:observer\n"


@pytest.fixture
def host(host):
    host.put("/proc/meminfo", "MemTotal: 8388608 kB\n")
    host.put("/proc/sys/vm/max_map_count", "65536\n")
    host.put("/proc/self/mountinfo", "21 20 8:16 / / rw - xfs /dev/b rw\n22 21 8:17 / /data/1 rw - xfs /dev/c rw\n")
    host.put("/etc/server.properties", BROKER)
    host.put("/etc/zoo.cfg", ZOO)
    host.put("/etc/producer.properties", "acks=1\n")
    host.put("/etc/odd.properties", "acks=1\nclient.id=\\u12\n")
    return host


def files(*kinds):
    paths = {"broker": "server.properties", "zookeeper": "zoo.cfg", "producer": "producer.properties"}
    return [{"path": f"/etc/{paths[kind]}", "kind": kind, "version": "3.9.2"} for kind in kinds]


def test_the_traps_in_the_files_of_a_host(host, call) -> None:
    result = call(config_review, files=files("broker", "zookeeper", "producer"), name="k1")
    assert result["changed"] is False
    assert [(one["id"], one["subject"]) for one in result["findings"]] == [
        ("acks_without_min_isr", "producer /etc/producer.properties"),
        ("min_isr_all", "topic defaults of k1"),
        ("zookeeper_even", "ZooKeeper ensemble"),
        ("zookeeper_one_device", "ZooKeeper on k1"),
        ("io_threads_few", "broker k1"),
        ("disk_of_the_system", "broker k1"),
        ("setting_repeated", "message.max.bytes of k1"),
        ("setting_removed", "port in /etc/server.properties"),
        ("setting_repeated", "ssl.keystore.password of k1"),
    ]
    assert "topsecret" not in str(result)
    assert host.pokes == []


def test_several_files_of_one_kind_are_called_by_their_paths(host, call) -> None:
    host.put("/etc/other.properties", BROKER)
    given = [*files("broker"), {"path": "/etc/other.properties", "kind": "broker", "version": "3.9.2"}]
    (found,) = [one for one in call(config_review, files=given)["findings"] if one["id"] == "broker_ids_same"]
    assert found["found"] == "number 1 of /etc/other.properties, /etc/server.properties"


@pytest.mark.usefixtures("host")
def test_what_somebody_lives_with_and_what_nobody_asked(call) -> None:
    result = call(config_review, files=files("broker"), accepted={"io_threads_few": "a machine for tests"})
    assert "io_threads_few" not in [one["id"] for one in result["findings"]]
    assert [(one["id"], one["accepted"]) for one in result["accepted"]] == [("io_threads_few", "a machine for tests")]
    assert result["not_asked"]["partition_large"] == "topics"
    assert "min_isr_all" in result["asked"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"files": [{"path": "/etc/none", "kind": "broker"}]},
            "/etc/none is not there, so there is nothing to review; correct the path.",
        ),
        (
            {"files": [{"path": "/etc/odd.properties", "kind": "producer"}]},
            "/etc/odd.properties has a \\u that no four hexadecimal digits follow, so that Java refuses all of it, and "
            "nothing starts with it; correct it, or write its backslash twice.",
        ),
        (
            {"files": files("broker"), "accepted": {"io_thread_few": "x"}},
            "'io_thread_few' is accepted, and no rule has that id; correct it: the nearest id is io_threads_few.",
        ),
    ],
)
@pytest.mark.usefixtures("host")
def test_what_cannot_be_reviewed(call, given, sentence) -> None:
    result = call(config_review, **given)
    assert (result["failed"], result["msg"]) == (True, sentence)
