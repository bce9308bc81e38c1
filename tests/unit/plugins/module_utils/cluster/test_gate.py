# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import random

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import gate


def partition(number=0, replicas=(1, 2, 3), isr=None, min_isr=2, topic="t"):
    isr = list(replicas if isr is None else isr)
    leader = isr[0] if isr else None
    return {
        "topic": topic,
        "partition": number,
        "leader": leader,
        "replicas": list(replicas),
        "isr": isr,
        "min_isr": min_isr,
    }


WHOLE = partition(0)
NARROW = partition(1, isr=(1, 2))
ALONE = partition(2, replicas=(1,), min_isr=1)
STRICT = partition(3, replicas=(1, 2), min_isr=2)
NEVER = partition(4, replicas=(1, 2), min_isr=3)
ELSEWHERE = partition(5, replicas=(2, 3), isr=(2,), min_isr=1)
OFFLINE = partition(6, replicas=(1, 2), isr=(), min_isr=1)
ALL = [WHOLE, NARROW, ALONE, STRICT, NEVER, ELSEWHERE, OFFLINE]


def numbers(found):
    return [one["partition"] for one in found]


@pytest.mark.parametrize(
    ("stopping", "absent", "accept", "found"),
    [
        pytest.param([3], {}, False, [], id="one that only lags is not needed"),
        pytest.param([1], {}, False, [1, 2, 3, 4, 6], id="one that is needed"),
        pytest.param([1], {}, True, [1, 6], id="what can never be is accepted, what can is not"),
        pytest.param([3], {2: "gone"}, False, [0, 1, 5], id="the metadata still shows a broker that is gone"),
        pytest.param([1, 2], {}, False, [0, 1, 2, 3, 4, 5, 6], id="a rack of two"),
        pytest.param([4], {}, False, [], id="one that holds nothing"),
        pytest.param([1], {2: "gone"}, True, [0, 1, 3, 4, 6], id="accepted, but the other replica is gone as well"),
    ],
)
def test_endangered(stopping, absent, accept: bool, found) -> None:
    assert numbers(gate.endangered(ALL, stopping, absent, accept)) == found


@pytest.mark.parametrize(
    ("stopping", "found"), [([1], [2, 3, 4]), ([2], [3, 4]), ([3], []), ([1, 2], [0, 1, 2, 3, 4, 6]), ([4], [])]
)
def test_hopeless(stopping, found) -> None:
    assert numbers(gate.hopeless(ALL, stopping)) == found


@pytest.mark.parametrize(("brokers", "found"), [([3], [1, 5]), ([1], [1, 6]), ([4], [])])
def test_under_replicated(brokers, found) -> None:
    assert numbers(gate.under_replicated(ALL, brokers)) == found


def test_an_open_gate_has_no_reasons() -> None:
    assert gate.before_stop([WHOLE], [1], {9: "broker 9 is not registered"}) == []
    assert gate.after_start([WHOLE, ELSEWHERE], [1], {2: "broker 2 is fenced"}) == []


def test_the_reasons_name_partitions_and_those_that_are_not_there() -> None:
    absent = {2: "broker 2 is fenced", 9: "broker 9 is not registered"}
    assert gate.before_stop([WHOLE, NARROW], [3], absent) == [
        "stopping broker 3 would leave 2 partitions below min ISR: t-0 (3 of 3 in sync, min ISR 2), t-1 (2 of 3 in "
        "sync, min ISR 2)",
        "broker 2 is fenced",
    ]
    assert gate.after_start([WHOLE, NARROW], [3], {3: "broker 3 is fenced"}) == [
        "broker 3 is fenced",
        "1 partition of broker 3 is under-replicated: t-1 (2 of 3 in sync, min ISR 2)",
    ]


def test_what_nobody_has_any_more_is_told_with_the_way_to_begin_it_anew() -> None:
    gone, elsewhere = partition(7, replicas=(3,), isr=()), partition(8, replicas=(3, 2), isr=())
    _behind, told = gate.after_start([gone, elsewhere], [3], {})
    assert told == (
        "1 partition cannot come back from another broker: t-7 (0 of 1 in sync, min ISR 2); where it was lost with its "
        "disk, it begins empty after kafka-leader-election.sh --election-type UNCLEAN"
    )
    assert len(gate.after_start([elsewhere], [3], {})) == 1
    assert len(gate.after_start([gone], [3], {3: "broker 3 is fenced"})) == 2, "it may have it"


def test_only_the_first_few_are_named() -> None:
    many = [partition(number, isr=(1,)) for number in range(20)]
    assert gate.before_stop(many, [1, 2], {}) == [
        "stopping brokers 1, 2 would leave 20 partitions below min ISR: t-0 (1 of 3 in sync, min ISR 2), t-1 (1 of 3 "
        "in sync, min ISR 2), t-2 (1 of 3 in sync, min ISR 2) and 17 more"
    ]


def test_holders() -> None:
    assert gate.holders([WHOLE, partition(replicas=(7, 3))]) == [1, 2, 3, 7]


class Cluster:
    """The same question asked of brokers that keep logs: can a record be written to every in-sync replica there is?"""

    def __init__(self, partitions, dead) -> None:
        self.logs = {one["partition"]: {broker: [] for broker in one["isr"]} for one in partitions}
        self.partitions = {one["partition"]: one for one in partitions}
        self.down = set(dead)

    def write(self, number: int) -> bool:
        """Whether acks=all is given for one record."""
        copies = 0
        for broker, log in self.logs[number].items():
            if broker not in self.down:
                log.append("record")
                copies += 1
        return copies >= self.partitions[number]["min_isr"]

    def catch_up(self, number: int) -> None:
        """Every replica that is not down gets into sync."""
        self.logs[number] = {broker: [] for broker in self.partitions[number]["replicas"] if broker not in self.down}


def made_up(chance: random.Random):
    """Up to 12 partitions on up to 6 brokers, whatever their state."""
    brokers = list(range(1, chance.randint(1, 6) + 1))
    partitions = []
    for number in range(chance.randint(1, 12)):
        replicas = chance.sample(brokers, chance.randint(1, len(brokers)))
        isr = [broker for broker in replicas if chance.random() < 0.8]
        partitions.append(partition(number, replicas, isr, chance.randint(1, 4)))
    stopping = chance.sample(brokers, chance.randint(1, min(2, len(brokers))))
    dead = [broker for broker in brokers if broker not in stopping and chance.random() < 0.2]
    return partitions, stopping, dead


@pytest.mark.parametrize("seed", range(200))
def test_the_gate_agrees_with_brokers_that_keep_logs(seed: int) -> None:
    partitions, stopping, dead = made_up(random.Random(seed))  # noqa: S311 cases, no secrets
    held = [one["partition"] for one in partitions if any(broker in stopping for broker in one["replicas"])]
    after = Cluster(partitions, [*dead, *stopping])
    refused = [number for number in held if not after.write(number)]
    assert numbers(gate.endangered(partitions, stopping, dead)) == refused

    best = Cluster(partitions, stopping)
    for number in held:
        best.catch_up(number)
    never = [number for number in held if not best.write(number)]
    assert numbers(gate.hopeless(partitions, stopping)) == never

    # Accepted: what is refused for good may be, as long as nobody else of it is missing.
    whole = {number: len(best.logs[number]) for number in held}
    missing = [n for n in held if sum(broker not in after.down for broker in after.logs[n]) < whole[n]]
    expected = [number for number in refused if number not in never or number in missing]
    assert numbers(gate.endangered(partitions, stopping, dead, accept_unavailable=True)) == expected


def moved(number, adding=(), removing=(), replicas=(1, 2, 3)):
    return {
        "topic": "t",
        "partition": number,
        "replicas": list(replicas),
        "adding": list(adding),
        "removing": list(removing),
    }


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], []),
        ([moved(0, [9], [8], replicas=(8, 9))], []),
        (
            [moved(0, [3], [2])],
            [
                "1 partition is being reassigned: t-0 (adding broker 3, removing broker 2); wait until it is "
                "(kafka-reassign-partitions.sh --list shows what is left), or take it back with its --cancel"
            ],
        ),
        (
            [moved(0, [2, 3]), moved(1, [], [2]), moved(2)],
            [
                "3 partitions are being reassigned: t-0 (adding brokers 2, 3), t-1 (removing broker 2), "
                "t-2 (changing their order); wait until they are (kafka-reassign-partitions.sh --list shows what is "
                "left), or take it back with its --cancel"
            ],
        ),
    ],
)
def test_a_reassignment_is_named(found, said) -> None:
    assert gate.moving(found, [1]) == said


def test_topics_that_may_not_be_seen_are_no_permission() -> None:
    assert gate.unseen([]) == []
    assert gate.unseen(["a", "b"])[0].startswith("the topics a, b may not be seen, so nobody can tell")
