# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import finding, sentences
from ansible_collections.groundwork.kafka.plugins.module_utils.review import inputs


@pytest.mark.parametrize(
    ("version", "config", "identity", "subject", "why"),
    [
        (
            "4.3.1",
            {
                "metric.reporters": "org.apache.kafka.common.metrics.JmxReporter, com.example.Reporter",
                "example.port": "1",
            },
            "setting_unknown",
            "example.port in kafka_config",
            "the classes in metric.reporters may read it; if they do not, nothing does",
        ),
        (
            "4.3.1",
            {"log.cleaner.enable": "true"},
            "setting_deprecated",
            "log.cleaner.enable in kafka_config",
            "a later version will refuse or ignore it",
        ),
        (
            "3.8.0",
            {"quux": "1"},
            "version_unknown",
            "Kafka 3.8.0",
            "no key and no value of server.properties could be held against what this version has",
        ),
        (
            "5.0.0",
            {"num.io.threads": "0"},
            "version_unknown",
            "Kafka 5.0.0",
            "no key and no value of server.properties could be held against what this version has",
        ),
    ],
)
def test_what_a_person_should_look_at(version: str, config, identity: str, subject: str, why: str) -> None:
    found = inputs.of_config({}, config, version)
    assert [(finding["id"], finding["subject"], finding["why"]) for finding in found] == [(identity, subject, why)]


def test_a_deprecated_default_is_no_finding() -> None:
    assert inputs.of_config({"log.cleaner.enable": True}, {}, "4.3.1") == []
    assert [one["id"] for one in inputs.of_config({}, {"log.cleaner.enable": True}, "4.3.1")] == ["setting_deprecated"]


def test_a_default_that_only_a_plugin_may_know_is_told_where_it_is_given() -> None:
    found = inputs.of_config({"example.port": 1}, {"metric.reporters": "com.example.Reporter"}, "4.3.1")
    assert [one["subject"] for one in found] == ["example.port in kafka_production_config"]


def servers(**config):
    """Two brokers of three, whose settings are the documented ones but for *config*, as the roles hand them over."""
    given = {"default.replication.factor": "3", "min.insync.replicas": "2", "log.dirs": "/data/1,/var/k", **config}
    jvm, disks = {"memory_bytes": 8 << 30, "heap": "1g"}, {"/data/1": ["/data/1", "8:1"], "/var/k": ["/", "8:2"]}
    return [inputs.of_server(name, "3.9.2", given, jvm, disks) for name in ("k1", "k2")]


def test_traps_are_told_of_all_servers_before_anything_is_touched() -> None:
    given = {"min.insync.replicas": "3", "ssl.key.password": "topsecret"}
    found = inputs.review([*servers(**given), {}], 3, {}, [])
    assert [(one["id"], one["subject"], one["found"]) for one in found["findings"]] == [
        ("min_isr_all", "topic defaults of k1, k2", "min.insync.replicas 3 = 3 replicas: 0 may be missing"),
        ("disk_of_the_system", "broker k1, k2", "/var/k on the root file system"),
    ]
    assert "topsecret" not in str(servers(**given))


def test_nothing_is_told_of_settings_as_they_are_documented() -> None:
    assert inputs.review(servers(**{"log.dirs": "/data/1"}), 3, {}, [])["findings"] == []


def test_what_the_roles_tell_themselves_is_not_told_again_and_may_be_accepted() -> None:
    told = finding(
        "zookeeper_mode", "medium", "cluster", wanted="KRaft", found="ZooKeeper", why="w", source="s", remedy="r"
    )
    given = servers(**{"zookeeper.connect": "z1:2181"})
    accepted = {"zookeeper_mode": "for a year", "disk_of_the_system": "a machine for tests"}
    found = inputs.review(given, 3, accepted, [told])
    assert found["findings"] == []
    assert sentences(found["accepted"]) == [
        "accepted: disk_of_the_system: broker k1, k2: wanted a mount point of its own, found /var/k on the root file "
        "system; a machine for tests.",
        "accepted: zookeeper_mode: cluster: wanted KRaft, found ZooKeeper; for a year.",
    ]


def test_what_no_rule_has_cannot_be_accepted() -> None:
    with pytest.raises(GroundworkError, match="'racks' is accepted, and no rule has that id"):
        inputs.review([], 3, {"racks": "one rack"}, [])
