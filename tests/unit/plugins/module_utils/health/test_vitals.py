# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of vital signs: complete, each once, each with what a person needs, and the names that follow from it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import vital
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import BY_ID, VITALS

REQUESTS = "request=Produce|FetchConsumer|FetchFollower"
#: The MBeans of the tables of Kafka's documentation (0.10 on), as later versions call them, each with an attribute.
DOCUMENTED = {
    "kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec": "Count",
    "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec": "Count",
    "kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec": "Count",
    f"kafka.network:type=RequestMetrics,name=RequestsPerSec,{REQUESTS},version=*": "Count",
    "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs": "99thPercentile",
    "kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions": "Value",
    "kafka.controller:type=KafkaController,name=ActiveControllerCount": "Value",
    "kafka.controller:type=ControllerStats,name=LeaderElectionRateAndTimeMs": "Count",
    "kafka.controller:type=ControllerStats,name=UncleanLeaderElectionsPerSec": "Count",
    "kafka.server:type=ReplicaManager,name=PartitionCount": "Value",
    "kafka.server:type=ReplicaManager,name=LeaderCount": "Value",
    "kafka.server:type=ReplicaManager,name=IsrShrinksPerSec": "Count",
    "kafka.server:type=ReplicaManager,name=IsrExpandsPerSec": "Count",
    "kafka.server:type=ReplicaFetcherManager,name=MaxLag,clientId=Replica": "Value",
    "kafka.server:type=FetcherLagMetrics,name=ConsumerLag,clientId=*,topic=*,partition=*": "Value",
    "kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Produce": "Value",
    "kafka.server:type=DelayedOperationPurgatory,name=PurgatorySize,delayedOperation=Fetch": "Value",
    f"kafka.network:type=RequestMetrics,name=TotalTimeMs,{REQUESTS}": "99thPercentile",
    f"kafka.network:type=RequestMetrics,name=RequestQueueTimeMs,{REQUESTS}": "99thPercentile",
    f"kafka.network:type=RequestMetrics,name=LocalTimeMs,{REQUESTS}": "99thPercentile",
    f"kafka.network:type=RequestMetrics,name=RemoteTimeMs,{REQUESTS}": "99thPercentile",
    f"kafka.network:type=RequestMetrics,name=ResponseSendTimeMs,{REQUESTS}": "99thPercentile",
    "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=*": "records-lag-max",
    # What SocketServer's NetworkProcessorAvgIdlePercent is the mean of, which mixes listeners up.
    "kafka.server:type=socket-server-metrics,listener=*,networkProcessor=*": "io-wait-ratio",
    "kafka.server:type=KafkaRequestHandlerPool,name=RequestHandlerAvgIdlePercent": "OneMinuteRate",
    "kafka.server:type=KafkaRequestHandlerPool,name=BrokerRequestHandlerAvgIdlePercent": "OneMinuteRate",
    "kafka.server:type=KafkaRequestHandlerPool,name=ControllerRequestHandlerAvgIdlePercent": "OneMinuteRate",
    "kafka.server:type=Produce|Fetch,user?=*,client-id?=*": "throttle-time",
    "kafka.server:type=Produce|Fetch,user?=*,client-id?=* ": "byte-rate",
}
#: What a producer tells of itself by the same documentation: all of it, each broker, each topic.
OF_PRODUCERS = """
waiting-threads buffer-total-bytes buffer-available-bytes bufferpool-wait-ratio batch-size-avg batch-size-max
compression-rate-avg record-queue-time-avg record-queue-time-max request-latency-avg request-latency-max
record-send-rate records-per-request-avg record-retry-rate record-error-rate record-size-max record-size-avg
requests-in-flight
metadata-age connection-close-rate connection-creation-rate network-io-rate outgoing-byte-rate request-rate
request-size-avg request-size-max incoming-byte-rate response-rate select-rate io-wait-time-ns-avg io-wait-ratio
io-time-ns-avg io-ratio connection-count produce-throttle-time-max produce-throttle-time-avg
"""
OF_NODES = """
outgoing-byte-rate request-rate request-size-avg request-size-max incoming-byte-rate request-latency-avg
request-latency-max response-rate
"""
OF_TOPICS = "record-send-rate byte-rate compression-rate record-retry-rate record-error-rate"
NOT_DOCUMENTED_THEN = {
    "active_controllers",
    "fenced_brokers",
    "quorum_leader",
    "quorum_voters_behind",
    "map_areas",
    "descriptors",
    "cleaner_dead",
    "group_lead",
    "certificate_days",
    "restarts_pending",
    "settings_off",
    "gc_pause",
    "gc_rate",
    "zookeeper_outstanding",
}


@pytest.mark.parametrize(("bean", "attribute"), DOCUMENTED.items())
def test_what_the_documentation_has_is_in_the_table(bean, attribute) -> None:
    assert (bean.strip(), attribute) in {(name, one.attribute) for one in VITALS for name in (one.bean, one.alone)}


@pytest.mark.parametrize(
    ("kind", "attributes"),
    [("producer-metrics", OF_PRODUCERS), ("producer-node-metrics", OF_NODES), ("producer-topic-metrics", OF_TOPICS)],
)
def test_so_is_what_producers_tell_of_themselves(kind, attributes) -> None:
    found = {one.attribute for one in VITALS if one.bean.startswith(f"kafka.producer:type={kind},")}
    assert found == set(attributes.split())


def test_so_is_what_the_documentation_did_not_know_yet() -> None:
    assert set(BY_ID) >= NOT_DOCUMENTED_THEN


def test_each_has_its_own_id_of_words() -> None:
    assert [name for name, count in Counter(one.identity for one in VITALS).items() if count > 1] == []
    assert [one.identity for one in VITALS if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", one.identity)] == []


@pytest.mark.parametrize("one", VITALS, ids=lambda one: one.identity)
def test_each_says_what_a_person_needs(one) -> None:
    for text in (one.meaning, one.normal, one.why, one.first, one.source):
        assert text == text.strip() != ""
        assert not text.endswith(".")
    assert one.of in vital.OF
    assert one.mode in (vital.BOTH, vital.KRAFT, vital.KEEPER)
    assert one.kind in (vital.GAUGE, vital.COUNTER, vital.SHARE, vital.LESSER, vital.MEAN, vital.AGE)
    assert one.scope in (vital.SERVER, vital.CLUSTER, vital.SPREAD)
    assert one.over in ("max", "min", "sum", "mean")
    assert one.across in ("max", "sum")
    assert bool(one.whole) == (one.kind in (vital.SHARE, vital.LESSER, vital.MEAN))
    assert not one.alone or (one.bean and one.of in (vital.BROKER, vital.CONTROLLER))
    assert one.since or one.alone in ("", one.bean), "since when are the two told apart"
    assert one.metric or one.asked or one.costly, "nobody can tell it"
    assert all(level.comparison in (">", "<", "<=", "!=") and level.seconds >= 0 for _word, level in one.levels)


@pytest.mark.parametrize("one", [one for one in VITALS if one.warning and one.alarm], ids=lambda one: one.identity)
def test_an_alarm_is_no_nearer_than_its_warning(one) -> None:
    sign = 1 if one.alarm.comparison == ">" else -1
    assert one.warning.comparison == one.alarm.comparison
    assert sign * one.alarm.bound >= sign * one.warning.bound
    assert (one.alarm.bound, one.alarm.seconds) != (one.warning.bound, one.warning.seconds)


def test_what_processes_of_both_kinds_tell_is_in_the_table() -> None:
    assert {vital.OF_BROKERS, vital.OF_CONTROLLERS} <= {one.metric for one in VITALS if one.mode != vital.KEEPER}


def test_one_name_means_one_metric() -> None:
    named = {}
    for one in VITALS:
        if one.metric and one.bean:
            named.setdefault(one.metric, set()).add((one.bean, one.attribute))
    assert [name for name, beans in named.items() if len(beans) > 1] == []


NAMES = {
    "under_replicated": "kafka_server_replicamanager_underreplicatedpartitions",
    "bytes_in": "kafka_server_brokertopicmetrics_bytesinpersec_total",
    "request_time": "kafka_network_requestmetrics_totaltimems_p99",
    "metadata_lag": "kafka_server_broker_metadata_metrics_last_applied_record_lag_ms",
    "producer_topic_byte_rate": "kafka_producer_producer_topic_metrics_byte_rate",
    "descriptors": "process_open_fds",
    "follower_lag": "",
    "group_lead": "groundwork_group_lead",
}


@pytest.mark.parametrize(("identity", "name"), NAMES.items())
def test_what_a_metric_is_called(identity, name) -> None:
    assert BY_ID[identity].metric == name


ASKED = {
    "kafka.log:type=LogCleaner,name=DeadThreadCount": ["kafka.log:type=LogCleaner,name=DeadThreadCount"],
    "a.b:type=X,request=One|Two": ["a.b:type=X,request=One", "a.b:type=X,request=Two"],
    "a.b:type=X,request=One|Two,version=*": ["a.b:type=X,request=One,version=*", "a.b:type=X,request=Two,version=*"],
    'a.b:type=X,logDirectory="*"': ["a.b:type=X,logDirectory=*"],
    "a.b:type=X|Y,user?=*,client-id?=*": ["a.b:type=X,*", "a.b:type=Y,*"],
}


@pytest.mark.parametrize(("bean", "names"), ASKED.items())
def test_by_which_names_a_jvm_is_asked(bean, names) -> None:
    assert vital.object_names(bean) == names


def test_the_label_of_a_key() -> None:
    _domain, keys = vital.parts('a.b:type=X,client-id=*,logDirectory="*"')
    assert [key.label for key in keys] == ["type", "client_id", "logdirectory"]
