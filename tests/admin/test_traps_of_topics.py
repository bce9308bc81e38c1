# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics that are written anew by the words of their findings: each record is in the new one, in its key's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from kafka import KafkaProducer

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.admin.by_hand import ByHand
from tests.admin.reviewing import create, fill, findings, ids, records, review
from tests.servers.cluster import Cluster
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # ten times a topic that is written, read, written anew and read again

_FORMER = {"num_partitions": 2, "replication_factor": 3}
_LIKE = "make the new version with the partitions, the replicas and the retention of {}-1, or accept the finding where "
_LIKE += "it was made for other ones"
_FIVE = {"written": 5_000_000}
_LOAD = {"written": None, "producer": 1_000_000, "consumer": None, "growth": None}
#: What mends a topic's records.
_MENDER = {"name": "mender", "config": {}, "library": "java", "version": "", "keyed": True, "records": None}


@pytest.fixture
def made(cluster: Cluster) -> ByHand:
    """The cluster as what is typed at needs it."""
    return ByHand(cluster.brokers, cluster.brokers[1].home)


@contextmanager
def topics(made: ByHand, given: Mapping[str, Mapping[str, Any]], *later: str) -> Iterator[None]:
    """Topics of which the first holds records with keys; they, and those that come *later*, are gone afterwards."""
    create(made, given)
    fill(made, list(given)[:1], keyed=True)
    try:
        yield
    finally:
        delete(made, *given, *later)


def delete(made: ByHand, *names: str) -> None:
    def there() -> list[str]:
        with connection.connected(made.addresses, {}, 30) as client:
            return sorted(set(client.list_topics()) & set(names))

    with connection.connected(made.addresses, {}, 30) as client:
        client.delete_topics(sorted(set(client.list_topics()) & set(names)))
    eventually(there, [])


def write_anew(made: ByHand, former: str, name: str, change: Callable[[bytes], bytes] = bytes) -> None:
    """Write *name* from *former*, and compare the two: the records of each key, in their order."""
    producer = KafkaProducer(bootstrap_servers=made.addresses)
    for key, value in records(made, former):
        producer.send(name, change(value), key)
    producer.close()
    wanted = {key: [change(value) for value in values] for key, values in by_key(made, former).items()}
    assert by_key(made, name) == wanted != {}


def by_key(made: ByHand, topic: str) -> dict[bytes | None, list[bytes]]:
    found: dict[bytes | None, list[bytes]] = {}
    for key, value in records(made, topic):
        found.setdefault(key, []).append(value)
    return found


@pytest.mark.remedy("keys_move")
def test_a_topic_gets_more_partitions_by_a_new_one(made: ByHand) -> None:
    """The new one has others than the former on purpose, which is accepted."""
    more = {"planned": 6, "keyed": True}
    with topics(made, {"moved-1": _FORMER}, "moved-2"):
        assert review(made, topics={"moved-1": more})["keys_move", "topic moved-1"] == (
            "write a new topic with so many partitions from the old one, and switch to it when both are complete"
        )
        create(made, {"moved-2": {**_FORMER, "num_partitions": 6}})
        write_anew(made, "moved-1", "moved-2")
        found = review(made, topics={"moved-2": more})
        assert "keys_move" not in ids(found)
        assert found["topic_versions_differ", "topic moved-2"] == _LIKE.format("moved")
        assert "topic_versions_differ" not in ids(
            review(made, accepted={"topic_versions_differ": "it is to have more"})
        )


@pytest.mark.remedy("topic_versions_differ")
def test_a_new_version_is_made_as_the_former_one(made: ByHand) -> None:
    short = {"num_partitions": 1, "replication_factor": 2, "configs": {"retention.ms": "3600000"}}
    with topics(made, {"short-1": _FORMER, "short-2": short}):
        assert review(made)["topic_versions_differ", "topic short-2"] == _LIKE.format("short")
        delete(made, "short-2")
        # With ZooKeeper a topic that brokers know no more may be there for a moment.
        eventually(lambda: create(made, {"short-2": _FORMER}), None, 30, GroundworkError)
        write_anew(made, "short-1", "short-2")
        assert ("topic_versions_differ", "topic short-2") not in review(made)


@pytest.mark.remedy("partitions_few")
def test_a_topic_gets_the_partitions_that_its_load_needs(made: ByHand) -> None:
    """One without records at once; one with keys is written anew."""

    def few(*names: str) -> set[tuple[str, str]]:
        found = review(made, load=_LOAD, topics=dict.fromkeys(names, _FIVE))
        return {one for one in found if one[0] == "partitions_few"}

    with topics(made, {"full-1": _FORMER, "empty": _FORMER}, "full-2"):
        found = review(made, load=_LOAD, topics={"full-1": _FIVE, "empty": _FIVE})
        assert found["partitions_few", "topic empty, full-1"] == (
            "give the topic so many partitions before it holds keys whose order matters; else write it anew with them"
        )
        with connection.connected(made.addresses, {}, 30) as client:
            client.create_partitions({"empty": 5})
        create(made, {"full-2": {**_FORMER, "num_partitions": 5}})
        write_anew(made, "full-1", "full-2")
        eventually(lambda: few("empty", "full-2"), set(), 30)


@pytest.mark.remedy("topic_repaired_in_place")
def test_a_topic_is_mended_into_a_new_one(made: ByHand) -> None:
    def mender(reads: str, writes: str) -> list[dict[str, Any]]:
        return [{**_MENDER, "kind": "consumer", "topics": [reads]}, {**_MENDER, "kind": "producer", "topics": [writes]}]

    with topics(made, {"broken-1": _FORMER}, "broken-2"):
        found = review(made, clients=mender("broken-1", "broken-1"))
        assert found["topic_repaired_in_place", "topic broken-1"] == (
            "write NAME-2 from NAME-1, compare the two, and switch consumers and producers when both are complete"
        )
        create(made, {"broken-2": _FORMER})
        write_anew(made, "broken-1", "broken-2", bytes.upper)
        found = review(made, clients=mender("broken-1", "broken-2"))
        assert not {"topic_repaired_in_place", "topic_versions_differ"} & ids(found)


@pytest.mark.remedy("topic_names_mixed")
def test_names_have_dots_or_underscores_alone(made: ByHand) -> None:
    def mixed(**given: Any) -> list[str]:
        found = [one for one in findings(made.addresses, **given) if one["id"] == "topic_names_mixed"]
        return [one["remedy"] for one in found if "a_score" in one["found"]]

    with topics(made, {"a_score": _FORMER, "a.dot": _FORMER}, "a-score"):
        assert mixed() == [
            "keep to one of them in new names; write a topic that has the other anew, or accept the finding for it"
        ]
        assert mixed(accepted={"topic_names_mixed": "one team has each"}) == []
        create(made, {"a-score": _FORMER})
        write_anew(made, "a_score", "a-score")
        delete(made, "a_score")
        assert mixed() == []
