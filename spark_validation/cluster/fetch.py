# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Batches of many partitions by one request: what a consumer hides, and without its decompressing them."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, NamedTuple

from kafka import TopicPartition
from kafka.errors import NoError, for_code

from .patient import Patient, fetch_request


class Wanted(NamedTuple):
    """From which offset on, and how many bytes; the first partition of a request gets a whole batch in any case."""

    offset: int
    limit: int


def fetched(
    admin: Patient, leader: int, wanted: Mapping[TopicPartition, Wanted], *, committed: bool = False
) -> Iterator[tuple[TopicPartition, Any]]:
    """What ``leader`` answers for each partition, with ``records`` and ``aborted_transactions``.

    ``committed`` asks as a consumer with ``isolation.level=read_committed`` does; the broker sends aborted records all
    the same, and tells which they are. Raises kafka-python's error of the first partition that has one.
    """
    for topic in admin.send(fetch_request(wanted, committed), leader).responses:
        for answer in topic.partitions:
            error = for_code(answer.error_code)
            if error is not NoError:
                raise error(f"partition {answer.partition_index} of {topic.topic}")
            yield TopicPartition(topic.topic, answer.partition_index), answer
