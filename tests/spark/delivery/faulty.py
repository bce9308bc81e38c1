# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Members that do wrong, each in a way of its own, for a group whose delivery is to be found wanting: as processes,
``python -m tests.spark.delivery.faulty FAULT``."""

from __future__ import annotations

import sys
from typing import Mapping

from kafka import TopicPartition

from spark_validation.delivery import classic, member
from spark_validation.delivery.orders import Places


class Skips(classic.Client):
    """Commits further than it has read, so that whoever follows it is never given some."""

    def commit(self, offsets: Mapping[int, int]) -> str:
        # Not behind the log's end: who follows would be sent to the log's start, and be given all of it again.
        ends = self._consumer.end_offsets([TopicPartition(self._topic, part) for part in offsets])
        further = {place.partition: min(offsets[place.partition] + 7, end) for place, end in ends.items()}
        return super().commit(further)


class Forgets(classic.Client):
    """Says that it has committed, and has not."""

    def commit(self, _offsets: Mapping[int, int]) -> str:
        return ""


class GoesBack(classic.Client):
    """Is given its first records twice."""

    _went_back = False

    def read(self) -> Places:
        found = [*super().read()]
        if found and not self._went_back:
            self._went_back = True
            return [*found, *found[:3]]
        return found


class Ends(classic.Client):
    """Falls over as it reads."""

    def read(self) -> Places:
        raise RuntimeError("marker\x1b[31m")


if __name__ == "__main__":
    member.main({one.__name__: one for one in (Skips, Forgets, GoesBack, Ends)}[sys.argv[1]])
