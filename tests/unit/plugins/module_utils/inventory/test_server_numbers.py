# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import server_numbers
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.server_numbers import NODES, ZOOKEEPERS, Claim


@pytest.mark.parametrize(
    ("claims", "ids"),
    [
        pytest.param([], {}, id="nobody"),
        pytest.param([Claim("a"), Claim("b"), Claim("c")], {"a": 1, "b": 2, "c": 3}, id="all new"),
        pytest.param([Claim("a", 0), Claim("b", "7"), Claim("c", 5)], {"a": 0, "b": 7, "c": 5}, id="all given"),
        pytest.param([Claim("a"), Claim("b", 4), Claim("c")], {"a": 5, "b": 4, "c": 6}, id="above those given"),
        pytest.param([Claim("a"), Claim("b", held=9)], {"a": 10, "b": 9}, id="that of its data"),
        pytest.param(
            [Claim("a", held=1), Claim("b", held=3), Claim("c")], {"a": 1, "b": 3, "c": 4}, id="no gap filled"
        ),
        pytest.param([Claim("a", 2, held=2, remembered={"a": 1})], {"a": 2}, id="given before memory"),
        pytest.param(
            [Claim("c"), Claim("b", remembered={"a": 1, "b": 2}), Claim("a", remembered={"a": 1, "b": 2})],
            {"c": 3, "b": 2, "a": 1},
            id="hosts added and reordered",
        ),
        pytest.param(
            [Claim("a", remembered={"a": 1, "b": 2, "c": 3}), Claim("b"), Claim("c", remembered={"a": 1})],
            {"a": 1, "b": 2, "c": 3},
            id="a wiped host gets its own back",
        ),
        pytest.param(
            [Claim("a", remembered={"a": 1, "b": 2, "c": 3}), Claim("d")],
            {"a": 1, "d": 4},
            id="a dead host keeps its own",
        ),
        pytest.param(
            [Claim("a", remembered={"b": 8}), Claim("b", remembered={"b": 2})],
            {"a": 9, "b": 2},
            id="its own word counts",
        ),
        pytest.param(
            [Claim("a", remembered={"a": 1, "b": 2}), Claim("b", read=False)], {"a": 1, "b": 2}, id="unseen, remembered"
        ),
        pytest.param([Claim("a"), Claim("b", 4, read=False)], {"a": 5, "b": 4}, id="unseen, given"),
    ],
)
def test_each_host_has_its_number(claims, ids) -> None:
    found = server_numbers.assign(NODES, claims)
    assert found.ids == ids
    assert list(found.ids) == [claim.host for claim in claims]


def test_what_is_remembered_are_all_numbers_that_anybody_had() -> None:
    claims = [Claim("a", remembered={"dead": 2, "a": 1}), Claim("b")]
    assert server_numbers.assign(NODES, claims).remembered == {"a": 1, "b": 3, "dead": 2}


def test_past_the_last_number_of_a_zookeeper_the_gaps_are_filled() -> None:
    claims = [Claim("a", 255), Claim("b", 1), Claim("c")]
    assert server_numbers.assign(ZOOKEEPERS, claims).ids["c"] == 2


@pytest.mark.parametrize(
    ("numbering", "claims", "sentence"),
    [
        (
            NODES,
            [Claim("k1", 1), Claim("k2", "1")],
            "k1 and k2 both have the broker id 1; give each host its own (kafka_node_id in the inventory).",
        ),
        (
            ZOOKEEPERS,
            [Claim("z1", held=2), Claim("z2", 2)],
            "z1 and z2 both have the ZooKeeper id 2; give each host its own (zookeeper_id in the inventory).",
        ),
        (
            NODES,
            [Claim("k1", 1, held=1), Claim("k2", 1, held=2)],
            "k1 and k2 both have the broker id 1; give each host its own (kafka_node_id in the inventory).",
        ),
        (
            NODES,
            [Claim("k1", 5, held=1)],
            "k1 holds data with the broker id 1, and kafka_node_id is 5; set kafka_node_id back to 1, or, if its data "
            "may be lost, empty its folders yourself.",
        ),
        (
            ZOOKEEPERS,
            [Claim("z1", held=1), Claim("z2", held=1, remembered={"z1": 1, "z2": 2})],
            "z2 holds data with the ZooKeeper id 1, and the hosts of the cluster remember it with 2; bring its own "
            "data back, or, if this is its own, say so with zookeeper_id: 1 in the inventory.",
        ),
        (
            ZOOKEEPERS,
            [Claim("z1", remembered={"z2": 2}), Claim("z2", held=9)],
            "z2 holds data with the ZooKeeper id 9, and the hosts of the cluster remember it with 2; bring its own "
            "data back, or, if this is its own, say so with zookeeper_id: 9 in the inventory.",
        ),
        (
            NODES,
            [Claim("k1", 2), Claim("k2", remembered={"k2": 2})],
            "k1 and k2 both have the broker id 2; give each host its own (kafka_node_id in the inventory).",
        ),
        (
            ZOOKEEPERS,
            [Claim("z1", 256)],
            "z1 has the ZooKeeper id 256; give a whole number from 1 to 255 (zookeeper_id in the inventory), or leave "
            "it out.",
        ),
        (
            NODES,
            [Claim("k1", held=1, read=True), Claim("k2"), Claim("k3", read=False)],
            "No broker id of k2 is known, and which ones are free cannot be told without looking at k3; run for all "
            "hosts together, without --limit or serial, or set kafka_node_id.",
        ),
        (
            NODES,
            [Claim("k1", read=False), Claim("k2", read=False), Claim("k3")],
            "No broker id of k3 is known, and which ones are free cannot be told without looking at k1, k2; run for "
            "all hosts together, without --limit or serial, or set kafka_node_id.",
        ),
        (
            ZOOKEEPERS,
            [Claim(f"z{n}", n) for n in range(1, 256)] + [Claim("z")],
            "No ZooKeeper id up to 255 is free; set zookeeper_id.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence_with_the_hosts(numbering, claims, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        server_numbers.assign(numbering, claims)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("given", ["", "one", 1.0, "1.5", -1, 2**31, "²", [1], True])
def test_numbers_that_are_none(given) -> None:
    with pytest.raises(GroundworkError, match="k1 has the broker id"):
        server_numbers.assign(NODES, [Claim("k1", given)])


def test_hosts_of_one_cluster_or_of_none_yet() -> None:
    server_numbers.check_cluster_ids({"k1": "A", "k2": None, "k3": "A"})


def test_data_of_two_clusters() -> None:
    with pytest.raises(GroundworkError, match="k1 holds data of the cluster A, and k3 that of the cluster B; take the"):
        server_numbers.check_cluster_ids({"k1": "A", "k2": "A", "k3": "B"})


def test_the_id_that_is_given_is_that_of_the_data() -> None:
    server_numbers.check_cluster_ids({"k1": None, "k2": "A"}, "A")
    with pytest.raises(GroundworkError, match="kafka_cluster_id is B, and k2 holds data of the cluster A; leave"):
        server_numbers.check_cluster_ids({"k1": None, "k2": "A"}, "B")


def test_a_new_cluster_with_zookeeper_takes_no_id() -> None:
    with pytest.raises(GroundworkError, match="kafka_cluster_id is B, and Kafka makes that of a new one by itself; le"):
        server_numbers.check_cluster_ids({"k1": None}, "B")
