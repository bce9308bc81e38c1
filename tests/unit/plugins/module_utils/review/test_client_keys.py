# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import client_keys
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import CONSUMER, PRODUCER


@pytest.mark.parametrize("version", ["", "3.9.2", "4.3.1", "5.0.0"])
@pytest.mark.parametrize("kind", [PRODUCER, CONSUMER])
def test_what_people_have_in_such_files_is_not_odd(kind, version) -> None:
    """A file for producers and consumers, with what plugins, Streams, Connect and an application read in it."""
    config = {
        "bootstrap.servers": "${env:SERVERS}",
        "acks": "all",
        "compression.type": "zstd",
        "group.id": "readers",
        "session.timeout.ms": "45000",
        "sasl.jaas.config": "${hidden}",
        "key.serializer": "com.example.Serializer",
        "schema.registry.url": "https://registry:8081",
        "schema.registry.ssl.truststore.location": "/etc/ca.jks",
        "consumer.session.timeout.ms": "10000",
        "main.consumer.max.poll.records": "5",
        "application.id": "shop",
        "application.server": "a:1",
        "config.providers": "file",
        "config.providers.file.class": "x",
        "topic": "orders",
    }
    assert list(client_keys.examine(config, kind, version)) == []


@pytest.mark.parametrize(
    ("version", "config", "odd"),
    [
        ("", {"bootstrap.server": "a:1"}, ["near"]),
        ("4.3.1", {"enable.idempotance": "true"}, ["near"]),
        ("3.9.2", {"bootstrap.resolve.timeout.ms": "1"}, ["gone"]),
        ("", {"bootstrap.resolve.timeout.ms": "1"}, []),  # 4.4.0 has it
        ("4.3.1", {"compression.type": "brotli"}, ["refused"]),
        ("", {"compression.type": "brotli"}, ["refused"]),
        ("", {"max.in.flight.requests.per.connection": "0"}, ["refused"]),
        ("5.0.0", {"bootstrap.server": "a:1"}, []),  # nobody knows it
    ],
)
def test_what_is_odd_for_a_version_or_for_each(version, config, odd) -> None:
    assert [one.what for one in client_keys.examine(config, PRODUCER, version)] == odd
