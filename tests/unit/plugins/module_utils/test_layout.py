# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import layout
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError


def brokers(*racks, first=1):
    return [{"host": f"k{n}", "id": n, "rack": rack} for n, rack in enumerate(racks, first)]


def zookeepers(count):
    return [{"host": f"z{n}", "id": n} for n in range(1, count + 1)]


@pytest.mark.parametrize(
    ("given", "servers", "replicas", "ids"),
    [
        pytest.param(brokers("a", "b", "c"), zookeepers(3), 3, [], id="good"),
        pytest.param([], [], 3, [], id="nothing"),
        pytest.param(brokers(None), zookeepers(1), 1, [], id="one of each"),
        pytest.param(brokers(None, "", "  "), [], 3, ["racks_unknown"], id="no racks"),
        pytest.param(brokers("a", "a", "b"), [], 2, ["racks_uneven"], id="uneven"),
        pytest.param(brokers("a", "b"), [], 3, ["racks_fewer_than_replicas"], id="fewer racks than replicas"),
        pytest.param(brokers("a", "a", "b"), [], 3, ["racks_uneven", "racks_fewer_than_replicas"], id="both"),
        pytest.param([], zookeepers(2), 3, ["zookeeper_even"], id="even"),
        pytest.param([], zookeepers(7), 3, [], id="seven"),
        pytest.param([], zookeepers(9), 3, ["zookeeper_many_voters"], id="nine"),
        pytest.param([], zookeepers(8), 3, ["zookeeper_even", "zookeeper_many_voters"], id="eight"),
        pytest.param([{"host": "a", "id": "0", "rack": 1}, {"host": "b", "id": 1, "rack": "2"}], [], 2, [], id="texts"),
    ],
)
def test_findings(given, servers, replicas: int, ids) -> None:
    assert [finding["id"] for finding in layout.check(given, servers, replicas)] == ids


def test_a_finding_has_all_its_parts() -> None:
    assert layout.check(brokers("a", "a", "b"), [], 2)[0] == {
        "id": "racks_uneven",
        "severity": "medium",
        "subject": "cluster",
        "wanted": "the same number of brokers in every rack",
        "found": "a: 2, b: 1",
        "why": "every rack gets the same share of replicas, so brokers in small racks carry more",
        "source": "Apache Kafka documentation, Operations: Balancing Replicas Across Racks",
        "remedy": "add brokers to the small racks, or move some there",
    }


@pytest.mark.parametrize("count", [2, 8])
def test_every_finding_has_the_same_parts(count: int) -> None:
    found = layout.check(brokers("a", "a", "b"), zookeepers(count), 3) + layout.check(brokers(None), [], 2)
    parts = {"id", "severity", "subject", "wanted", "found", "why", "source", "remedy"}
    assert [set(finding) for finding in found] == [parts] * len(found)


def test_only_what_may_be_so_on_purpose_is_low() -> None:
    found = layout.check(brokers("a", "a", "b"), zookeepers(8), 3) + layout.check(brokers(None), [], 2)
    assert [(finding["id"], finding["severity"]) for finding in found] == [
        ("racks_uneven", "medium"),
        ("racks_fewer_than_replicas", "medium"),
        ("zookeeper_even", "medium"),
        ("zookeeper_many_voters", "medium"),
        ("racks_unknown", "low"),
    ]


@pytest.mark.parametrize(
    ("given", "servers", "sentence"),
    [
        (
            [{"host": "k1", "id": 1}, {"host": "k2", "id": "1"}],
            [],
            "k1 and k2 both have the broker id 1; give each host its own (kafka_node_id in the inventory).",
        ),
        (
            [],
            [{"host": "z1", "id": 2}, {"host": "z2", "id": 2}],
            "z1 and z2 both have the ZooKeeper id 2; give each host its own (zookeeper_id in the inventory).",
        ),
        (
            [{"host": "k1", "id": True}],
            [],
            "k1 has the broker id True; give a whole number from 0 to 2147483647 (kafka_node_id in the inventory).",
        ),
        (
            [],
            [{"host": "z1", "id": 256}],
            "z1 has the ZooKeeper id 256; give a whole number from 1 to 255 (zookeeper_id in the inventory).",
        ),
        (
            brokers("a", None, "b", ""),
            [],
            "k2, k4 are brokers without a rack among brokers with one: Kafka refuses to spread replicas over racks "
            "then; give every broker a rack, or none.",
        ),
    ],
)
def test_what_cannot_work_is_one_sentence_with_the_hosts(given, servers, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        layout.check(given, servers, 3)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("identity", [None, "", "one", 1.0, "1.5", -1, 2**31, "²", [1]])
def test_broker_ids_that_are_no_whole_numbers(identity) -> None:
    with pytest.raises(GroundworkError, match="k1 has the broker id"):
        layout.check([{"host": "k1", "id": identity}], [], 3)


def test_one_host_without_a_rack_is_spoken_of_in_the_singular() -> None:
    with pytest.raises(GroundworkError, match=r"^k2 is a broker without a rack"):
        layout.check(brokers("a", None), [], 3)


@pytest.mark.parametrize("given", [True, 0, -1, 32768])
def test_a_replication_factor_that_is_none(given) -> None:
    with pytest.raises(GroundworkError, match="replication_factor: "):
        layout.check([], [], given)
