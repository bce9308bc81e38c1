# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_spans
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import keys as broker_keys


@pytest.mark.parametrize(
    ("version", "config"),
    [
        ("3.9.2", {"zookeeper.connect": "zk:2181", "num.io.threads": "8", "broker.id": "1"}),
        ("3.9.2", {"super.users": "User:admin", "allow.everyone.if.no.acl.found": "false"}),
        ("3.9.2", {"authorizer.zookeeper.url": "zk:2181", "authorizer.zookeeper.ssl.protocol": "TLSv1.3"}),
        ("3.9.2", {"config.providers": "file", "config.providers.file.class": "x", "metrics.context.cluster": "c"}),
        ("4.3.1", {"listener.name.client.ssl.keystore.location": "/etc/kafka/client.pem"}),
        ("4.3.1", {"listener.name.client.scram-sha-512.sasl.jaas.config": "secret"}),
        ("4.3.1", {"rsm.config.fs.dir": "/tiered", "rlmm.config.remote.log.metadata.topic.num.partitions": "5"}),
        ("4.3.1", {"remote.log.storage.manager.impl.prefix": "tiered.", "tiered.bucket": "b"}),
        ("4.3.1", {"num.network.threads": "${file:/etc/kafka/threads:network}"}),
        ("4.0.0", {"share.coordinator.threads": "1"}),  # judged by 4.0.2
        ("4.3.2", {"cordoned.log.dirs": "/data/1"}),  # judged by 4.3.1
        ("4.4.0", {"max.decompressed.message.bytes": "1048576", "group.streams.assignors": "sticky"}),
        ("3.9.0", {"inter.broker.protocol.version": "3.8", "log.message.format.version": "3.0-IV1"}),
    ],
)
def test_settings_that_a_version_has(version: str, config) -> None:
    assert list(broker_keys.examine(config, version)) == []


@pytest.mark.parametrize(
    ("version", "config", "error"),
    [
        (
            "3.9.2",
            {"inter.broker.protocol.version": "3.99"},
            "inter.broker.protocol.version in kafka_config is '3.99' where a version of the protocol, from 0.8.0 to "
            "3.9, such as 3.9 or 3.9-IV0, is wanted by Kafka 3.9.2; correct it.",
        ),
        (
            "3.9.1",
            {"log.message.format.version": "4.0"},
            "log.message.format.version in kafka_config is '4.0' where a version of the protocol, from 0.8.0 to "
            "3.9, such as 3.9 or 3.9-IV0, is wanted by Kafka 3.9.1; correct it.",
        ),
        (
            "4.3.1",
            {"zookeeper.connect": "zk:2181"},
            "kafka_config has zookeeper.connect, which is not a setting of Kafka 4.3.1; it was removed in 4.0: leave "
            "it out.",
        ),
        (
            "4.0.2",
            {"authorizer.zookeeper.url": "zk:2181"},
            "kafka_config has authorizer.zookeeper.url, which is not a setting of Kafka 4.0.2; it was removed in 4.0: "
            "leave it out.",
        ),
        (
            "4.1.2",
            {"group.coordinator.new.enable": "true"},
            "kafka_config has group.coordinator.new.enable, which is not a setting of Kafka 4.1.2; it was removed in "
            "4.1: leave it out.",
        ),
        (
            "3.9.2",
            {"group.share.assignors": "simple"},
            "kafka_config has group.share.assignors, which is not a setting of Kafka 3.9.2; it came with 4.1: leave it "
            "out.",
        ),
        (
            "3.9.1",
            {"alter.config.policy.kraft.compatibility.enable": "true"},
            "kafka_config has alter.config.policy.kraft.compatibility.enable, which is not a setting of Kafka 3.9.1; "
            "it came with 3.9.2: leave it out.",
        ),
        (
            "3.9.2",
            {"num.io.thread": "8"},
            "kafka_config has num.io.thread, which is not a setting of Kafka 3.9.2; the nearest that is one is "
            "num.io.threads: give that, or leave it out.",
        ),
        (
            "4.3.1",
            {"super.user": "User:admin"},
            "kafka_config has super.user, which is not a setting of Kafka 4.3.1; the nearest that is one is "
            "super.users: give that, or leave it out.",
        ),
        (
            "4.3.1",
            {"listener.name.client.ssl.keystore.locatio": "/etc/kafka/client.pem"},
            "kafka_config has listener.name.client.ssl.keystore.locatio, which is not a setting of Kafka 4.3.1; the "
            "nearest that is one is listener.name.client.ssl.keystore.location: give that, or leave it out.",
        ),
        (
            "4.3.1",
            {"quux": "1"},
            "kafka_config has quux, which is not a setting of Kafka 4.3.1; nor is one near it: leave it out.",
        ),
        (
            "4.3.1",
            {"metric.reporters": "com.example.Reporter", "num.io.thread": "8"},
            "kafka_config has num.io.thread, which is not a setting of Kafka 4.3.1; the nearest that is one is "
            "num.io.threads: give that, or leave it out.",
        ),
        (
            "4.0.2",
            {"log.segment.bytes": "65536"},
            "log.segment.bytes in kafka_config is '65536' where a whole number of at least 1048576 is wanted by Kafka "
            "4.0.2; correct it.",
        ),
        (
            "3.9.2",
            {"listener.name.client.ssl.client.auth": "yes"},
            "listener.name.client.ssl.client.auth in kafka_config is 'yes' where one of required, requested, none is "
            "wanted by Kafka 3.9.2; correct it.",
        ),
    ],
)
def test_settings_that_a_version_lacks_or_refuses(version: str, config, error: str) -> None:
    assert broker_keys.refusals(config, version) == [error]


def test_every_error_is_told_at_once() -> None:
    errors = broker_keys.refusals({"quux": "1", "num.io.threads": "0", "zookeeper.connect": "zk"}, "4.3.1")
    assert [error.split(" is ")[0].split(",")[0] for error in errors] == [
        "num.io.threads in kafka_config",
        "kafka_config has quux",
        "kafka_config has zookeeper.connect",
    ]


def test_a_default_is_corrected_where_it_is_given() -> None:
    (error,) = broker_keys.refusals({"num.io.threads": "0"}, "3.9.2", ["num.io.threads"])
    assert error.startswith("num.io.threads in kafka_production_config is '0'")


@pytest.mark.parametrize(
    ("version", "config", "odd"),
    [
        ("4.3.1", {"zookeeper.connect": "zk"}, ("zookeeper.connect", "gone", "it was removed in 4.0: leave it out")),
        ("4.3.1", {"quux": "1"}, ("quux", "nowhere", "nor is one near it: leave it out")),
        ("4.3.1", {"log.cleaner.enable": "true"}, ("log.cleaner.enable", "deprecated", "")),
        (
            "4.3.1",
            {"metric.reporters": "com.example.Reporter", "example.port": "1"},
            ("example.port", "plugin", "metric.reporters"),
        ),
        (
            "4.3.1",
            {"num.io.threads": "0"},
            ("num.io.threads", "refused", "is '0' where a whole number of at least 1 is wanted"),
        ),
    ],
)
def test_what_is_odd(version: str, config, odd) -> None:
    assert list(broker_keys.examine(config, version)) == [odd]


def test_nothing_is_odd_in_a_version_that_nobody_knows() -> None:
    assert list(broker_keys.examine({"quux": "1"}, "5.0.0")) == []


@pytest.mark.parametrize(
    ("version", "left"),
    [("3.9.2", []), ("4.3.1", ["zookeeper.connection.timeout.ms"]), ("5.0.0", [])],
)
def test_the_defaults_that_a_version_lacks_are_left_out(version: str, left) -> None:
    defaults = dict.fromkeys(["num.io.threads", "zookeeper.connection.timeout.ms", "quux"], 8)
    assert broker_keys.left_out(defaults, version) == left


@pytest.mark.parametrize(
    ("version", "value", "left"),
    [
        ("4.0.2", True, []),
        ("4.1.1", True, ["log.cleaner.enable"]),
        ("4.4.0", "true", ["log.cleaner.enable"]),
        ("4.4.0", False, []),
    ],
)
def test_a_default_that_is_deprecated_is_left_out_where_kafka_does_the_same(version: str, value, left) -> None:
    assert broker_keys.left_out({"log.cleaner.enable": value}, version) == left


@pytest.mark.parametrize(
    ("version", "known"),
    [
        ("4.1.1", "4.1.1"),
        ("4.1.0", "4.1.2"),
        ("4.2.9", "4.2.1"),
        ("4.4.1", "4.4.0"),
        ("4.5.0", ""),
        ("4", ""),
        ("trunk", ""),
        ("", ""),
    ],
)
def test_the_version_that_another_is_judged_by(version: str, known: str) -> None:
    assert key_spans.judged_by(version) == known
