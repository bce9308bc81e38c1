# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import broker_needs
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

GIB = 1073741824


@pytest.mark.parametrize(
    ("given", "segments", "map_count", "nofile"),
    [
        # The documented example: 365 daily segments of 1000 partitions map 730,000 indexes.
        ({"partitions": 1000, "retention_hours": 8760, "roll_hours": 24}, 365000, 1048576, 365000),
        ({"partitions": 10, "retention_hours": 168, "roll_hours": 168}, 10, 262144, 10),
        # 25 GiB in segments of 1 GiB, and 5000 connections.
        (
            {"partitions": 4000, "partition_bytes": 25 * GIB, "segment_bytes": GIB, "connections": 5000},
            100000,
            262144,
            105000,
        ),
        # A part of a segment is a segment.
        ({"partitions": 1, "partition_bytes": 10, "segment_bytes": 4}, 3, 262144, 3),
        # The larger of both counts.
        (
            {"partitions": 1, "partition_bytes": 10, "segment_bytes": 1, "retention_hours": 48, "roll_hours": 24},
            10,
            262144,
            10,
        ),
        # Segments of partitions that are not alike, with what else is open.
        ({"partitions": 3, "segments": 200000, "connections": 10}, 200000, 524288, 200010),
        # Twice 131072 areas fill 262144; the JVM's own 500 need the next power of two.
        ({"partitions": 131072, "retention_hours": 24, "roll_hours": 24}, 131072, 524288, 131072),
        # Twice 130822, and 500, make 262144, which still fits.
        ({"partitions": 130822, "retention_hours": 24, "roll_hours": 24}, 130822, 262144, 130822),
    ],
)
def test_work_out(given, segments, map_count, nofile):
    needs = broker_needs.work_out(given)
    assert (needs.segments, needs.max_map_count, needs.nofile) == (segments, map_count, nofile)


def test_segments_that_are_given_are_so_many_of_each_partition_on_average():
    assert broker_needs.work_out({"partitions": 3, "segments": 7}).segments_per_partition == 3


def test_map_areas():
    assert broker_needs.work_out({"partitions": 1000, "retention_hours": 8760, "roll_hours": 24}).map_areas == 730500


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"retention_hours": 1, "roll_hours": 1}, "plan.partitions is missing"),
        (
            {"partitions": 0, "retention_hours": 1, "roll_hours": 1},
            "plan.partitions: 0 cannot be; give a whole number from 1",
        ),
        (
            {"partitions": True, "retention_hours": 1, "roll_hours": 1},
            "plan.partitions: a number is needed, not the boolean true",
        ),
        ({"partitions": 1, "retention_hours": -1, "roll_hours": 1}, "plan.retention_hours: -1 cannot be"),
        ({"partitions": 1, "retention_hours": 1, "roll_hours": 1, "connections": -1}, "plan.connections: -1"),
        ({"partitions": 10**30, "retention_hours": 1, "roll_hours": 1}, "plan.partitions: 1000"),
        ({"partitions": 10**9, "retention_hours": 48, "roll_hours": 24}, "plan: 2000000000 segments are more than"),
        (
            {"partitions": 1, "segments": 1, "retention_hours": 1, "roll_hours": 1},
            "plan: segments are given and can be counted as well; give one or the other.",
        ),
        ({"partitions": 1, "segments": 0}, "plan.segments: 0 cannot be; give a whole number from 1"),
        ({"partitions": 1}, "plan: segments cannot be counted"),
        ({"partitions": 1, "partition_bytes": 1}, "plan: partition_bytes and segment_bytes belong together"),
        ({"partitions": 1, "roll_hours": 1}, "plan: retention_hours and roll_hours belong together"),
    ],
)
def test_work_out_refuses(given, sentence):
    with pytest.raises(GroundworkError) as caught:
        broker_needs.work_out(given)
    assert sentence in str(caught.value)
