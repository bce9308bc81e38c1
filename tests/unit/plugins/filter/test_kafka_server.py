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
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_server as server_of_kafka
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_server as server_of_zookeeper

ROLES = Path(__file__).parents[4] / "roles"


@pytest.mark.parametrize(
    ("role", "name", "inputs"),
    [
        ("kafka", "__kafka_given", server_of_kafka.Given),
        ("kafka", "__kafka_settings_given", server_of_kafka.Settings),
        ("zookeeper", "__zookeeper_given", server_of_zookeeper.Given),
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
    server = {"version": "3.9.2", "mode": "raft", "roles": ["broker"], "security_enabled": False}
    given = {**{name: {} for name in server_of_kafka.Settings._fields}, "zookeeper_connect": ""}
    with pytest.raises(AnsibleFilterError, match="kafka_mode is 'raft'"):
        filters["kafka_settings"](server, given, "1g")


def test_a_broker_without_a_certificate_is_not_let_in() -> None:
    newcomers = kraft_members.FilterModule().filters()["kraft_newcomers"]
    member = {"host": "k1", "controller": False, "storage": {"cluster_id": ""}}
    assert newcomers([member], {"k1": ""}, ["User:CN=k1"]) == []


def test_findings_are_told_in_one_form() -> None:
    tell = finding_sentences.FilterModule().filters()["finding_sentences"]
    finding = {"subject": "cluster", "wanted": "KRaft", "found": "ZooKeeper", "why": "it ends.", "remedy": "move it"}
    assert tell([finding, {**finding, "wanted": None, "found": ""}]) == [
        "cluster: wanted KRaft, found ZooKeeper; it ends; move it.",
        "cluster: it ends; move it.",
    ]


def test_batches_are_told_by_number() -> None:
    servers = [{"host": "k1", "id": "3", "running": True}, {"host": "k2", "id": 4, "running": False}]
    batches = rollout.FilterModule().filters()["rollout_batches"]
    assert batches([["k2"], ["k1"]], servers) == [[], [3]]


def test_zookeeper_is_described() -> None:
    describe = zookeeper_server.FilterModule().filters()["zookeeper_server"]
    given = {**dict.fromkeys(server_of_zookeeper.Given._fields, ""), "disks": [], "gc_options": [], "jvm_options": []}
    assert describe(given)["folders"] == []
