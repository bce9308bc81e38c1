# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.module_utils.server import exporter, kafka_server, zookeeper_server
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.server.test_kafka_server import GIVEN as KAFKA

JAR = "jmx_prometheus_javaagent-1.0.1.jar"
GIVEN = {
    "enabled": True,
    "src": f"https://example.com/{JAR}?x=1",
    "host": "127.0.0.1",
    "port": 7071,
    "tls_enabled": False,
    "username": "",
    "password": "",
    "accept_plain_password": False,
    "security_enabled": False,
    "name": "k1",
    "answers_at": "k1.example.com",
    "ports": {"kafka_port": 9092, "kafka_exporter_port": 7071, "zookeeper_client_port": 0},
}
SECURED = {"tls_enabled": True, "security_enabled": True}
ZOOKEEPER = {
    "data_dir": "/z/data",
    "data_log_dir": "/z/log",
    "heap_dump_directory": "",
    "disks": [],
    "gc_options": [],
    "jvm_options": [],
    "link": "/opt/zookeeper",
    "client_port": 2181,
    "security_enabled": False,
    "user": "zookeeper",
}


def given(**more):
    return exporter.Given(**{**GIVEN, **more})


@pytest.mark.parametrize(
    ("more", "option", "url"),
    [
        ({}, "127.0.0.1:7071", "http://127.0.0.1:7071/metrics"),
        ({"host": "::1"}, "[::1]:7071", "http://[::1]:7071/metrics"),
        ({"host": "0.0.0.0"}, "0.0.0.0:7071", "http://127.0.0.1:7071/metrics"),  # noqa: S104
        ({"host": "::", **SECURED}, "[::]:7071", "https://k1.example.com:7071/metrics"),
        ({"host": "k1.lan", **SECURED}, "k1.lan:7071", "https://k1.lan:7071/metrics"),
    ],
)
def test_where_it_listens_and_is_read(more, option, url) -> None:
    found = exporter.describe("kafka", given(**more))
    assert found["option"] == f"-javaagent:/opt/{JAR}={option}:/etc/kafka/exporter.yml"
    assert found["url"] == url


def test_a_server_has_its_flag_its_files_and_is_restarted_for_them() -> None:
    of_exporter = {**GIVEN, **SECURED, "username": "p", "password": "planted"}
    server = kafka_server.describe(kafka_server.Given(**{**KAFKA, "exporter": of_exporter}))
    files = ["/etc/kafka/exporter.yml", "/etc/kafka/exporter.jks"]
    assert server["jvm_options"][-1] == server["exporter"]["option"] == server["audited_jvm_options"][-2]
    assert [f"/opt/{JAR}", *files] == server["reads"][-3:]
    assert [one["path"] for one in server["files"][-2:]] == files
    assert all(one["secret"] for one in server["files"][-2:])
    assert server["exporter"]["ca"] == "/etc/kafka/truststore.pem"
    assert server["refusals"] == []


def test_zookeeper_has_one_of_its_own() -> None:
    server = zookeeper_server.describe(zookeeper_server.Given(**ZOOKEEPER, exporter={**GIVEN, "port": 7072}))
    assert server["jvm_options"][-1] == f"-javaagent:/opt/{JAR}=127.0.0.1:7072:/etc/zookeeper/exporter.yml"
    assert {"name": "exporter", "path": "/etc/zookeeper/exporter.yml", "secret": False} in server["files"]


@pytest.mark.parametrize("absent", [None, {**GIVEN, "enabled": False, "host": "no address", "password": "planted"}])
def test_a_server_that_has_none_knows_nothing_of_it(absent) -> None:
    plain = kafka_server.describe(kafka_server.Given(**KAFKA))
    server = kafka_server.describe(kafka_server.Given(**{**KAFKA, "exporter": absent}))
    assert server == plain
    assert server["exporter"] == {}
    assert not any("exporter" in one for one in [*server["reads"], *server["jvm_options"], *server["refusals"]])


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"host": "k1 k2"}, "kafka_exporter_host is 'k1 k2' for k1, which the exporter takes for no address"),
        ({"host": "k1:7071"}, "kafka_exporter_host is 'k1:7071' for k1"),
        ({"host": ""}, "kafka_exporter_host is '' for k1"),
        ({"src": "exporter.tgz"}, "kafka_exporter_src is 'exporter.tgz' for k1, which is no .jar"),
        ({"port": 9092}, "kafka_exporter_port and kafka_port are both 9092 for k1"),
        ({"tls_enabled": True}, "kafka_exporter_tls_enabled is true and kafka_security_enabled is not for k1"),
        ({"username": "p"}, "Only one of kafka_exporter_username and kafka_exporter_password is given for k1"),
        ({"password": "planted"}, "Only one of kafka_exporter_username and kafka_exporter_password is given for k1"),
        ({"username": "p", "password": "gehéim", **SECURED}, "kafka_exporter_username or kafka_exporter_password has"),
        (
            {"username": "p:q", "password": "planted", **SECURED},
            "kafka_exporter_username or kafka_exporter_password has",
        ),
        ({"username": "p", "password": "planted"}, "kafka_exporter_password would be sent as plain text to k1"),
    ],
)
def test_what_is_refused(more, sentence) -> None:
    (refused,) = exporter.refusals("kafka", given(**more))
    assert refused.startswith(sentence)


@pytest.mark.parametrize("port", [7071, "7071"])
def test_a_port_of_a_listener_is_refused_as_one_of_an_input_is(port) -> None:
    refused = exporter.refusals("kafka", exporter.asked(GIVEN, [("kafka_listeners.EXTERNAL.port", port)]))
    assert refused == [
        "kafka_exporter_port and kafka_listeners.EXTERNAL.port are both 7071 for k1; give each a port of its own."
    ]


@pytest.mark.parametrize("more", [SECURED, {"accept_plain_password": True}])
def test_a_password_that_may_be_sent_is_not_refused(more) -> None:
    assert exporter.refusals("kafka", given(username="p", password="planted", **more)) == []


def test_its_configuration_has_a_hash_in_the_place_of_the_password() -> None:
    found = exporter.describe("kafka", given(username="p", password="planted", **SECURED))
    text = exporter.text("kafka", found, "k1", "p", "planted")
    config = yaml.safe_load(text)
    login = config["httpServer"]["authentication"]["basic"]
    assert "planted" not in text
    assert {name: login[name] for name in ("username", "algorithm", "iterations", "keyLength")} == {
        "username": "p",
        "algorithm": "PBKDF2WithHmacSHA256",
        "iterations": 600000,
        "keyLength": 32,
    }
    assert config["httpServer"]["ssl"]["keyStore"]["filename"] == "/etc/kafka/exporter.jks"
    assert text == exporter.text("kafka", found, "k1", "p", "planted"), "the next run changes nothing"
    other = yaml.safe_load(exporter.text("kafka", found, "k2", "p", "planted"))
    assert other["httpServer"]["authentication"]["basic"]["salt"] != login["salt"]


@pytest.mark.parametrize(
    ("service", "asked"),
    [
        ("kafka", "kafka.server:type=KafkaServer,name=BrokerState"),
        ("zookeeper", "org.apache.ZooKeeperService:name0=*,*"),
    ],
)
def test_its_rules_are_those_of_the_table(service, asked) -> None:
    config = yaml.safe_load(exporter.text(service, exporter.describe(service, given()), "k1", "", ""))
    assert "httpServer" not in config
    assert asked in config["includeObjectNames"]
    assert all(one["pattern"].startswith("^") for one in config["rules"])
