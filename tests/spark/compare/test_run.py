# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that compares, on topics of a real broker into which the test itself puts what is to be found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Sequence

import pytest
from kafka import KafkaProducer, TopicPartition
from kafka.admin import (
    ACL,
    ACLOperation,
    ACLPermissionType,
    KafkaAdminClient,
    ResourcePattern,
    ResourceType,
)

from spark_validation.compare import run as compare
from tests.servers.broker import Broker
from tests.spark.cluster.test_security import scram
from tests.spark.command import Ended, run_here

Record = tuple[bytes, bytes]
WHOLE: list[Record] = [(b"k%d" % (number % 4), b"v%d" % number) for number in range(100)]
Run = Callable[..., Ended]


@pytest.fixture(scope="module")
def admin(bootstrap_servers: str) -> Iterator[KafkaAdminClient]:
    client = KafkaAdminClient(bootstrap_servers=bootstrap_servers)
    yield client
    client.close()


Put = Callable[..., None]


@pytest.fixture(scope="module")
def put(bootstrap_servers: str, admin: KafkaAdminClient) -> Iterator[Put]:
    """Makes a topic with these records in its partitions."""
    producer = KafkaProducer(bootstrap_servers=bootstrap_servers, acks="all", linger_ms=20)

    def make(
        name: str,
        *partitions: Sequence[Record],
        headers: Sequence[tuple[str, bytes]] = (),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        shape = {"num_partitions": len(partitions), "replication_factor": 1, "configs": settings or {}}
        admin.create_topics({name: shape}, wait_for_metadata=True)
        for number, records in enumerate(partitions):
            for key, value in records:
                producer.send(name, key=key, value=value, partition=number, headers=list(headers))
        producer.flush()

    yield make
    producer.close()


@pytest.fixture
def compared(bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line's own entry, in this process."""

    def run(source: str, copy: str, *more: object) -> Ended:
        topics = ("--bootstrap-servers", bootstrap_servers, "--topic", source, "--to-topic", copy)
        return run_here(capsys, "compare", *topics, *more, report=tmp_path / f"{source}-{copy}.json")

    return run


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_a_plain_copy_passes(put: Put, compared: Run, bootstrap_servers: str) -> None:
    for name in ("plain-1", "plain-2"):
        put(name, WHOLE, WHOLE[:50])
    ended = compared("plain-1", "plain-2")
    assert (ended.code, ended.counts(), ended.report["details"]["by"]) == (0, {}, "partition")
    where = [f"plain-{n} on {bootstrap_servers}" for n in (1, 2)]
    assert ended.report["sentence"] == f"Passed: {where[1]} holds the 150 records of {where[0]}, in the same order."
    measures = {measure["id"]: measure["value"] for measure in ended.report["measures"]}
    assert measures == {"records": 150, "copied_share": 100, "behind_records": 0}


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_a_plain_copy_with_another_number_of_partitions_passes(put: Put, compared: Run) -> None:
    put("keyed-1", WHOLE)
    put("keyed-2", *([record for record in WHOLE if int(record[0][1:]) % 3 == number] for number in range(3)))
    ended = compared("keyed-1", "keyed-2")
    assert (ended.code, ended.counts(), ended.report["details"]["by"]) == (0, {}, "key")
    refused = compared("keyed-1", "keyed-2", "--by", "partition")
    assert refused.code == 2
    assert "keyed-1 has 1 partitions and keyed-2 has 3" in refused.stderr


# One fault in each partition of the copy
FAULTS: list[list[Record]] = [
    [*WHOLE[:50], *WHOLE[51:]],
    [*WHOLE, (b"k", b"nobody's")],
    [*WHOLE[:50], (WHOLE[50][0], b"other"), *WHOLE[51:]],
    [*WHOLE[:50], WHOLE[54], *WHOLE[51:54], WHOLE[50], *WHOLE[55:]],
    [*WHOLE[:60], WHOLE[61], WHOLE[60], *WHOLE[62:]],
    WHOLE[:93],
    [*WHOLE[:50], WHOLE[51], *WHOLE[51:]],
]


@pytest.mark.core
@pytest.mark.usefixtures("spark")
def test_each_fault_is_named(put: Put, compared: Run, bootstrap_servers: str) -> None:
    put("faulty-1", *[WHOLE] * len(FAULTS))
    put("faulty-2", *FAULTS)
    ended = compared("faulty-1", "faulty-2")
    found = {"missing": 2, "extra": 2, "changed": 1, "reordered": 1, "reordered_across_keys": 1, "behind": 7}
    assert (ended.code, ended.counts()) == (1, found)
    assert ended.check("missing")["detail"] == "partition 0: 1, 6: 1"
    places = {
        check: [(example["partition"], example["offset"]) for example in ended.check(check)["examples"]]
        for check in found
    }
    assert places == {
        "missing": [(0, 50), (6, 50)],
        "extra": [(1, 100), (6, 51)],
        "changed": [(2, 50)],
        "reordered": [(3, 50)],
        "reordered_across_keys": [(4, 60)],
        "behind": [(5, 93)],
    }
    assert (ended.check("behind")["status"], ended.check("missing")["status"]) == ("warned", "failed")
    assert [row["copied_until"] for row in ended.report["details"]["copied"]] == [50, 100, 50, 100, 100, 93, 50]
    where = [f"faulty-{n} on {bootstrap_servers}" for n in (1, 2)]
    assert ended.report["sentence"] == (
        f"Failed: of 700 records of {where[0]} and their copy {where[1]}, 2 records are missing, 2 records are there "
        "without one in the source, 1 record has changed, the order within a key is broken once, the order across the "
        "keys of a partition is broken once and 7 records are not copied yet."
    )
    assert "partition 5: all below offset 93 of 100 is copied" in ended.stdout


@pytest.mark.usefixtures("spark")
def test_a_copy_that_only_lags_warns(put: Put, compared: Run) -> None:
    put("lag-1", WHOLE)
    put("lag-2", WHOLE[:93])
    ended = compared("lag-1", "lag-2")
    assert (ended.code, ended.report["status"], ended.counts()) == (0, "warned", {"behind": 7})
    assert " holds 93 of the 100 records of lag-1 on " in ended.report["sentence"]
    assert ended.report["sentence"].endswith(", in the same order, but 7 records are not copied yet.")
    assert compared("lag-1", "lag-2", "--threshold", "behind_records=:5").code == 1


@pytest.mark.usefixtures("spark")
def test_transactions(put: Put, compared: Run, bootstrap_servers: str) -> None:
    """Their markers take offsets; of those that were aborted or are still open nothing is compared."""
    put("transactions-1", [])
    put("transactions-2", WHOLE)
    producer = KafkaProducer(bootstrap_servers=bootstrap_servers, transactional_id="compared", linger_ms=20)
    producer.init_transactions()
    for records, end in (
        (WHOLE[:40], producer.commit_transaction),
        (WHOLE[:10], producer.abort_transaction),
        (WHOLE[40:], producer.commit_transaction),
        ([(b"k", b"open")], lambda: None),
    ):
        producer.begin_transaction()
        for key, value in records:
            producer.send("transactions-1", key=key, value=value, partition=0)
        producer.flush()
        end()
    ended = compared("transactions-1", "transactions-2")
    assert (ended.code, ended.counts(), ended.report["details"]["source"]["records"]) == (0, {}, 100)
    producer.abort_transaction()
    producer.close()
    ended = compared("transactions-1", "transactions-2", "--isolation-level", "read_uncommitted")
    assert (ended.code, ended.counts()) == (1, {"missing": 10, "behind": 1})


@pytest.mark.usefixtures("spark")
def test_deleted_heads(put: Put, compared: Run, admin: KafkaAdminClient) -> None:
    for name in ("head-1", "head-2"):
        put(name, WHOLE)
    admin.delete_records({TopicPartition("head-2", 0): 30})
    whole_source, whole_copy = compared("head-1", "head-2"), compared("head-2", "head-1")
    assert (whole_source.code, whole_source.counts(), whole_copy.code, whole_copy.counts()) == (0, {}, 0, {})
    assert whole_source.report["details"]["copy"]["head_removed"] == 30
    assert "in the same order, apart from 30 that were deleted at its head." in whole_source.report["sentence"]
    assert whole_copy.report["details"]["source"]["head_removed"] == 30


@pytest.mark.usefixtures("spark")
def test_compacted_topics_are_compared_by_their_last_values_alone(put: Put, compared: Run) -> None:
    put("compacted-1", WHOLE, settings={"cleanup.policy": "compact"})
    put("compacted-2", WHOLE[95:])
    refused = compared("compacted-1", "compacted-2")
    assert refused.code == 2
    assert "topic compacted-1" in refused.stderr
    assert "is compacted" in refused.stderr
    assert "--last-values" in refused.stderr
    ended = compared("compacted-1", "compacted-2", "--last-values")
    assert (ended.code, ended.counts(), ended.report["details"]["source"]["records"]) == (0, {}, 4)


@pytest.mark.usefixtures("spark")
def test_headers_and_another_cluster(put: Put, compared: Run, broker: Broker, tmp_path: Path) -> None:
    """The copy's cluster has an address and a login of its own; here, both lead to the same broker."""
    put("headers-1", WHOLE[:4], headers=[("trace", b"1")])
    put("headers-2", WHOLE[:4])
    login = scram(broker, tmp_path / "client.properties", broker.password)
    elsewhere = ("--to-bootstrap-servers", broker.scram, "--to-client-config", login)
    assert compared("headers-1", "headers-2", *elsewhere).code == 0
    assert compared("headers-1", "headers-2", *elsewhere, "--headers").counts() == {"changed": 4}
    same = compared("headers-1", "headers-1", *elsewhere)
    assert same.code == 2
    assert "are the same topic" in same.stderr


def test_topics_that_cannot_be_compared(
    put: Put, compared: Run, admin: KafkaAdminClient, broker: Broker, tmp_path: Path
) -> None:
    put("secret", WHOLE[:1])
    put("open", WHOLE[:1])
    login = scram(broker, tmp_path / "client.properties", broker.password)
    may_see = ACL(
        f"User:{broker.user}",
        "*",
        ACLOperation.DESCRIBE,
        ACLPermissionType.ALLOW,
        ResourcePattern(ResourceType.TOPIC, "secret"),
    )
    admin.create_acls([may_see])
    forbidden = compared("open", "secret", "--to-bootstrap-servers", broker.scram, "--to-client-config", login)
    assert forbidden.code == 3
    assert (
        f"the records of topic secret on {broker.scram} may not be read: its ACLs must allow Read" in forbidden.stderr
    )
    nowhere = compared("nowhere", "open")
    assert nowhere.code == 3
    assert "topic nowhere does not exist on" in nowhere.stderr
    assert compared("open", "open").code == 2


def afterwards(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Have ``change`` come about when everything is read and nothing is told yet."""
    way = compare._WAYS["partition"]

    def changed(*given: Any) -> Any:
        result = way(*given)
        change()
        return result

    monkeypatch.setitem(compare._WAYS, "partition", changed)


@pytest.mark.usefixtures("spark")
def test_partitions_added_meanwhile_warn(
    put: Put, compared: Run, admin: KafkaAdminClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("grown-1", "grown-2"):
        put(name, WHOLE[:4])
    afterwards(monkeypatch, lambda: admin.create_partitions({"grown-1": 3}))
    ended = compared("grown-1", "grown-2")
    assert (ended.code, ended.report["status"], ended.counts()) == (0, "warned", {"partitions_added": 2})
    assert ended.check("partitions_added")["detail"] == "grown-1: 2"


@pytest.mark.usefixtures("spark")
def test_a_topic_that_went_away_or_lost_records_meanwhile(
    put: Put, compared: Run, admin: KafkaAdminClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("gone-1", WHOLE[:4])
    put("gone-2", WHOLE[:2])
    with monkeypatch.context() as patch:
        afterwards(patch, lambda: admin.delete_records({TopicPartition("gone-1", 0): 1}))
        ended = compared("gone-1", "gone-2")
        assert ended.code == 3
        assert "were deleted while they were compared (partition 0, up to offset 1)" in ended.stderr
    afterwards(monkeypatch, lambda: admin.delete_topics(["gone-2"]))
    ended = compared("gone-1", "gone-2")
    assert ended.code == 3
    assert "the topic went away meanwhile: topic gone-2 does not exist" in ended.stderr
