# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The offsets of a topic that transactions take: their markers, and the records of those that were aborted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping

from kafka import TopicPartition
from kafka.record import MemoryRecords

from ..cluster.admin import Cluster
from ..cluster.fetch import Wanted, fetched
from ..core.errors import CouldNotRunError
from .observation import Span

_BYTES = 4 * 1024 * 1024


@dataclass
class Taken:
    """Offsets of one partition at which no consumer that reads what is committed gets a record."""

    markers: int = 0
    aborted: int = 0

    @property
    def offsets(self) -> int:
        """Both."""
        return self.markers + self.aborted


def taken(cluster: Cluster, topic: str, spans: Mapping[int, Span]) -> dict[int, Taken]:
    """What transactions took of each span, from the headers of all batches; takes time for each byte of the topic."""
    scans = {number: _Scan(span.start, span.end) for number, span in spans.items()}
    led = cluster.leaders(topic)
    with cluster.asking(f"look for transactions in {topic}") as admin:
        while any(scan.position < scan.end for scan in scans.values()):
            before = {number: scan.position for number, scan in scans.items()}
            for leader in sorted(set(led.values())):
                wanted = {
                    TopicPartition(topic, number): Wanted(scan.position, _BYTES)
                    # The one that is furthest from its end comes first: it gets a batch in any case.
                    for number, scan in sorted(scans.items(), key=lambda one: one[1].position - one[1].end)
                    if scan.position < scan.end and led.get(number) == leader
                }
                for part, answer in fetched(admin, leader, wanted, committed=True) if wanted else ():
                    scans[part.partition].learn(answer.records or b"", answer.aborted_transactions or [])
            if before == {number: scan.position for number, scan in scans.items()}:
                raise CouldNotRunError(
                    f"the leaders of {topic} give no more of it: see whether they are well, and try again"
                )
    return {number: scan.taken for number, scan in scans.items()}


@dataclass
class _Scan:
    """Where one partition is read on, up to ``end``, and what was found."""

    position: int
    end: int
    taken: Taken = field(default_factory=Taken)

    def learn(self, records: bytes, aborted: Iterable[Any]) -> None:
        """Go through whole batches; ``aborted`` tells producers, and from which offset on they are to be passed over.

        A producer's aborted records end at its next marker.
        """
        waiting = sorted((one.first_offset, one.producer_id) for one in aborted)
        passed_over: set[int] = set()
        for batch in MemoryRecords(records):
            while waiting and waiting[0][0] <= batch.last_offset:
                passed_over.add(waiting.pop(0)[1])
            offsets = min(batch.next_offset, self.end) - max(batch.base_offset, self.position)
            if offsets > 0 and batch.is_control_batch:
                self.taken.markers += offsets
            elif offsets > 0 and batch.is_transactional and batch.producer_id in passed_over:
                self.taken.aborted += offsets
            if batch.is_control_batch:
                passed_over.discard(batch.producer_id)
            self.position = max(self.position, batch.next_offset)
