# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_settings
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.server.test_kafka_server import (
    KRAFT,
    SEVERAL,
    USERS,
    describe,
)

SETTINGS = {
    "node_id": 1,
    "host": "k1.example.com",
    "ports": {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9093},
    "rack": "",
    "log_dirs": ["/data/1/kafka"],
    "zookeeper_connect": "z1:2181",
    "controllers": ["c1:9093", "c2:9093"],
    "super_users": ["User:CN=k1", "User:CN=operator"],
    "production_config": {"num.io.threads": 8},
    "config": {},
    "replication": {},
}


def settings(server, heap="1g", **given):
    return kafka_settings.settings(server, kafka_settings.Settings(**{**SETTINGS, **given}), heap)


def test_the_settings_of_a_broker_with_zookeeper() -> None:
    assert settings(describe(), rack="a") == {
        "advertised.listeners": "CLIENT://k1.example.com:9092,BROKER://k1.example.com:9091",
        "broker.id": "1",
        "broker.rack": "a",
        "inter.broker.listener.name": "BROKER",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT",
        "listeners": "CLIENT://:9092,BROKER://:9091",
        "log.dirs": "/data/1/kafka",
        "num.io.threads": "8",
        "zookeeper.connect": "z1:2181",
    }


def test_hosts_that_only_move_in_the_inventory_change_no_file() -> None:
    moved = "z2:2181, z1:2181,[fd00::1]:2181/kafka"
    assert settings(describe(), zookeeper_connect=moved)["zookeeper.connect"] == "[fd00::1]:2181,z1:2181,z2:2181/kafka"
    of_kraft = describe(**KRAFT)
    for controllers in (["c1:9093", "c2:9093"], ["c2:9093", "c1:9093"]):
        written = settings(of_kraft, controllers=controllers)
        assert written["controller.quorum.bootstrap.servers"] == "c1:9093,c2:9093"


def test_the_settings_of_a_dedicated_controller() -> None:
    server = describe(**KRAFT, groups=["kafka_controllers"], metadata_log_dir="/meta")
    assert settings(server, rack="a") == {
        "advertised.listeners": "CONTROLLER://k1.example.com:9093",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.auto.join.enable": "true",
        "controller.quorum.bootstrap.servers": "c1:9093,c2:9093",
        "inter.broker.listener.name": "BROKER",
        "listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "listeners": "CONTROLLER://:9093",
        "log.dirs": "/data/1/kafka",
        "metadata.log.dir": "/meta",
        "node.id": "1",
        "num.io.threads": "8",
        "process.roles": "controller",
    }


PHASE_PORTS = {**SETTINGS["ports"], "BROKER_TLS": 9191, "CONTROLLER_TLS": 9193}


def _in_phase(phase, **given):
    listeners = [{"name": "SECURE", "port": 9094}]
    former = [{"name": "CLIENT", "port": 9092}]
    own = {**KRAFT, "groups": ["kafka", "kafka_controllers"], "security_enabled": True, "listeners": listeners}
    server = describe(**{**own, "secure_phase": phase, "former_listeners": former, **given})
    return server, settings(server, ports=PHASE_PORTS)


@pytest.mark.parametrize(
    ("phase", "super_users", "stores", "quorum"),
    [
        ("plain", None, False, "CONTROLLER"),
        ("opened", "User:CN=k1;User:CN=operator;User:ANONYMOUS", True, "CONTROLLER"),
        ("servers", "User:CN=k1;User:CN=operator;User:ANONYMOUS", True, "CONTROLLER_TLS"),
        ("closed", "User:CN=k1;User:CN=operator", True, "CONTROLLER_TLS"),
        ("returned", "User:CN=k1;User:CN=operator", True, "CONTROLLER"),
        ("ended", "User:CN=k1;User:CN=operator", True, "CONTROLLER"),
    ],
)
def test_the_rights_of_each_phase_of_security(phase, super_users, stores, quorum) -> None:
    server, found = _in_phase(phase)
    assert (server["refusals"], server["quorum_listener"]) == ([], quorum)
    assert found.get("super.users") == super_users
    assert ("ssl.keystore.location" in found) == ("authorizer.class.name" in found) == stores
    assert ("listener.name.secure.sasl.enabled.mechanisms" in found) == stores


LAST = {"mode": "zookeeper", "version": "3.9.2", "groups": ["kafka"]}


@pytest.mark.parametrize(
    ("phase", "rights", "over_tls"),
    [
        ("plain", False, False),
        ("opened", True, False),
        *((one, True, True) for one in ("servers", "closed", "returned", "ended")),
    ],
)
def test_brokers_speak_tls_with_zookeeper_once_it_takes_that(phase, rights, over_tls) -> None:
    server, found = _in_phase(phase, **LAST)
    assert server["refusals"] == []
    assert found.get("authorizer.class.name") == ("kafka.security.authorizer.AclAuthorizer" if rights else None)
    assert found.get("zookeeper.ssl.client.enable") == ("true" if over_tls else None)
    assert len([key for key in found if key.startswith("zookeeper.ssl")]) == (5 if over_tls else 0)


def test_the_ends_of_the_way_are_what_clusters_are_that_never_went_it() -> None:
    former = {"listeners": [], "secure_phase": "", "former_listeners": []}
    assert _in_phase("plain")[1] == _in_phase("", security_enabled=False, **former)[1]
    assert _in_phase("ended")[1] == _in_phase("")[1]
    assert _in_phase("plain", **LAST)[1] == _in_phase("", security_enabled=False, **{**former, **LAST})[1]
    assert _in_phase("ended", **LAST)[1] == _in_phase("", **LAST)[1]


@pytest.mark.parametrize(
    ("given", "joins"),
    [
        ({"version": "4.1.2", "groups": ["kafka_controllers"]}, None),
        ({"groups": ["kafka"]}, None),
        ({"groups": ["kafka", "kafka_controllers"]}, "true"),
    ],
)
def test_only_a_controller_is_told_to_join(given, joins) -> None:
    assert settings(describe(**{**KRAFT, **given})).get("controller.quorum.auto.join.enable") == joins


@pytest.mark.parametrize(
    ("given", "authorizer", "zookeeper"),
    [
        ({}, "kafka.security.authorizer.AclAuthorizer", "/etc/kafka/keystore.pem"),
        (KRAFT, "org.apache.kafka.metadata.authorizer.StandardAuthorizer", None),
    ],
)
def test_with_security_nobody_may_what_no_rule_allows(given, authorizer, zookeeper) -> None:
    found = settings(describe(**given, security_enabled=True))
    assert found["authorizer.class.name"] == authorizer
    assert found["allow.everyone.if.no.acl.found"] == "false"
    assert found["super.users"] == "User:CN=k1;User:CN=operator"
    assert found["listener.security.protocol.map"].startswith("CLIENT:SASL_SSL,BROKER:SSL")
    assert (found["ssl.client.auth"], found["listener.name.client.ssl.client.auth"]) == ("required", "none")
    assert found.get("zookeeper.ssl.keystore.location") == zookeeper


def test_the_inventory_wins_over_what_is_documented_and_takes_away() -> None:
    found = settings(describe(), config={"num.io.threads": 16, "listener.security.protocol.map": None})
    assert found["num.io.threads"] == "16"
    assert "listener.security.protocol.map" not in found


def test_what_kafka_would_not_start_with_is_refused() -> None:
    with pytest.raises(GroundworkError, match="more than a quarter of the heap of 1g"):
        settings(describe(), config={"log.cleaner.dedupe.buffer.size": 2**30})
    with pytest.raises(GroundworkError, match="neither a broker nor a controller"):
        settings(describe(**KRAFT, groups=["others"]))


LEAST, FACTOR, SHARES = "min.insync.replicas", "default.replication.factor", "share.coordinator.state.topic.min.isr"
SETTLED = {LEAST: 2, FACTOR: 3, SHARES: 2}


@pytest.mark.parametrize(
    ("given", "shares", "kept"),
    [
        ({}, None, {}),
        ({**KRAFT, "version": "4.0.2"}, "2", {}),
        ({**KRAFT, "version": "4.1.0"}, "2", {LEAST: 2}),
    ],
)
def test_what_is_settled_reaches_the_file_and_the_cluster(given, shares, kept) -> None:
    server = describe(**given)
    found = settings(server, replication=SETTLED)
    assert (found[LEAST], found[FACTOR], found.get(SHARES)) == ("2", "3", shares)
    assert kafka_settings.cluster_settings(server, {}, {}, SETTLED) == kept


@pytest.mark.parametrize(("own", "kept"), [({LEAST: None}, {}), ({LEAST: 1}, {LEAST: 1}), ({}, {LEAST: 2})])
def test_what_the_inventory_says_of_min_isr_is_what_the_cluster_keeps(own, kept) -> None:
    """A null takes it away: it is not set to nothing."""
    assert kafka_settings.cluster_settings(describe(**KRAFT), {}, own, SETTLED) == kept


def test_listeners_of_its_own_have_settings_files_and_flags() -> None:
    server = describe(**KRAFT, **SEVERAL)
    assert server["refusals"] == []
    assert (server["scram_listener"], server["names"]) == ("", ["k1.internal"])
    assert server["bind_addresses"] == {"kafka_listeners.INTERNAL.bind_address": "10.0.0.1"}
    assert "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=https://o/keys" in server["jvm_options"]
    assert {"name": "INTERNAL", "path": "/etc/kafka/truststore-internal.pem"} in server["files"]
    assert "/etc/kafka/truststore-internal.pem" in server["reads"]
    assert server["files"][0]["secret"]
    found = settings(server, plain_users=USERS)
    assert found["listeners"] == "INTERNAL://10.0.0.1:9092,EXTERNAL://:9094,BROKER://:9091"
    assert found["listener.name.internal.ssl.truststore.location"] == "/etc/kafka/truststore-internal.pem"
    assert found["listener.name.external.plain.sasl.jaas.config"].endswith('required user_payments="planted";')
    assert not any(key.startswith("listener.name.client.") for key in found)


def test_a_controller_alone_has_no_listener_for_clients() -> None:
    """One that is added restarts no controller."""
    own = {**KRAFT, "groups": ["kafka_controllers"], "security_enabled": True}
    server = describe(**{**own, **SEVERAL, "plain_users": []})
    assert (server["listeners"], server["refusals"]) == ([], [])
    assert settings(server) == settings(describe(**own))
