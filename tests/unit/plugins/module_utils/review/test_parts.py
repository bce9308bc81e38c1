# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import (
    Broker,
    Client,
    Disk,
    Facts,
    Group,
    Keeper,
    Load,
    Reviewed,
    Topic,
)

WHOLE = Reviewed(
    brokers=(
        Broker(
            "k1",
            {"num.io.threads": "8"},
            "4.3.1",
            Facts(heap=1, other_heaps=(2,), disks={"/a": Disk("/a", "8:1")}, shares=("zookeeper",)),
            defaults=frozenset({"num.io.threads"}),
            repeated=("a",),
        ),
    ),
    topics=(Topic("orders", 8, 3, {"segment.ms": "1"}, size=5),),
    clients=(Client("shop", "producer", {"acks": "1"}, topics=("orders",)),),
    groups=(Group("g", "range", {"c1": ("orders",)}),),
    keepers=(Keeper("z1", {"dataDir": "/z"}),),
    racks={"k1": "a"},
    combined=("k1",),
    quotas={"default client": {"producer_byte_rate": 1.0}},
    load=Load(written=7),
    broker_count=3,
)


def test_what_is_handed_over_comes_back_the_same() -> None:
    told = parts.plain(WHOLE)
    assert parts.reviewed(json.loads(json.dumps(told))) == WHOLE
    assert isinstance(told["brokers"][0]["facts"]["disks"]["/a"], list), "Ansible warns of other types"


def test_what_is_left_out_is_not_known() -> None:
    assert parts.reviewed({}) == Reviewed()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"broker": []}, "broker is no part of a reviewed that is reviewed"),
        (
            {"topics": [{"name": "a", "partition": 1}]},
            "partition is no part of a topic that is reviewed; give one of name",
        ),
    ],
)
def test_a_part_that_nothing_has(given, sentence) -> None:
    with pytest.raises(GroundworkError) as raised:
        parts.reviewed(given)
    assert str(raised.value).startswith(sentence)


def test_secrets_are_left_behind() -> None:
    config = {
        "num.io.threads": "8",
        "ssl.keystore.password": "quux",
        "listener.name.client.scram-sha-512.sasl.jaas.config": "quux",
        "ssl.keystore.key": "-----BEGIN PRIVATE KEY-----",
    }
    assert parts.shown(config) == {**dict.fromkeys(config, parts.HIDDEN), "num.io.threads": "8"}


def test_what_is_no_setting_by_its_looks_stays_where_it_is() -> None:
    """A process that any user runs may name any file as its configuration."""
    assert parts.of_text("root:$6$salt$hash:19000:0:99999:7:::\nBEGIN KEY\nMIIEvQ.x=\nbroker.id=1\ndataDir=/z\n") == (
        {"broker.id": "1", "dataDir": "/z"},
        (),
    )


def test_what_rules_ask_of_clients_stays_though_it_has_no_dot() -> None:
    assert parts.of_text("acks=1\npartitioner=murmur2\n") == ({"acks": "1", "partitioner": "murmur2"}, ())


def test_a_mistyped_key_without_a_dot_stays_and_its_value_does_not() -> None:
    assert parts.of_text("ticktime=2000\nlistener=topsecret\n") == (
        {"ticktime": parts.HIDDEN, "listener": parts.HIDDEN},
        (),
    )


def test_a_file_is_read_as_java_reads_it_and_what_comes_twice_is_known() -> None:
    """Continued over lines, with an escape, with blanks and colons; what is twice the same is nothing to tell."""
    text = (
        "log.dirs = /a,\\\n   /b\n"
        "broker.rack: \\u0041\n"
        "num.io.threads 8\n# num.io.threads=7\nnum.io.threads=9\n"
        "a.b=1\na.b=1\n"
    )
    assert parts.of_text(text) == (
        {"log.dirs": "/a,/b", "broker.rack": "A", "num.io.threads": "9", "a.b": "1"},
        ("num.io.threads",),
    )


def test_what_a_cluster_tells_wins_and_its_hosts_give_name_facts_and_version() -> None:
    cluster = Reviewed(
        brokers=(Broker("1", {"num.io.threads": "4"}, complete=True), Broker("2", {}, complete=True)), broker_count=2
    )
    host = Reviewed(
        brokers=(
            Broker("k1", {"broker.id": "1", "num.io.threads": "8", "zookeeper.connect": "z"}, "3.9.2", Facts(heap=5)),
            Broker("c1", {"node.id": "9"}),
        )
    )
    found = parts.together(cluster, [host, Reviewed(keepers=(Keeper("z1", {}),))])
    assert [(one.name, one.config, one.version, one.facts.heap) for one in found.brokers] == [
        ("k1", {"num.io.threads": "4", "zookeeper.connect": "z"}, "3.9.2", 5),
        ("c1", {"node.id": "9"}, "", None),
        ("2", {}, "", None),
    ]
    assert [keeper.name for keeper in found.keepers] == ["z1"]
    assert found.size == 2


def test_a_broker_of_another_cluster_with_the_same_number_is_another_one() -> None:
    cluster = Reviewed(brokers=(Broker("1", {"listeners": "PLAINTEXT://:9092", "log.dirs": "/a"}),))
    other = Reviewed(brokers=(Broker("k1", {"broker.id": "1", "listeners": "PLAINTEXT://:9977"}),))
    assert [one.name for one in parts.together(cluster, [other]).brokers] == ["k1", "1"]
