# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A client that writes keyed and numbered records from the beginning to the end, in a process of its own.

``python -m tests.long.soak FOLDER`` reads there how it connects (soak.json), writes a line for each record that was
acknowledged (acknowledged.jsonl) or was not (failed.jsonl), and ends when a file ``stop`` comes there.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, NamedTuple

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

TOPIC, PARTITIONS = "soak", 6
RATE = 200  # records in a second
_KEYS = 60  # each has all of its records in one partition
_CHECKOUT = Path(__file__).resolve().parents[2]
_END = 180  # seconds that the last records may take


class Acknowledged(NamedTuple):
    """A record's *number*, where it is, and when it was sent and acknowledged."""

    number: int
    partition: int
    offset: int
    sent: float
    back: float


@dataclass(frozen=True)
class Soak:
    """The writer that runs on *folder*, with kafka-python's *options*."""

    folder: Path
    options: Mapping[str, Any]
    process: subprocess.Popen[bytes]

    def acknowledged(self) -> list[Acknowledged]:
        """All that were acknowledged by now, by their number; a line that is being written is left out."""
        lines = (self.folder / "acknowledged.jsonl").read_text().splitlines(keepends=True)
        return sorted(Acknowledged(*json.loads(line)) for line in lines if line.endswith("\n"))

    def failed(self) -> list[str]:
        """What was not acknowledged, and why."""
        return (self.folder / "failed.jsonl").read_text().splitlines()

    def check_flows(self) -> None:
        """It runs still, and records are acknowledged now."""
        assert self.process.poll() is None, (self.folder / "soak.log").read_text()[-3000:]
        before = len(self.acknowledged())
        deadline = time.monotonic() + 60
        while len(self.acknowledged()) < before + RATE and time.monotonic() < deadline:
            time.sleep(0.5)
        assert len(self.acknowledged()) >= before + RATE, (self.folder / "soak.log").read_text()[-3000:]

    def end(self) -> None:
        """Have it stop, once all that it has sent is acknowledged or has failed."""
        (self.folder / "stop").touch()
        assert self.process.wait(_END) == 0, (self.folder / "soak.log").read_text()[-3000:]

    def read_back(self) -> dict[int, list[tuple[int, int]]]:
        """The offset and the number of each record of the topic, by partition, in the order of the log."""
        consumer = KafkaConsumer(**self.options, enable_auto_commit=False, auto_offset_reset="earliest")
        where = [TopicPartition(TOPIC, number) for number in range(PARTITIONS)]
        consumer.assign(where)
        consumer.seek_to_beginning(*where)
        ends = consumer.end_offsets(where)
        found: dict[int, list[tuple[int, int]]] = {one.partition: [] for one in where}
        deadline = time.monotonic() + _END
        while any(consumer.position(one) < ends[one] for one in where) and time.monotonic() < deadline:
            for one, records in consumer.poll(2000).items():
                found[one.partition] += [(record.offset, int(record.value)) for record in records]
        consumer.close()
        return found


def check_all_there(soak: Soak) -> None:
    """What was acknowledged is there once, where it was said to be, and what a partition has is in order."""
    found, sent = soak.read_back(), soak.acknowledged()
    where = {(partition, offset): number for partition, records in found.items() for offset, number in records}
    lost = [one for one in sent if where.get((one.partition, one.offset)) != one.number]
    assert lost == []
    for partition, records in found.items():
        numbers = [number for _offset, number in records]
        assert numbers == sorted(set(numbers)), f"partition {partition}"
    assert soak.failed() == []


@contextlib.contextmanager
def soak(folder: Path, options: Mapping[str, Any]) -> Iterator[Soak]:
    """The writer, from now on; ended by its number where nobody has ended it."""
    folder.mkdir()
    (folder / "soak.json").write_text(json.dumps(dict(options)))
    for name in ("acknowledged.jsonl", "failed.jsonl"):
        (folder / name).touch()
    with (folder / "soak.log").open("wb") as log:
        command = [sys.executable, "-m", "tests.long.soak", str(folder)]
        process = subprocess.Popen(command, cwd=_CHECKOUT, stdout=log, stderr=log)
        try:
            yield Soak(folder, options, process)
        finally:
            process.kill()
            process.wait()


def _write(folder: Path) -> None:
    options = json.loads((folder / "soak.json").read_text())
    # What is acknowledged is there once and in the order that it was sent in: the producer is idempotent.
    producer = KafkaProducer(**options, acks="all", enable_idempotence=True, linger_ms=5)
    with (folder / "acknowledged.jsonl").open("a", 1) as back, (folder / "failed.jsonl").open("a", 1) as failed:
        begun, number = time.monotonic(), 0
        while not (folder / "stop").exists():
            while number < (time.monotonic() - begun) * RATE:
                sent = producer.send(TOPIC, key=b"key %d" % (number % _KEYS), value=b"%d" % number)
                sent.add_callback(_tell_acknowledged(back, number, time.time()))
                sent.add_errback(_tell_failed(failed, number))
                number += 1
            time.sleep(0.01)
        producer.close(timeout=_END - 30)


def _tell_acknowledged(file: Any, number: int, sent: float) -> Callable[[Any], None]:
    def tell(where: Any) -> None:
        file.write(json.dumps(Acknowledged(number, where.partition, where.offset, sent, time.time())) + "\n")

    return tell


def _tell_failed(file: Any, number: int) -> Callable[[Any], None]:
    return lambda error: file.write(json.dumps([number, repr(error)]) + "\n") and None


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
