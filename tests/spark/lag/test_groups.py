# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Groups as brokers list and describe them, without a broker."""

from __future__ import annotations

from typing import Any

import pytest
from kafka import TopicPartition

from spark_validation.cluster.patient import members_request
from spark_validation.lag.groups import Group, assigned_parts


@pytest.mark.parametrize(
    ("told", "members"),
    [
        ({"group_state": "Stable", "protocol_type": "consumer", "group_type": "classic"}, True),
        ({"group_state": "Stable", "protocol_type": "consumer"}, True),  # a broker before 4.0
        ({"group_state": "Stable", "protocol_type": "consumer", "group_type": ""}, True),
        ({"group_state": "Empty", "protocol_type": "consumer", "group_type": "classic"}, False),
        ({"group_state": "Dead", "protocol_type": "", "group_type": "classic"}, False),
        # Workers of Kafka Connect read no partitions by it.
        ({"group_state": "Stable", "protocol_type": "connect", "group_type": "classic"}, False),
        ({"group_state": "Stable", "protocol_type": "consumer", "group_type": "Consumer"}, True),
        ({"group_state": "Stable", "protocol_type": "streams", "group_type": "Streams"}, True),
    ],
)
def test_whether_a_group_has_members(told: dict[str, Any], members: bool) -> None:
    assert Group.of(told).members == members


def test_kinds_are_told_alike_by_every_broker() -> None:
    told = {"group_state": "Stable", "protocol_type": "share", "group_type": "Share"}
    assert Group.of(told).kind == Group.of({**told, "group_type": "share"}).kind == "share"


CLASSIC = {"member_assignment": {"assigned_partitions": [{"topic": "a", "partitions": [0, 2]}], "user_data": ""}}
NEWER = {"assignment": {"topic_partitions": [{"topic_id": "x", "topic_name": "b", "partitions": [1]}]}}


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([], []),
        ([CLASSIC, CLASSIC], [("a", 0), ("a", 2), ("a", 0), ("a", 2)]),
        ([NEWER], [("b", 1)]),
        ([{"member_assignment": ""}], []),  # before the leader has given any
        ([{"member_assignment": b"not of a consumer"}], []),
    ],
)
def test_what_members_read(members: list[dict[str, Any]], expected: list[tuple[str, int]]) -> None:
    assert list(assigned_parts(members)) == [TopicPartition(*part) for part in expected]


def test_the_request_for_members_of_the_newer_protocol() -> None:
    """Compact arrays and texts of Kafka's ConsumerGroupDescribe, version 0, written down by hand."""
    request = members_request(["a", "bc"])
    assert (request.API_KEY, bytes(request.encode(version=0))) == (69, b"\x03\x02a\x03bc\x00\x00")
