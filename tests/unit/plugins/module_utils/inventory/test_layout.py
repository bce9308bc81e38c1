# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import layout


def brokers(*racks):
    return [{"host": f"k{n}", "rack": rack} for n, rack in enumerate(racks, 1)]


@pytest.mark.parametrize(
    ("given", "servers", "replicas", "ids"),
    [
        pytest.param(brokers("a", "b", "c"), 3, 3, [], id="good"),
        pytest.param([], 0, 3, [], id="nothing"),
        pytest.param(brokers(None), 1, 1, [], id="one of each"),
        pytest.param(brokers(None, "", "  "), 0, 3, ["racks_unknown"], id="no racks"),
        pytest.param(brokers("a", "a", "b"), 0, 2, ["racks_uneven"], id="uneven"),
        pytest.param(brokers("a", "b"), 0, 3, ["racks_fewer_than_replicas"], id="fewer racks than replicas"),
        pytest.param(brokers("a", "a", "b"), 0, 3, ["racks_uneven", "racks_fewer_than_replicas"], id="both"),
        pytest.param([], 2, 3, ["zookeeper_even"], id="even"),
        pytest.param([], 7, 3, [], id="seven"),
        pytest.param([], 9, 3, ["zookeeper_many_voters"], id="nine"),
        pytest.param([], 8, 3, ["zookeeper_even", "zookeeper_many_voters"], id="eight"),
        pytest.param([{"host": "a", "rack": 1}, {"host": "b", "rack": "2"}], 0, 2, [], id="texts"),
    ],
)
def test_findings(given, servers, replicas: int, ids) -> None:
    assert [finding["id"] for finding in layout.check(given, servers, replicas)] == ids


def test_a_finding_has_all_its_parts() -> None:
    assert layout.check(brokers("a", "a", "b"), 0, 2)[0] == {
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
    found = layout.check(brokers("a", "a", "b"), count, 3) + layout.check(brokers(None), 0, 2)
    parts = {"id", "severity", "subject", "wanted", "found", "why", "source", "remedy"}
    assert [set(finding) for finding in found] == [parts] * len(found)


def test_only_what_may_be_so_on_purpose_is_low() -> None:
    found = layout.check(brokers("a", "a", "b"), 8, 3) + layout.check(brokers(None), 0, 2)
    assert [(finding["id"], finding["severity"]) for finding in found] == [
        ("zookeeper_even", "medium"),
        ("zookeeper_many_voters", "medium"),
        ("racks_uneven", "medium"),
        ("racks_fewer_than_replicas", "medium"),
        ("racks_unknown", "low"),
    ]


def test_a_broker_without_a_rack_among_others_with_one_is_an_error_with_the_hosts() -> None:
    with pytest.raises(GroundworkError) as raised:
        layout.check(brokers("a", None, "b", ""), 0, 3)
    assert str(raised.value) == (
        "k2, k4 are brokers without a rack among brokers with one: Kafka refuses to spread replicas over racks then; "
        "give every broker a rack, or none."
    )


def test_one_disk_for_snapshots_and_transaction_log_is_told_of_the_host() -> None:
    found = layout.shared_device("z1")
    assert (found["id"], found["severity"], found["subject"]) == ("zookeeper_one_device", "medium", "ZooKeeper on z1")
    assert set(found) == set(layout.check([], 2, 3)[0])


def test_one_host_without_a_rack_is_spoken_of_in_the_singular() -> None:
    with pytest.raises(GroundworkError, match=r"^k2 is a broker without a rack"):
        layout.check(brokers("a", None), 0, 3)


@pytest.mark.parametrize("given", [True, 0, -1, 32768])
def test_a_replication_factor_that_is_none(given) -> None:
    with pytest.raises(GroundworkError, match="replication_factor: "):
        layout.check([], 0, given)
