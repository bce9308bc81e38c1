# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import racks as cluster_racks


def brokers(**racks):
    return [{"id": int(name[1:]), "rack": rack} for name, rack in racks.items()]


def topic(name, *replicas):
    return [{"topic": name, "partition": number, "replicas": list(ids)} for number, ids in enumerate(replicas)]


FOUR = brokers(b1="a", b2="a", b3="b", b4="c")


@pytest.mark.parametrize(
    ("live", "partitions", "found"),
    [
        pytest.param(FOUR, topic("t", [1, 3, 4], [2, 3, 4]), [], id="spread"),
        pytest.param(FOUR, topic("t", [1, 2, 3]), ["fewer of 1 partition: 0"], id="two of three racks"),
        pytest.param(FOUR, topic("t", [1, 3], [1, 2], [2, 1]), ["fewer of 2 partitions: 1, 2"], id="two replicas"),
        pytest.param(FOUR, topic("t", [1]), [], id="one replica"),
        pytest.param(FOUR, topic("t", [1, 2, 3, 4]), [], id="more replicas than racks"),
        pytest.param(FOUR, topic("t", [1, 9, 3]), [], id="a broker that is not there may be anywhere"),
        pytest.param(brokers(b1=None, b2=None), topic("t", [1, 2]), [], id="no racks"),
        pytest.param(FOUR, topic("t", *[[1, 2]] * 8), ["fewer of 8 partitions: 0, 1, 2, 3, 4 and 3 more"], id="many"),
    ],
)
def test_topics(live, partitions, found) -> None:
    assert [finding["found"] for finding in cluster_racks.check([], live, partitions)] == found


def test_each_topic_has_a_finding() -> None:
    found = cluster_racks.check([], FOUR, topic("y", [1, 2]) + topic("x", [1, 2, 3]) + topic("z", [1, 3]))
    assert [(one["subject"], one["wanted"]) for one in found] == [
        ("topic x", "replicas of each partition on 3 racks"),
        ("topic y", "replicas of each partition on 2 racks"),
    ]
    assert all(set(one) == {"id", "severity", "subject", "wanted", "found", "why", "source", "remedy"} for one in found)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (brokers(b1="a", b3="b"), []),
        (brokers(b1="z"), [("broker 1", "rack z", "rack a")]),
        (brokers(b1=None), [("broker 1", "no rack", "rack a")]),
        (brokers(b9="a"), []),
    ],
)
def test_the_racks_that_brokers_registered_with(wanted, found) -> None:
    findings = cluster_racks.check(wanted, FOUR, [])
    assert [(one["subject"], one["wanted"], one["found"]) for one in findings] == found
