# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from contextlib import contextmanager

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Broker, Reviewed, Topic
from ansible_collections.groundwork.kafka.plugins.modules import cluster_review

FOUND = Reviewed(
    brokers=(Broker("1", {}, "4.3.1"),), topics=(Topic("orders", 8, 3, {"min.insync.replicas": "3"}),), broker_count=3
)


@pytest.fixture(autouse=True)
def _cluster(monkeypatch):
    @contextmanager
    def connected(bootstrap_servers, client_config, timeout):
        assert (client_config, timeout) == ({}, 15)
        if bootstrap_servers == ["gone:9092"]:
            raise GroundworkError("No broker accepts connections.")
        yield "a client"

    monkeypatch.setattr(cluster_review.connection, "connected", connected)
    monkeypatch.setattr(cluster_review.cluster_reviewed, "read", lambda client, _now: client == "a client" and FOUND)


def review(**given):
    """The result of the module with the defaults of its arguments."""
    defaults = {name: argument.get("default") for name, argument in cluster_review.ARGUMENTS.items()}
    return cluster_review.run({**defaults, "bootstrap_servers": ["k1:9092"], **given})


def test_the_traps_of_a_cluster_with_what_nobody_but_people_knows() -> None:
    client = {"name": "shop", "kind": "producer", "config": {"acks": 1}, "topics": ["orders"], "keyed": False}
    result = review(
        topics={"orders": {"planned": 12, "keyed": True, "written": 10**9}},
        clients=[client],
        load={"consumer": 5 * 10**7},
    )
    found = {one["id"]: one["found"] for one in result["findings"]}
    assert found["min_isr_all"] == "min.insync.replicas 3 = 3 replicas: 0 may be missing"
    assert found["keys_move"].startswith("8 partitions are to be 12")
    assert found["partitions_few"] == "953.7 MiB / 47.7 MiB a consumer = 20 > 8 partitions"
    assert {"acks_without_min_isr", "keys_missing"} <= set(found)
    assert (result["unanswered"], result["changed"]) == ("", False)
    assert parts.reviewed(result["reviewed"]).topics[0].planned == 12


def test_numbers_may_be_texts_and_what_is_null_was_not_told() -> None:
    told = {"orders": {"written": "1000", "planned": None, "keyed": None}}
    (topic,) = parts.reviewed(review(topics=told)["reviewed"]).topics
    assert (topic.written, topic.planned, topic.keyed) == (1000, None, None)
    assert review(topics={"orders": None})["changed"] is False


def test_a_cluster_that_does_not_answer() -> None:
    with pytest.raises(GroundworkError, match="No broker accepts connections"):
        review(bootstrap_servers=["gone:9092"])
    result = review(bootstrap_servers=["gone:9092"], tolerant=True)
    assert (result["unanswered"], result["findings"], result["reviewed"]) == ("No broker accepts connections.", [], {})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"accepted": {"min_isr": "x"}}, "'min_isr' is accepted, and no rule has that id; correct it: the nearest id"),
        ({"topics": {"order": {}}}, "topics has order, and the cluster has no such topic; correct the name."),
        (
            {"topics": {"orders": {"plan": 1}}},
            "topics has plan of orders; give one of written, planned, keyed.",
        ),
        ({"topics": {"orders": 5}}, "topics.orders: 5 has no keys; give one of written, planned, keyed."),
        (
            {"topics": {"orders": {"written": -1}}},
            "topics.orders.written: -1 cannot be; give a whole number from 0 to 9223372036854775807.",
        ),
        ({"topics": {"orders": {"written": "10 MB"}}}, "topics.orders.written: "),
        ({"topics": {"orders": {"planned": 0}}}, "topics.orders.planned: 0 cannot be; give a whole number from 1 to"),
        (
            {"topics": {"orders": {"keyed": "no"}}},
            "topics.orders.keyed: 'no' is neither true nor false; give one of them.",
        ),
        ({"load": {"written": -1}}, "load.written: -1 cannot be; give a whole number from 0 to 9223372036854775807."),
        ({"load": {"producer": 0}}, "load.producer: 0 cannot be; give a whole number from 1 to 9223372036854775807."),
        ({"load": {"consumer": -5}}, "load.consumer: -5 cannot be; give a whole number from 1 to"),
    ],
)
def test_what_is_refused(given, sentence) -> None:
    with pytest.raises(GroundworkError) as raised:
        review(**given)
    assert str(raised.value).startswith(sentence)
