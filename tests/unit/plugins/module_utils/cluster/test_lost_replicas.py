# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import lost_replicas


def partition(topic, number, replicas, isr):
    return {"topic": topic, "partition": number, "leader": None, "replicas": replicas, "isr": isr, "min_isr": 1}


PARTITIONS = [
    partition("a", 0, [1, 2, 3], [2, 3]),
    partition("a", 1, [2, 1, 3], [3, 2]),
    partition("a", 2, [1, 2, 3], [1, 2, 3]),  # in another folder
    partition("a", 3, [2, 3], [2, 3]),
    partition("b", 0, [1], []),
    partition("b", 1, [1, 2], [1]),
    partition("a-1", 1, [1, 3], [3]),
]
LOST = lost_replicas.lost(PARTITIONS, 1, ["a-2", "a-1-0"], [2, 3])


def test_what_is_lost_is_what_the_other_folders_do_not_have() -> None:
    assert [(one["topic"], one["partition"], one["still_on"], one["behind"]) for one in LOST] == [
        ("a", 0, [2, 3], []),
        ("a", 1, [2, 3], []),
        ("b", 0, [], []),
        ("b", 1, [], [2]),
        ("a-1", 1, [3], []),
    ]


def test_where_it_still_is_is_told_by_topic() -> None:
    assert lost_replicas.sentences(LOST) == [
        "b 0, 1: nowhere else in sync, so lost",
        "a 0, 1: still on brokers 2, 3",
        "a-1 1: still on broker 3",
    ]


def test_the_last_copies_are_refused_with_the_ways_that_are_left() -> None:
    last = lost_replicas.last_copies(LOST)
    assert lost_replicas.refusal(1, ["/data/2/kafka"], last) == (
        "Broker 1 alone has b 0, 1, and what was written there is lost without /data/2/kafka; bring the disk or a "
        "copy of the folder back, or have broker 2 lead with what is there (kafka-leader-election.sh --election-type "
        "UNCLEAN), or accept the loss with kafka_accept_lost_partitions."
    )
    assert "UNCLEAN" not in lost_replicas.refusal(1, ["/data/2/kafka"], last[:1])


def test_brokers_that_do_not_run_may_have_lost_theirs_as_well() -> None:
    """Two that have got empty disks would count on one another, and both begin empty."""
    assert lost_replicas.last_copies(lost_replicas.lost([partition("a", 0, [1, 2, 3], [1, 2, 3])], 1, [], [3])) == []
    last = lost_replicas.last_copies(lost_replicas.lost([partition("a", 0, [1, 2, 3], [1, 2])], 1, [], [3]))
    assert [(one["still_on"], one["silent"], one["behind"]) for one in last] == [([], [2], [3])]
    assert lost_replicas.refusal(1, ["/data"], last) == (
        "No broker that runs has a 0 in sync, and what was written there is lost without /data; start broker 2, in "
        "sync when last heard of; or bring the disk or a copy of the folder back, or have broker 3 lead with what is "
        "there (kafka-leader-election.sh --election-type UNCLEAN), or accept the loss with "
        "kafka_accept_lost_partitions."
    )
