# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import report as audit_report
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import traps
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import finding


def host(name, number, **config):
    given = {"broker.id": number, **{key.replace("_", "."): value for key, value in config.items()}}
    return {"reviewed": {"brokers": [{"name": name, "version": "3.9.2", "config": given}]}}


def ids(results, asked=None, accepted=None, told=()):
    return [one["id"] for one in traps.review(results, asked or {}, accepted or {}, told, 0)["findings"]]


def asked(*numbers, topics=()):
    brokers = [{"name": number, "config": {"log.dirs": "/d"}, "version": "3.9.2"} for number in numbers]
    return {"reviewed": {"brokers": brokers, "topics": list(topics), "broker_count": len(numbers)}}


def test_brokers_of_two_clusters_are_not_judged_as_one() -> None:
    """Two single brokers with internal topics of one replica are as they must be; two of one cluster are not."""
    one = {"offsets_topic_replication_factor": "1"}
    apart = {
        "k1": host("k1", "1", zookeeper_connect="a:2181", **one),
        "k2": host("k2", "1", zookeeper_connect="b:2181", **one),
    }
    assert not {"internal_replication", "broker_ids_same"} & set(ids(apart))
    together = {
        "k1": host("k1", "1", zookeeper_connect="b:2181,a:2181/x", **one),
        "k2": host("k2", "1", zookeeper_connect="a:2181, b:2181/x", **one),
    }
    assert {"internal_replication", "broker_ids_same"} <= set(ids(together))


def test_the_cluster_that_answered_is_that_of_its_hosts() -> None:
    results = {
        "k1": host("k1", "1", zookeeper_connect="a:2181", log_dirs="/d"),
        "f1": host("f1", "1", zookeeper_connect="b:2181", log_dirs="/foreign"),
    }
    topics = [{"name": "orders", "partitions": 1, "replication": 2, "config": {"min.insync.replicas": "2"}}]
    review = traps.review(results, asked("1", "2", topics=topics), {}, [], 0)
    (found,) = [one for one in review["findings"] if one["id"] == "min_isr_all"]
    assert found["subject"] == "topic orders"
    assert {one["subject"] for one in review["findings"] if one["id"] == "replication_single"} == {
        "topic defaults of k1, 2"
    }


def test_what_hosts_have_told_is_not_told_twice() -> None:
    results = {"k1": host("k1", "1", zookeeper_connect="a:2181")}
    assert "zookeeper_mode" in ids(results)
    told = finding("zookeeper_mode", "medium", "x", wanted=None, found="", why="w", source="s", remedy="r")
    assert "zookeeper_mode" not in ids(results, told=[told])
    assert "zookeeper_mode" not in ids(results, accepted={"zookeeper_mode": "for a year"}, told=[told])


def test_what_a_host_has_told_may_be_accepted_as_well() -> None:
    told = finding("zookeeper_mode", "high", "broker x", wanted="KRaft", found="Z", why="w", source="s", remedy="r")
    review = traps.review({"k1": host("k1", "1")}, {}, {"zookeeper_mode": "for a year"}, [told, told], 0)
    assert [(one["subject"], one["accepted"]) for one in review["accepted"]] == [("broker x", "for a year")]
    record = {"host": "k1", "outcome": "audited", "findings": [told], "counts": traps.counts([told])}
    assert audit_report.sentence([record], "high") is not None
    (judged,) = audit_report.judged([record], review)
    assert judged["findings"] == [{**told, "accepted": "for a year"}]
    assert traps.still_open(judged["findings"]) == []
    assert "high: zookeeper_mode" not in traps.text(review, {"k1": judged["findings"]})
    assert audit_report.sentence([judged], "high", review) is None


@pytest.mark.parametrize("results", [{}, {"k1": {"unreachable": True}}, {"k1": {"reviewed": {}}}])
def test_nothing_is_found_where_nothing_was_read(results) -> None:
    assert ids(results) == []
    assert ids(results, {"unanswered": "nobody is there"}) == []


def test_what_is_so_on_several_hosts_is_told_once_with_their_names() -> None:
    swap = finding("swap", "low", "kernel", wanted="1", found="60", why="w", source="s", remedy="r")
    review = traps.review({"k1": host("k1", "1", num_io_threads="0")}, {}, {}, [], 0)
    lines = traps.text(review, {"k1": [swap], "k2": [swap]}).splitlines()
    assert lines[0].startswith("high: setting_value_refused: num.io.threads of broker k1: ")
    assert "low: swap: kernel: wanted 1, found 60; w; r. [k1, k2]" in lines
