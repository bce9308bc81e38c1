# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import reviewed as cluster_reviewed
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts

pytest.importorskip("kafka")
FILE, DEFAULT = "STATIC_BROKER_CONFIG", "DEFAULT_CONFIG"


def setting(value, source=FILE, sensitive=False):
    return {"value": value, "config_source": source, "is_sensitive": sensitive, "synonyms": []}


SETTINGS = {
    "num.io.threads": setting("8", DEFAULT),
    "min.insync.replicas": setting("2"),
    "ssl.keystore.password": setting(None, sensitive=True),
    "num.io.thread": setting(None, sensitive=True),
    "broker.rack": setting(None, DEFAULT),
    "inter.broker.protocol.version": setting("3.9-IV0", DEFAULT),
}
MEMBERS = [{"member_id": f"c{number}", "member_metadata": {"topics": ["orders"]}} for number in (1, 2)]


class Cluster:
    """A client of two brokers, with one topic, as kafka-python answers."""

    def __init__(self, features=None, settings=None, quotas=0) -> None:
        self.features, self.settings, self.quotas = features or {}, SETTINGS if settings is None else settings, quotas

    def describe_cluster(self):
        broker = {"host": "a", "port": 1, "rack": "r", "is_fenced": False}
        return {
            "cluster_id": "x",
            "controller_id": 1,
            "brokers": [
                {**broker, "broker_id": 1},
                {**broker, "broker_id": 2, "rack": None},
                {**broker, "broker_id": 3, "is_fenced": True},
            ],
        }

    def describe_metadata_quorum(self):
        voters = [{"replica_id": number, "log_end_offset": 5} for number in (1, 9, 10)]
        return {"topics": [{"partitions": [{"leader_id": 1, "current_voters": voters, "observers": []}]}]}

    def describe_features(self):
        return self.features

    def describe_configs(self, resources, **_how):
        return {"broker": {resource.name: self.settings for resource in resources}}

    def describe_topics(self, _names=None):
        partitions = [{"replica_nodes": [1, 2]}, {"replica_nodes": [2]}]
        return [{"name": "orders", "partitions": partitions}, {"name": "deleted a moment ago", "partitions": []}]

    def list_groups(self):
        return [{"group_id": "g", "protocol_type": "consumer"}, {"group_id": "connect", "protocol_type": "connect"}]

    def describe_groups(self, names):
        assert names == ["g"]
        return {"g": {"protocol_data": "range", "members": MEMBERS}}

    def send(self, request, _broker=None, reading=False):
        assert reading, "the client may ask it again"
        name = type(request).__name__
        if name == "DescribeConfigsRequest":
            (one,) = request.resources
            assert one[2] is None, "all of them are asked for"
            given = [
                SimpleNamespace(name="segment.ms", value="5", config_source=1),
                SimpleNamespace(name="flush.messages", value="1", config_source=4),
                SimpleNamespace(name="secret", value=None, config_source=1),
            ]
            return SimpleNamespace(results=[SimpleNamespace(resource_name="orders", error_code=0, configs=given)])
        if name == "DescribeLogDirsRequest":
            replicas = [SimpleNamespace(partition_index=0, partition_size=size, is_future_key=False) for size in (7, 9)]
            topics = [SimpleNamespace(name="orders", partitions=replicas)]
            disk = SimpleNamespace(log_dir="/d", error_code=0, total_bytes=1, usable_bytes=1, topics=topics)
            return SimpleNamespace(results=[disk], error_code=0)
        assert name == "DescribeClientQuotasRequest"
        entity = [SimpleNamespace(entity_type="client-id", entity_name=None)]
        values = [SimpleNamespace(key="producer_byte_rate", value=5.0)]
        return SimpleNamespace(error_code=self.quotas, entries=[SimpleNamespace(entity=entity, values=values)])


def test_all_that_a_cluster_tells() -> None:
    found = cluster_reviewed.read(Cluster(), 5.0)
    assert [(broker.name, broker.version, broker.complete) for broker in found.brokers] == [
        ("1", "3.9.2", True),
        ("2", "3.9.2", True),
    ]
    assert found.brokers[0].config == {
        "num.io.threads": "8",
        "min.insync.replicas": "2",
        "ssl.keystore.password": parts.HIDDEN,
        "num.io.thread": parts.HIDDEN,
        "inter.broker.protocol.version": "3.9-IV0",
    }
    assert found.brokers[0].defaults == {"num.io.threads", "inter.broker.protocol.version"}
    (topic,) = found.topics
    assert (topic.name, topic.partitions, topic.replication, topic.size) == ("orders", 2, 1, 9)
    assert topic.config == {"segment.ms": "5"}
    (group,) = found.groups
    assert (group.name, group.assignor, group.members) == ("g", "range", {"c1": ("orders",), "c2": ("orders",)})
    assert found.quotas == {"default client-id": {"producer_byte_rate": 5.0}}
    assert (found.racks, found.size, found.replication) == ({"1": "r", "2": ""}, 2, 1)
    assert (found.controllers, found.combined, found.mode) == (3, ("1",), "kraft")


def test_quotas_that_may_not_be_seen_are_not_known() -> None:
    assert cluster_reviewed.read(Cluster(quotas=31), 5.0).quotas is None


def test_a_version_is_known_by_the_levels_that_it_supports() -> None:
    supported = {"metadata.version": {"supported": (7, 30)}}
    assert cluster_reviewed.read(Cluster(supported), 5.0).brokers[0].version == "4.3.1"
    unknown = {**SETTINGS, "inter.broker.protocol.version": setting("3.9-IV0")}
    assert cluster_reviewed.read(Cluster(settings=unknown), 5.0).brokers[0].version == ""


def test_what_the_cluster_keeps_for_a_broker_is_told_by_its_own_name_and_without_secrets() -> None:
    default, own = "DYNAMIC_DEFAULT_BROKER_CONFIG", "DYNAMIC_BROKER_CONFIG"

    def with_synonyms(value, *synonyms, sensitive=False):
        told = [{"name": name, "value": text, "source": source} for name, text, source in synonyms]
        return {**setting(value, sensitive=sensitive), "synonyms": told}

    threads, retention = "num.io.threads", "log.retention.ms"
    settings = {
        threads: with_synonyms("8", (threads, "16", own), (threads, "12", default), (threads, "8", FILE)),
        retention: with_synonyms("5", ("log.retention.hours", "7", default), (retention, "5", FILE)),
        "min.insync.replicas": with_synonyms("1", ("min.insync.replicas", "2", default)),
        "ssl.key.password": with_synonyms(None, ("ssl.key.password", None, own), sensitive=True),
        "broker.rack": with_synonyms("r", ("broker.rack", "r", FILE)),
    }
    found = cluster_reviewed.read(Cluster(settings=settings), 5.0)
    assert [one.dynamic for one in found.brokers] == [{threads: "16", "min.insync.replicas": "2"}] * 2


def test_settings_that_may_not_be_read_are_refused_with_the_right_that_is_missing() -> None:
    with pytest.raises(GroundworkError, match="give the user of kafka_admin_config the right to DescribeConfigs"):
        cluster_reviewed.read(Cluster(settings={}), 5.0)
