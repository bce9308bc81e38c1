# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole probe against a cluster in memory: what it writes, reads, judges and leaves."""

from __future__ import annotations

import threading
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Callable, cast

import pytest
from kafka.errors import KafkaTimeoutError

from spark_validation.cluster.admin import Cluster, Identity, TopicInfo
from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.core.result import Result
from spark_validation.probing import reader, run
from spark_validation.probing.content import FAULTS
from spark_validation.writing import probe

BROKERS = [4, 1, 7]
Record = SimpleNamespace


class Memory:
    """A cluster of three brokers; it acknowledges and forgets the offsets in ``lose``, and does not take ``refuse``."""

    def __init__(self) -> None:
        self.connection = Connection("h:1", ClientConfig())
        self.bootstrap_servers = "h:1"
        self.log: dict[int, list[Any]] = {}
        self.lock = threading.Lock()
        self.lose: set[tuple[int, int]] = set()
        self.refuse: set[tuple[int, int]] = set()
        self.hidden = 0
        self.deleted: list[str] = []
        self.led = {0: 1, 1: 4, 2: 7}

    def topics(self) -> list[str]:
        return []

    def broker_ids(self) -> list[int]:
        return BROKERS

    def version(self) -> str:
        return "4.3"

    def create_led(self, _topic: str, brokers: list[int], factor: int) -> None:
        assert (brokers, factor) == ([1, 4, 7], 3)
        self.log = {part: [] for part in range(len(brokers))}

    def topic_info(self, topic: str) -> TopicInfo:
        return TopicInfo(topic, Identity("id", 3), readable=True)

    def leaders(self, _topic: str) -> dict[int, int]:
        return self.led

    def offsets(self, _topic: str) -> dict[int, tuple[int, int]]:
        return {part: (0, len(log) + self.hidden) for part, log in self.log.items()}

    def made(self, _topic: str) -> bool:
        return True

    def delete(self, topic: str) -> None:
        self.deleted.append(topic)


class Producer:
    """Writes to it, and answers at once."""

    def __init__(self, cluster: Memory) -> None:
        self.cluster, self._sender = cluster, self

    def send(self, _topic: str, value: bytes, partition: int) -> Producer:
        with self.cluster.lock:
            log = self.cluster.log[partition]
            at = (partition, len(log))
            if at in self.cluster.refuse:
                self.cluster.refuse.discard(at)
                raise KafkaTimeoutError("nobody took it")
            log.append(Record(offset=len(log), value=value))
        return self

    def get(self, **_timeout: float) -> None:
        pass

    def add_callback(self, answered: Callable[[object], None]) -> None:
        answered(None)

    def add_errback(self, _refused: Callable[[BaseException], None]) -> None:
        pass

    def flush(self, **_timeout: float) -> None:
        pass

    def close(self, **_timeout: float) -> None:
        pass

    def join(self, _timeout: float) -> None:
        pass


class Consumer:
    """Reads from it."""

    def __init__(self, cluster: Memory) -> None:
        self.cluster = cluster
        self.parts: list[Any] = []
        self.at: dict[int, int] = {}

    def assign(self, parts: list[Any]) -> None:
        self.parts = parts

    def seek_to_beginning(self) -> None:
        self.at = {part.partition: 0 for part in self.parts}

    def poll(self, timeout_ms: int) -> dict[Any, list[Any]]:
        threading.Event().wait(timeout_ms / 10_000)
        found = {}
        with self.cluster.lock:
            for part in self.parts:
                number = part.partition
                new, self.at[number] = self.cluster.log[number][self.at[number] :], len(self.cluster.log[number])
                found[part] = [one for one in new if (number, one.offset) not in self.cluster.lose]
        return found

    def close(self) -> None:
        pass


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Memory:
    made = Memory()
    monkeypatch.setattr(probe, "KafkaProducer", lambda **_settings: Producer(made))
    monkeypatch.setattr(reader, "KafkaConsumer", lambda **_settings: Consumer(made))
    monkeypatch.setattr(probe, "PER_SECOND", 2_000)
    monkeypatch.setattr(run, "PER_SECOND", 2_000)
    monkeypatch.setattr(run, "_PATIENCE_SECONDS", 2.0)
    return made


def probed(cluster: Memory, fault: str | None = None) -> Result:
    return run.run(cast(Cluster, cluster), run.Request("R", 30, None, timedelta(hours=1), fault))


def counts(result: Result) -> dict[str, int]:
    return {check: finding.count for check, finding in result.verdict.findings.items() if finding.count}


def test_all_come_back_and_the_topic_goes(cluster: Memory) -> None:
    result = probed(cluster)
    assert (counts(result), result.verdict.status) == ({}, "passed")
    assert result.sentence == "Passed: all 30 records came out of groundwork-probe-R on h:1 once, in order and whole."
    assert (result.details["sent"], result.details["acknowledged"]) == (30, 30)
    assert [row["broker"] for row in result.details["leaders"]] == [1, 4, 7]
    assert cluster.deleted == ["groundwork-probe-R"]
    assert all(value is not None and value >= 0 for value in result.verdict.measured.values())


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_it(cluster: Memory, fault: str) -> None:
    result = probed(cluster, fault)
    assert (counts(result), result.verdict.status) == ({fault.replace("_tail", ""): 1}, "failed")


def test_what_the_cluster_acknowledged_and_forgot_is_lost(cluster: Memory) -> None:
    cluster.lose = {(1, 3), (0, 2)}
    assert counts(probed(cluster)) == {"lost": 2}


def test_what_the_cluster_refused_is_not_taken(cluster: Memory) -> None:
    cluster.refuse = {(2, 4)}
    result = probed(cluster)
    assert (counts(result), result.verdict.status) == ({"in_doubt": 1, "not_taken": 1}, "failed")
    assert result.details["refused"] == {"KafkaTimeoutError": 1}


def test_a_broker_that_leads_nothing_is_told(cluster: Memory) -> None:
    cluster.led = {0: 1, 1: 7, 2: 7}
    result = probed(cluster)
    assert (counts(result), result.verdict.status) == ({"led_elsewhere": 1}, "warned")


def test_a_partition_that_is_not_read_to_its_end_is_no_verdict(cluster: Memory) -> None:
    cluster.hidden = 1
    with pytest.raises(CouldNotRunError, match="partition 0 of groundwork-probe-R on h:1 could not be read to its end"):
        probed(cluster)
    assert cluster.deleted == ["groundwork-probe-R"]
