# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Values out of pages: what is worked out by hand here, on pages as the exporters make them."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import keeper_words, of_page, of_samples
from ansible_collections.groundwork.kafka.plugins.module_utils.health.exposition import parse
from ansible_collections.groundwork.kafka.plugins.module_utils.health.of_page import Looks
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import BY_ID

BEFORE = """
kafka_server_replicamanager_isrshrinkspersec_total 4
kafka_network_requestmetrics_requestspersec_total{request="Produce",version="11"} 100
kafka_network_requestmetrics_requestspersec_total{request="Produce",version="12"} 50
jvm_gc_collection_seconds_sum{gc="G1 Young Generation"} 1.0
jvm_gc_collection_seconds_count{gc="G1 Young Generation"} 10
jvm_gc_collection_seconds_sum{gc="G1 Old Generation"} 0.5
jvm_gc_collection_seconds_count{gc="G1 Old Generation"} 1
jvm_gc_collection_seconds_sum{gc="G1 Concurrent GC"} 100
jvm_gc_collection_seconds_count{gc="G1 Concurrent GC"} 1
node_cpu_seconds_total{cpu="0",mode="idle"} 100
node_cpu_seconds_total{cpu="0",mode="user"} 100
node_cpu_seconds_total{cpu="1",mode="idle"} 200
"""
AFTER = """
kafka_server_replicamanager_isrshrinkspersec_total 2
kafka_server_replicamanager_underreplicatedpartitions 7
kafka_server_socket_server_metrics_io_wait_ratio{listener="CLIENTS",networkprocessor="0"} 0.4
kafka_server_socket_server_metrics_io_wait_ratio{listener="CLIENTS",networkprocessor="1"} 0.6
kafka_server_socket_server_metrics_io_wait_ratio{listener="CONTROLLER",networkprocessor="0"} 1
kafka_network_requestmetrics_requestspersec_total{request="Produce",version="11"} 120
kafka_network_requestmetrics_requestspersec_total{request="Produce",version="12"} 60
kafka_network_requestmetrics_requestspersec_total{request="FetchConsumer",version="16"} 10
kafka_network_requestmetrics_totaltimems_p99{request="Produce"} 12
kafka_network_requestmetrics_totaltimems_p99{request="FetchConsumer"} 501
jvm_gc_collection_seconds_sum{gc="G1 Young Generation"} 1.2
jvm_gc_collection_seconds_count{gc="G1 Young Generation"} 18
jvm_gc_collection_seconds_sum{gc="G1 Old Generation"} 1.1
jvm_gc_collection_seconds_count{gc="G1 Old Generation"} 3
jvm_gc_collection_seconds_sum{gc="G1 Concurrent GC"} 200
jvm_gc_collection_seconds_count{gc="G1 Concurrent GC"} 2
process_open_fds 300
process_max_fds 1200
node_cpu_seconds_total{cpu="0",mode="idle"} 105
node_cpu_seconds_total{cpu="0",mode="user"} 105
node_cpu_seconds_total{cpu="1",mode="idle"} 209
node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"} 50
node_filesystem_size_bytes{mountpoint="/",fstype="ext4"} 200
node_filesystem_avail_bytes{mountpoint="/run",fstype="tmpfs"} 0
node_filesystem_size_bytes{mountpoint="/run",fstype="tmpfs"} 200
kafka_producer_producer_metrics_compression_rate_avg{client_id="a"} NaN
"""
LOOKS = Looks(parse(BEFORE), parse(AFTER), 10.0)
#: By vital sign: what it is over ten seconds. A counter that began again counts from 0.
VALUES = {
    "under_replicated": {(): 7},
    "network_idle": {("CLIENTS",): 0.5, ("CONTROLLER",): 1},
    "isr_shrinks": {(): 0.2},
    "requests": {("Produce",): 3, ("FetchConsumer",): 1},
    "request_time": {("Produce",): 12, ("FetchConsumer",): 501},
    "gc_pause": {(): 0.08},
    "gc_rate": {(): 1.0},
    "gc_share": {(): 0.08},
    "descriptors": {(): 0.25},
    "host_idle": {(): 0.7},
    "log_dir_free": {("/",): 0.25},
}


@pytest.mark.parametrize(("identity", "wanted"), VALUES.items())
def test_what_a_vital_sign_is_worked_out_to(identity, wanted) -> None:
    found, why = of_samples.values(BY_ID[identity], *LOOKS)
    assert found == {labels: pytest.approx(value) for labels, value in wanted.items()}
    assert why == ""


@pytest.mark.parametrize(
    ("identity", "looks", "said"),
    [
        ("cleaner_dead", LOOKS, "does not tell kafka_log_logcleaner_deadthreadcount"),
        ("isr_shrinks", LOOKS._replace(before=None), "two looks"),
        ("gc_pause", LOOKS._replace(before=LOOKS.after), "nothing happened"),
        ("producer_compression_rate_avg", LOOKS, "no number of kafka_producer_producer_metrics_compression_rate_avg"),
    ],
)
def test_why_there_is_no_value(identity, looks, said) -> None:
    found, why = of_samples.values(BY_ID[identity], *looks)
    assert found == {}
    assert said in why


def test_a_brokers_page_is_asked_for_all_that_brokers_have_and_says_what_it_lacks() -> None:
    found = {one.identity: one for one in of_page.of_page("k1", "http://k1:7071/metrics", LOOKS)}
    assert (found["under_replicated"].value, found["under_replicated"].subject) == (7, "k1")
    assert found["cleaner_dead"].value is None
    assert "does not tell" in found["cleaner_dead"].missing
    assert not {"active_controllers", "offline_partitions"} & set(found)  # no controller's page
    assert not {"zookeeper_outstanding", "consumer_lag", "map_areas", "answering"} & set(found)


def test_a_controllers_page_is_asked_for_all_that_controllers_have() -> None:
    page = parse("kafka_controller_kafkacontroller_offlinepartitionscount 2")
    found = {one.identity: one for one in of_page.of_page("c1", "http://c1:7071/metrics", Looks(None, page, 1))}
    assert found["offline_partitions"].value == 2
    assert "does not tell" in found["active_controllers"].missing
    assert not {"under_replicated", "network_idle"} & set(found)  # no broker's page


def test_the_labels_that_stay_name_the_subject() -> None:
    found = of_page.of_page("k1", "http://k1:7071/metrics", LOOKS)
    assert {one.subject for one in found if one.identity == "requests"} == {"k1 Produce", "k1 FetchConsumer"}


def test_how_old_a_text_file_is_one_look_does_not_judge() -> None:
    text = "groundwork_audited_seconds 1795768139\ngroundwork_servers_missing 0\n"
    found = of_page.of_page("k1", "http://k1:9100/metrics", Looks(None, parse(text), 1))
    assert [one.identity for one in found] == ["servers_missing"]


BROKEN = "kafka_server_replicamanager_underreplicatedpartitions 7\njmx_scrape_error 1\n"


@pytest.mark.parametrize(
    ("page", "told", "missing"),
    [(BROKEN, {"under_replicated"}, "leaders"), ("process_max_fds 9\njmx_scrape_error 1\n", set(), "")],
)
def test_an_exporter_that_could_not_read_all_says_so_of_what_is_missing(page, told, missing) -> None:
    found = {one.identity: one for one in of_page.of_page("k1", "page", Looks(None, parse(page), 1))}
    assert {name for name, one in found.items() if one.value is not None} == told
    assert "could not read the JVM's beans" in found[missing].missing
    assert ("" in found) == (missing == "")


def test_a_page_of_something_else_is_not_taken_for_a_healthy_server() -> None:
    found = of_page.of_page("k1", "http://k1:80/metrics", Looks(None, parse("nginx_up 1"), 1))
    assert [(one.identity, one.value) for one in found] == [("", None)]
    assert "no metric of the table" in found[0].missing


@pytest.mark.parametrize(
    ("at_least", "short", "wanted"),
    [
        (5, 0, 0),  # as many replicas as min.insync.replicas, or one alone: always at it, and none is missing
        (5, 2, 2),
        (1, 3, 1),
    ],
)
def test_partitions_at_min_isr_lack_a_replica(at_least, short, wanted) -> None:
    page = "kafka_server_replicamanager_atminisrpartitioncount {}\n"
    page += "kafka_server_replicamanager_underreplicatedpartitions {}\n"
    found = of_page.of_page("k1", "page", Looks(None, parse(page.format(at_least, short)), 1))
    assert [one.value for one in found if one.identity == "at_min_isr"] == [wanted]


def test_nobody_knows_which_are_at_min_isr_for_good_where_nothing_tells_what_lacks_replicas() -> None:
    page = parse("kafka_server_replicamanager_atminisrpartitioncount 5")
    (found,) = [one for one in of_page.of_page("k1", "page", Looks(None, page, 1)) if one.identity == "at_min_isr"]
    assert found.value is None
    assert "does not tell kafka_server_replicamanager_underreplicatedpartitions" in found.missing


IS_BROKER = "kafka_server_replicamanager_partitioncount 9\n"
IS_CONTROLLER = "kafka_controller_kafkacontroller_lastappliedrecordlagms 1\n"
OF_ALL, OF_BROKER, OF_CONTROLLER = (
    f"kafka_server_kafkarequesthandlerpool_{name}requesthandleravgidlepercent_rate_one_minute {{}}\n"
    for name in ("", "broker", "controller")
)
QUEUE = "kafka_network_requestchannel_requestqueuesize 0\n"


@pytest.mark.parametrize(
    ("page", "wanted", "said"),
    [
        (IS_BROKER + OF_ALL.format(0.2), {"handler_idle": 0.2}, ""),
        (IS_BROKER + OF_ALL.format(0.2) + OF_BROKER.format(0.3), {"handler_idle": 0.3}, ""),
        (IS_CONTROLLER + OF_ALL.format(0.2), {"controller_handler_idle": 0.2}, ""),
        (IS_CONTROLLER + OF_ALL.format(0.2) + OF_CONTROLLER.format(0.3), {"controller_handler_idle": 0.3}, ""),
        (
            IS_BROKER + IS_CONTROLLER + OF_ALL.format(0.6) + OF_BROKER.format(0.2) + OF_CONTROLLER.format(1),
            {"handler_idle": 0.2, "controller_handler_idle": 1},
            "",
        ),
        (
            IS_BROKER + IS_CONTROLLER + OF_ALL.format(1.2),
            {"handler_idle": None, "controller_handler_idle": None},
            "is, which Kafka has since 4.2",
        ),
        (IS_BROKER + QUEUE, {"request_queue": 0}, ""),
        (IS_BROKER + IS_CONTROLLER + QUEUE, {"request_queue": None}, "requestqueuesize tells is not the broker's own"),
    ],
)
def test_what_a_broker_and_a_controller_in_one_do_is_told_apart(page, wanted, said) -> None:
    found = {one.identity: one for one in of_page.of_page("k1", "page", Looks(None, parse(page), 1))}
    assert {name: found[name].value for name in wanted} == wanted
    assert all(said in found[name].missing for name in wanted)


LEADER = "zk_server_state\tleader\nzk_learners\t2\nzk_synced_followers\t1\nzk_outstanding_requests\t11\n"
FOLLOWER = "zk_server_state\tfollower\nzk_outstanding_requests\t0\nzk_p99_fsynctime\t7\nzk_p999_fsynctime\t70\n"


@pytest.mark.parametrize(
    ("answer", "wanted", "absent"),
    [
        (LEADER, {"zookeeper_leaders": 1, "zookeeper_synced": 0.5, "zookeeper_outstanding": 11}, set()),
        (FOLLOWER, {"zookeeper_leaders": 0, "zookeeper_fsync": 7}, {"zookeeper_synced"}),
    ],
)
def test_what_a_zookeeper_server_tells(answer, wanted, absent) -> None:
    samples = keeper_words.samples(answer)
    found = {one.identity: one.value for one in of_page.of_words("z1", Looks(samples, samples, 5))}
    assert {name: found[name] for name in wanted} == wanted
    assert not absent & set(found)


READS = "zk_server_state\tfollower\nzk_cnt_readlatency\t{}\nzk_sum_readlatency\t{}\n"


@pytest.mark.parametrize(("count", "summed", "wanted"), [(34, 800, [50.0]), (20, 100, []), (30, 100, [0.0])])
def test_how_long_requests_took_between_two_looks_where_there_were_any(count, summed, wanted) -> None:
    before, after = (keeper_words.samples(READS.format(*one)) for one in ((20, 100), (count, summed)))
    found = of_page.of_words("z1", Looks(before, after, 10))
    assert [one.value for one in found if one.identity == "zookeeper_read_time"] == wanted
