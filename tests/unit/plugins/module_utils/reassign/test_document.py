# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Plans as Kafka's tool writes them: what they ask for, and what is refused in them."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import document
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Change, Folder, Partition

BROKERS = [Broker(number, "", (Folder("/a"), Folder("/b"))) for number in (1, 2, 3)]
PARTITIONS = [Partition("t", number, (1, 2), 5, (1, 2), 1, 1, {1: "/a", 2: "/a"}) for number in (0, 1)]


def read(*entries):
    return document.read({"version": 1, "partitions": list(entries)}, BROKERS, PARTITIONS)


def entry(*replicas, number=0, **named):
    return {"topic": "t", "partition": number, "replicas": list(replicas), **named}


def test_what_it_asks_for_is_a_change_and_what_is_so_already_is_none():
    assert read(entry(1, 3), entry(1, 2, number=1)) == [Change("t", 0, (1, 2), (1, 3), 5)]


def test_another_order_is_a_change():
    assert read(entry(2, 1)) == [Change("t", 0, (1, 2), (2, 1), 5)]


def test_folders_are_asked_for_where_the_replica_is_not_there_yet():
    found = read(entry(1, 3, log_dirs=["/a", "/b"]), entry(1, 2, number=1, log_dirs=["/b", "any"]))
    assert found == [Change("t", 0, (1, 2), (1, 3), 5, {3: "/b"}), Change("t", 1, (1, 2), (1, 2), 5, {1: "/b"})]
    assert found[1].within == {1: "/b"}


def test_what_is_written_is_read_again():
    changes = [Change("t", 0, (1, 2), (3, 2), 5, {3: "/b"})]
    written = document.written(changes)
    assert written == {
        "version": 1,
        "partitions": [{"topic": "t", "partition": 0, "replicas": [3, 2], "log_dirs": ["/b", "any"]}],
    }
    assert document.read(written, BROKERS, PARTITIONS) == changes


def test_what_is_gone_since_is_passed_over():
    given = {"version": 1, "partitions": [entry(1, 3), {**entry(1, 3), "topic": "gone"}]}
    assert document.passed_over(given, {("t", 0)})["partitions"] == [entry(1, 3)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param([], "The plan is no list of partitions", id="a list"),
        pytest.param({"partitions": {}}, "The plan is no list of partitions", id="no list inside"),
        pytest.param({"version": 2, "partitions": []}, "The plan is of version 2", id="version"),
        pytest.param(
            [entry(1, 9)], "places t-0 on broker 9, which the cluster does not have; it has 1, 2, 3", id="broker"
        ),
        pytest.param([entry(1, 1)], "places t-0 on broker 1 twice", id="twice on a broker"),
        pytest.param([entry()], "gives t-0 no replicas, and what it holds would be lost", id="no replicas"),
        pytest.param([entry(1, number=7)], "names t-7, which the cluster does not have", id="no such partition"),
        pytest.param([entry(1), entry(2)], "names t-0 twice", id="twice in the plan"),
        pytest.param([entry("1")], "has the entry {'topic': 't', 'partition': 0, 'replicas': ['1']}", id="a text"),
        pytest.param([{"topic": "t"}], "has the entry {'topic': 't'}", id="half an entry"),
        pytest.param([entry(1, 2, log_dirs=["/a"])], "has 2 replicas of t-0 and 1 log_dirs", id="too few folders"),
        pytest.param([entry(1, 2, log_dirs=5)], "has the entry {'topic': 't'", id="folders that are no list"),
        pytest.param([entry(1, 2, log_dirs=["/c", "any"])], "t-0 in /c of broker 1, which does not have", id="folder"),
    ],
)
def test_what_cannot_be_followed_is_refused(given, said):
    with pytest.raises(GroundworkError) as raised:
        document.read(
            {"version": 1, "partitions": given} if given and isinstance(given, list) else given, BROKERS, PARTITIONS
        )
    assert said in str(raised.value)
