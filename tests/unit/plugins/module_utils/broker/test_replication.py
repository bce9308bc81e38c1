# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import itertools
import re

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import replication
from ansible_collections.groundwork.kafka.plugins.module_utils.broker.replication import (
    FACTOR,
    MIN_ISR,
    HostReplication,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

SHARES = "share.coordinator.state.topic.replication.factor"
ONE = {FACTOR: "1", MIN_ISR: "1", "offsets.topic.replication.factor": "1"}
TWO = {FACTOR: "2", MIN_ISR: "1"}
THREE = {FACTOR: "3", MIN_ISR: "2"}


def hosts(number, file=None, **given):
    return [
        HostReplication(f"k{one}", file if file is None else replication.of_file(file), **given)
        for one in range(number)
    ]


HALF = hosts(2, ONE, config={FACTOR: 2}) + hosts(1, {**ONE, FACTOR: "2"})


def both(settings):
    return settings.get(FACTOR), settings.get(MIN_ISR)


@pytest.mark.parametrize(
    ("found", "brokers", "wanted", "raises", "differs"),
    [
        pytest.param(hosts(1), 1, (1, 1), False, False, id="a new cluster of one"),
        pytest.param(hosts(5), 5, (3, 2), False, False, id="a new cluster of many"),
        pytest.param(hosts(1, ONE) + hosts(2), 3, (1, 1), False, True, id="two are added to one"),
        pytest.param(hosts(2, TWO) + hosts(1), 3, (2, 1), False, True, id="a third is added"),
        pytest.param(hosts(2, THREE), 2, (3, 2), False, True, id="one is taken away"),
        pytest.param(hosts(3, THREE) + hosts(9), 12, (3, 2), False, False, id="as its number would give"),
        pytest.param(hosts(3, ONE, given=3), 3, (3, 2), True, False, id="raised"),
        pytest.param(hosts(3, THREE, given=2), 2, (2, 1), False, False, id="lowered"),
        pytest.param(hosts(3, ONE, config={MIN_ISR: 2}), 3, (1, 2), True, True, id="min ISR alone is raised"),
        pytest.param(hosts(3, ONE, config={MIN_ISR: None}), 3, (1, 1), False, True, id="taken away"),
        pytest.param(
            hosts(3, {FACTOR: "3"}, given=3, config={MIN_ISR: None}), 3, (3, 1), False, False, id="left to Kafka again"
        ),
        pytest.param(
            hosts(2, THREE, config={MIN_ISR: None}) + hosts(1, {FACTOR: "3"}, config={MIN_ISR: None}),
            3,
            (3, 1),
            False,
            False,
            id="left to Kafka, half written",
        ),
        pytest.param(
            hosts(3, {MIN_ISR: "1"}, config={FACTOR: None}), 3, (1, 1), False, False, id="a factor of Kafka's"
        ),
        pytest.param(hosts(3, {"a": "b"}), 3, (1, 1), False, True, id="a file of somebody else, as Kafka reads it"),
        pytest.param(
            hosts(2, ONE, config={FACTOR: 2}) + hosts(1, {**ONE, FACTOR: "2"}),
            3,
            (2, 1),
            False,
            False,
            id="half written",
        ),
        pytest.param([*hosts(1), HostReplication("k9", read=False)], 2, None, False, False, id="one not looked at"),
    ],
)
def test_settled_once_and_kept(found, brokers: int, wanted, raises: bool, differs: bool) -> None:
    if wanted is None:
        with pytest.raises(GroundworkError, match=r"not known to k0, .* without looking at k9; run for all hosts"):
            replication.settle(found, brokers)
        return
    settled = replication.settle(found, brokers)
    assert (both(settled.wanted), settled.raises, settled.differs) == (wanted, raises, differs)


LOW = {**THREE, MIN_ISR: "1"}


@pytest.mark.parametrize(
    ("found", "lowered"),
    [
        pytest.param(hosts(3, LOW), True, id="an input that was taken out again"),
        pytest.param(hosts(3, LOW, config={MIN_ISR: 1}), False, id="an input that is there"),
        pytest.param(hosts(3, LOW, config={MIN_ISR: None}), False, id="left to Kafka"),
        pytest.param(hosts(3, LOW, given=3), False, id="as the finding says"),
        pytest.param(hosts(3, THREE), False, id="as it follows from the factor"),
        pytest.param(hosts(3, ONE), False, id="one replica"),
        pytest.param(hosts(3), False, id="a new cluster"),
    ],
)
def test_a_min_isr_that_nobody_asks_for_any_more_is_told(found, lowered: bool) -> None:
    settled = replication.settle(found, 3)
    assert settled.lowered == lowered
    if lowered:
        assert "3 and no input says so" in replication.lowered(settled.wanted)["found"].replace(",", "")
        assert settled.raises is False
        assert replication.settle([one._replace(given=3) for one in found], 3).raises is True


def test_everything_follows_from_a_number() -> None:
    assert replication.settle(hosts(3, given=3), 3).settings == {
        FACTOR: 3,
        MIN_ISR: 2,
        "offsets.topic.replication.factor": 3,
        "transaction.state.log.replication.factor": 3,
        "transaction.state.log.min.isr": 2,
        SHARES: 3,
        "share.coordinator.state.topic.min.isr": 2,
    }


def test_what_a_version_without_share_groups_does_not_say_follows_from_its_factor() -> None:
    settled = replication.settle(hosts(2, TWO), 2)
    assert (settled.settings[SHARES], settled.settings["offsets.topic.replication.factor"]) == (2, 3)
    newer = hosts(2, TWO) + hosts(1, {**TWO, SHARES: "5"})  # an upgrade is half-way
    assert replication.settle(newer, 3).settings[SHARES] == 5


def test_a_factor_that_is_kept_may_be_more_than_there_are_brokers() -> None:
    assert (replication.settle(hosts(2, THREE), 2).brokers, replication.settle(hosts(3, ONE), 3).brokers) == (3, 3)


@pytest.mark.parametrize("order", list(itertools.permutations((THREE, TWO, ONE))))
def test_where_the_files_differ_a_topic_may_have_done_with_the_lowest_of_them(order) -> None:
    found = [HostReplication(f"k{number}", replication.of_file(file), 3) for number, file in enumerate(order)]
    settled = replication.settle(found, 2)
    assert (both(settled.kept), settled.raises, settled.brokers) == ((1, 1), True, 3)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            [*hosts(1, ONE), HostReplication("k7", replication.of_file(THREE))],
            r"default\.replication\.factor is 1 in server\.properties of k0 and 3 in that of k7, so nobody can .* set ",
        ),
        (
            [HostReplication("k1", given=3), HostReplication("k2", given=2)],
            "is 3 for k1 and 2 for k2; give all hosts the same",
        ),
        ([HostReplication("k1", given=-1)], r"kafka_replication_factor"),
        ([HostReplication("k1", filled=True)], r"k1 holds data of a cluster, and no host has the server\.properties"),
        ([HostReplication("k1", {**ONE, MIN_ISR: "many"})], r"min\.insync\.replicas"),
    ],
)
def test_what_nobody_can_tell(found, sentence: str) -> None:
    with pytest.raises(GroundworkError, match=sentence):
        replication.settle(found, len(found))


def test_a_zookeeper_server_that_runs_alone_asks_for_nothing() -> None:
    """None of the brokers was looked at."""
    assert both(
        replication.settle([HostReplication("k1", read=False), HostReplication("k2", read=False)], 2).wanted
    ) == (2, 1)


IN_SYNC = {"orders": 1, "bills": 2, "wide": 3}
BACK = "Bring back the missing brokers of {}, and wait until they are in sync."
GIVE = (
    "Give each partition of {} at least 3 brokers first (kafka-reassign-partitions.sh --execute), or a topic that is "
    "to stay as it is the old value for itself (kafka-configs.sh --bootstrap-server HOST:PORT [with security: "
    "--command-config FILE] --alter --entity-type topics --entity-name TOPIC --add-config min.insync.replicas=1)."
)


@pytest.mark.parametrize(
    ("replicas", "named", "ways"),
    [
        pytest.param(IN_SYNC, "bills (2 of 2 in sync), orders (1 of 1 in sync)", GIVE.format("them"), id="too few"),
        pytest.param(
            dict.fromkeys(IN_SYNC, 3),
            "bills (2 of 3 in sync), orders (1 of 3 in sync)",
            BACK.format("them"),
            id="a broker is down",
        ),
        pytest.param(
            {"orders": 2, "bills": 3},
            "bills (2 of 3 in sync), orders (1 of 2 in sync)",
            f"{BACK.format('bills')} {GIVE.format('orders')}",
            id="one of each",
        ),
        pytest.param(
            {"orders": 1},
            "bills (2 of 2 in sync), orders (1 of 1 in sync)",
            GIVE.format("them"),
            id="one that was deleted meanwhile",
        ),
    ],
)
def test_a_raise_that_topics_cannot_do_with_is_refused(replicas, named: str, ways: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        replication.check_raise(IN_SYNC, replicas, 1, 2)
    assert str(raised.value) == (
        f"min.insync.replicas would be 2 instead of 1, and no more replicas than that are in sync of {named}: nobody "
        f"could write to them with acks=all while one of their brokers is down. {ways}"
    )


@pytest.mark.parametrize(
    ("found", "kept", "least"), [({"wide": 3}, 1, 2), (IN_SYNC, 2, 2), (IN_SYNC, 2, 1), ({}, 1, 9)]
)
def test_what_is_no_raise_or_does_no_harm(found, kept: int, least: int) -> None:
    replication.check_raise(found, found, kept, least)


@pytest.mark.parametrize(
    ("by_size", "file", "topics", "found", "remedy"),
    [
        (
            3,
            ONE,
            IN_SYNC,
            "3 and 2; topics with fewer than 3 replicas: bills (2 replicas), orders (1 replica)",
            "3 brokers",
        ),
        (
            2,
            THREE,
            {"a": 2, "b": 3},
            "2 and 1; topics with more than 2 replicas: b (3 replicas)",
            "add brokers; or give",
        ),
        (3, ONE, {"a": 3}, "topics with fewer than 3 replicas: none", "kafka_replication_factor: 3"),
        (3, ONE, None, "topics with fewer than 3 replicas: not known. No broker is up.", "kafka_replication_factor: 3"),
    ],
)
def test_a_difference_names_the_topics_and_the_way(by_size: int, file, topics, found: str, remedy: str) -> None:
    told = replication.difference(by_size, {key: int(value) for key, value in file.items()}, topics, "No broker is up.")
    assert told["found"].endswith(found)
    assert re.search(remedy, told["remedy"])
    assert all(told.values())
