# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the probe makes of acknowledgements, and its histogram, against numbers worked out by hand."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator

import pytest
from kafka.errors import IllegalStateError, KafkaTimeoutError

from spark_validation.cluster.connection import ClientConfig, Connection
from spark_validation.core.errors import CouldNotRunError
from spark_validation.writing import probe
from spark_validation.writing.histogram import Histogram
from spark_validation.writing.probe import Readings
from spark_validation.writing.stall import Stall


def test_percentiles_of_small_values_are_exact() -> None:
    seen = Histogram()
    for value in (5, 1, 4, 2, 3):
        seen.record(value)
    assert [seen.percentile(percent) for percent in (0, 20, 50, 60, 80, 99, 100)] == [1, 1, 3, 3, 4, 5, 5]


@pytest.mark.parametrize("value", [0, 127, 128, 255, 256, 999, 1_000_000, 3_600_000_000])
def test_any_value_is_kept_to_one_percent(value: int) -> None:
    seen = Histogram()
    seen.record(value)
    seen.record(10 * value + 1)
    assert value <= seen.percentile(50) <= value * 1.01


def test_one_long_stall_among_many_is_not_averaged_away() -> None:
    seen = Histogram()
    for _sample in range(999):
        seen.record(2_000)
    seen.record(5_000_000)
    assert (seen.percentile(99), seen.percentile(100), seen.total) == (2_007, 5_000_000, 1_000)


def test_negative_samples_are_counted_and_not_dropped() -> None:
    seen = Histogram()
    seen.record(-3)
    seen.record(7)
    assert (seen.negative, seen.total, seen.percentile(50), seen.percentile(100)) == (1, 2, 0, 7)


def test_no_samples() -> None:
    assert Histogram().percentile(99) == 0


def test_stalls_are_told_by_partition() -> None:
    readings = Readings(2)
    for partition, intended, at in ((0, 0.1, 0.2), (1, 0.2, 0.3), (0, 0.3, 2.5), (1, 0.4, 0.5), (0, 0.5, 2.6)):
        readings.answered(partition, intended, at)
    readings.ended(3.0)
    assert readings.stalls == [Stall(0, 0.2, 2.3), Stall(1, 0.5, 2.5)]
    assert readings.longest_stall == 2.5
    assert readings.worst_by_second == {0: 2.2}


def test_a_record_that_fails_for_good_is_among_the_percentiles() -> None:
    readings = Readings(1)
    for number in range(8):
        readings.answered(0, float(number), number + 0.001)
    readings.failed("KafkaTimeoutError", 8.0, 128.0)
    readings.unanswered(9.5, 10.0)
    seen = readings.latencies
    assert (seen.total, seen.percentile(80), seen.percentile(100)) == (10, 1_003, 120_000_000)
    assert 500_000 <= seen.percentile(90) <= 505_000
    assert (readings.acknowledged, dict(readings.refused)) == (8, {"KafkaTimeoutError": 1})
    assert (readings.worst_by_second[8], readings.worst_by_second[9]) == (120.0, 0.5)


def test_a_partition_that_never_answered_has_stalled_from_the_beginning() -> None:
    readings = Readings(2)
    readings.answered(0, 1.0, 1.4)
    readings.ended(2.0)
    assert readings.stalls == [Stall(0, 0.0, 1.4), Stall(1, 0.0, 2.0)]


def test_a_stall_that_lasts_is_told_meanwhile() -> None:
    readings = Readings(2)
    readings.answered(0, 0.1, 0.3)
    readings.answered(1, 0.2, 0.4)
    assert [readings.longest_silence(at) for at in (0.4, 0.5, 120.3)] == [0.4, 0.4, 120.0]
    assert (readings.longest_stall, readings.stalls) == (0.4, [])


def test_samples_beyond_the_end_are_clamped_and_counted() -> None:
    seen = Histogram()
    seen.record(3_600_000_001)
    seen.record(3_600_000_000)
    assert (seen.clamped, seen.total, seen.percentile(100)) == (1, 2, 3_600_000_000)


def test_the_curve_reaches_as_far_as_there_are_samples() -> None:
    seen = Histogram()
    for value in (1, 2, 3, 4):
        seen.record(value)
    assert seen.curve() == [
        *((0, 1), (10, 1), (20, 1), (30, 2), (40, 2)),
        *((50, 2), (55, 3), (60, 3), (65, 3), (70, 3)),
        (100, 4),
    ]
    assert Histogram().curve() == []


class Unanswered:
    """A producer, its sender and the future of a record, whose brokers are gone: whoever waits gives up."""

    def __init__(self) -> None:
        self._sender, self.calls = self, list[str]()
        self.refuse: Callable[[BaseException], None] = lambda _error: None

    def send(self, *_topic: str, **_record: Any) -> Unanswered:
        return self

    def get(self, **_timeout: float) -> None:
        pass

    def add_callback(self, _told: Callable[[object], None]) -> None:
        pass

    def add_errback(self, told: Callable[[BaseException], None]) -> None:
        self.refuse = told

    def flush(self, timeout: float) -> None:
        self.calls.append(f"flush {timeout}")
        raise KafkaTimeoutError("Timeout waiting for future")

    def close(self, timeout: float) -> None:
        self.calls.append(f"close {timeout}")
        raise KafkaTimeoutError("Timeout waiting for future")

    def force_close(self) -> None:
        self.calls.append("force_close")
        self.refuse(IllegalStateError("Producer is closed forcefully."))

    def join(self, _timeout: float) -> None:
        self.calls.append("join")


@contextmanager
def sending(monkeypatch: pytest.MonkeyPatch, producer: Unanswered) -> Iterator[tuple[probe.Probe, Unanswered]]:
    """A probe that has sent a record by ``producer``."""
    monkeypatch.setattr(probe, "KafkaProducer", lambda **_settings: producer)
    with probe.Probe(Connection("h:1", ClientConfig()), "T", 1) as one:
        one.ready()
        while not one.readings.sent:
            time.sleep(0.01)
        yield one, producer


def test_brokers_that_are_gone_do_not_keep_it_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A producer that could not be closed would send on as soon as they are back; what it held was not refused."""
    with sending(monkeypatch, Unanswered()) as (one, producer):
        readings = one.finish()
        assert producer.calls == ["flush 30.0", "close 5.0", "force_close", "join"]
    assert (readings.acknowledged, dict(readings.refused)) == (0, {})
    assert readings.latencies.total == readings.sent > 0  # each waited in vain, for as long as it did


def test_nothing_is_waited_for_where_the_run_ends_before_the_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    producer = Unanswered()
    with pytest.raises(KeyboardInterrupt), sending(monkeypatch, producer) as (one, _producer):
        raise KeyboardInterrupt
    assert producer.calls == ["close 0", "force_close", "join"]
    assert not one.is_alive()


def test_a_first_record_that_nobody_takes_is_told_with_whom_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    producer = Unanswered()
    monkeypatch.setattr(producer, "get", producer.flush)
    with pytest.raises(CouldNotRunError) as told, sending(monkeypatch, producer):
        pass
    assert str(told.value) == (
        "the probe could not write to T on h:1: KafkaTimeoutError; see that all brokers run and take records, and run "
        "again"
    )


class Clock:
    """Stands still but for who waits; it is also what ends the probe, before the record of the first second is due."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def is_set(self) -> bool:
        return self.now > 0.995

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return self.is_set()

    def set(self) -> None:
        pass


class Stalling:
    """A producer whose every record is acknowledged at once, but whose twelfth keeps who sends it for half a second."""

    def __init__(self, clock: Clock) -> None:
        self._sender, self.clock, self.sent = self, clock, 0

    def join(self, _timeout: float) -> None:
        pass

    def send(self, *_topic: str, **_record: Any) -> Stalling:
        self.sent += 1
        if self.sent == 12:
            self.clock.wait(0.5)
        return self

    def get(self, **_timeout: float) -> None:
        pass

    def add_callback(self, told: Callable[[object], None]) -> None:
        told(None)

    def add_errback(self, told: Callable[[BaseException], None]) -> None:
        pass

    def flush(self, **_timeout: float) -> None:
        pass

    def close(self, **_timeout: float) -> None:
        pass


def test_what_waits_behind_a_stall_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first of all, a record is due every 10 ms; the one of 0.10 s stalls, those up to 0.59 s are late."""
    clock = Clock()
    monkeypatch.setattr(probe, "time", clock)
    monkeypatch.setattr(probe, "KafkaProducer", lambda **_settings: Stalling(clock))
    one = probe.Probe(Connection("h:1", ClientConfig()), "T", 1)
    monkeypatch.setattr(one, "_ended", clock)
    one.start()
    readings = one.finish()
    assert (readings.sent, readings.acknowledged, readings.latencies.total) == (100, 100, 100)
    # Fifty are on time, and fifty late by 10, 20 … 500 ms. The client itself was held up once.
    assert readings.latencies.percentile(50) == 0
    assert 250_000 <= readings.latencies.percentile(75) <= 252_500
    assert readings.latencies.percentile(100) == 500_000
