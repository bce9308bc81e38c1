# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters as the roles hand over to them; what they give is tested with the utilities."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter import (
    finding_sentences,
    inventory_hosts,
    kafka_server,
    kraft_members,
    rollout,
    zookeeper_server,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_members as cluster_of_kraft
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import rollout_batch
from ansible_collections.groundwork.kafka.plugins.module_utils.server import exporter, kafka_settings
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_server as server_of_kafka
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_server as server_of_zookeeper
from ansible_collections.groundwork.kafka.plugins.plugin_utils import smoke_test

ROLES = Path(__file__).parents[4] / "roles"


@pytest.mark.parametrize(
    ("role", "name", "inputs"),
    [
        ("kafka", "__kafka_given", server_of_kafka.Given),
        ("kafka", "__kafka_settings_given", kafka_settings.Settings),
        ("kafka", "__kafka_exporter_given", exporter.Given),
        ("zookeeper", "__zookeeper_exporter_given", exporter.Given),
        ("zookeeper", "__zookeeper_given", server_of_zookeeper.Given),
        ("zookeeper", "__zookeeper_settings_given", server_of_zookeeper.Settings),
        ("kafka", "__kafka_kraft_given", cluster_of_kraft.Given),
        ("smoke_test", "__smoke_test_given", smoke_test.Given),
        ("rolling_restart", "__rolling_restart_host", rollout_batch.Host),
        ("rolling_restart", "__rolling_restart_given", rollout_batch.Given),
    ],
)
def test_a_role_hands_over_what_is_asked_for(role, name, inputs) -> None:
    given = yaml.safe_load((ROLES / role / "vars/main.yml").read_text())[name]
    assert tuple(given) == inputs._fields
    assert all(re.fullmatch(r"\{\{ .+ \}\}", value) for value in given.values())


def test_errors_are_ansibles_own() -> None:
    filters = {**kafka_server.FilterModule().filters(), **inventory_hosts.FilterModule().filters()}
    with pytest.raises(AnsibleFilterError, match="'a b' is no host"):
        filters["endpoints"]([{"inventory_hostname": "a b"}], "CLIENT")
    server = {"version": "3.9.2", "mode": "raft", "roles": ["broker"], "phase": "plain", "listeners": []}
    given = {**{name: {} for name in kafka_settings.Settings._fields}, "zookeeper_connect": "", "ports": {"CLIENT": 1}}
    with pytest.raises(AnsibleFilterError, match="kafka_mode is 'raft'"):
        filters["kafka_settings"](server, given, "1g")


def test_a_broker_without_a_certificate_is_not_let_in() -> None:
    newcomers = kraft_members.FilterModule().filters()["kraft_newcomers"]
    member = {"host": "k1", "controller": False, "storage": {"cluster_id": ""}}
    for host in ({"inventory_hostname": "k1"}, {"inventory_hostname": "k1", "kafka_tls_certificate": ""}):
        assert newcomers([host], [member], ["User:CN=k1"]) == []


def test_findings_are_told_in_one_form() -> None:
    tell = finding_sentences.FilterModule().filters()["finding_sentences"]
    finding = {"id": "mode", "severity": "medium", "subject": "cluster", "why": "it ends.", "remedy": "move it"}
    states = {"wanted": "KRaft", "found": "ZooKeeper"}
    assert tell([{**finding, "wanted": None, "found": ""}, {**finding, **states, "severity": "high"}]) == [
        "high: mode: cluster: wanted KRaft, found ZooKeeper; it ends; move it.",
        "medium: mode: cluster: it ends; move it.",
    ]


def test_a_rollout_is_told_from_what_its_role_hands_over() -> None:
    filters = rollout.FilterModule().filters()
    seen = filters["rollout_seen"]({"pending_files": ["/opt/kafka"]})
    given = dict(zip(rollout_batch.Host._fields, ("k1", "3", "", {}, seen, "", "/mark", "same_version", {})))
    server = filters["rollout_server"](given)
    assert filters["rollout_order"]([server], {"leader": "k1"}) == [["k1"]]
    given = dict(zip(rollout_batch.Given._fields, ("zookeeper", "k1", [server], [["k1"]], ["k1"], [], False)))
    assert filters["rollout"](given)["batches"] == [[3]]
    assert filters["rollout_stopped"]([["k1"]], "k1", "zookeeper").startswith("The rollout stopped at k1. ")


def test_zookeeper_is_described() -> None:
    describe = zookeeper_server.FilterModule().filters()["zookeeper_server"]
    given = {**dict.fromkeys(server_of_zookeeper.Given._fields, ""), "disks": [], "gc_options": [], "jvm_options": []}
    assert describe(given)["folders"] == []


@pytest.mark.parametrize(("role", "described"), [("kafka", server_of_kafka), ("zookeeper", server_of_zookeeper)])
def test_a_role_has_a_text_for_every_file_of_its_server(role, described) -> None:
    texts = yaml.safe_load((ROLES / role / "vars/main.yml").read_text())[f"__{role}_texts"]
    given = {**dict.fromkeys(described.Given._fields, ""), "security_enabled": True}
    listed = {key: [] for key in ("groups", "disks", "gc_options", "jvm_options", "log_dirs") if key in given}
    config = {"config": {}} if "config" in given else {}
    agent = dict.fromkeys(exporter.Given._fields, "")
    config["exporter"] = {**agent, "enabled": True, "tls_enabled": True, "ports": {}}
    server = described.describe(described.Given(**{**given, **listed, **config}))
    assert {one["name"] for one in server["files"]} == set(texts)


def test_settings_in_one_text_are_refused_and_no_part_of_it_is_told() -> None:
    with pytest.raises(AnsibleFilterError, match=r"^kafka_config has no values by key; [^=]+$"):
        kafka_server.FilterModule().filters()["judged_settings"]("num.io.threads=9")
