# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from fractions import Fraction

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import load, segments
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads

DAY = 86400


def of(rate, **topics):
    return segments.of_partition(load.read(loads.of([topics]), "kafka_load").topics[0], Fraction(rate))


def test_a_year_in_daily_segments_as_documented():
    found = of(1, retention_hours=8760, roll_hours=24)
    assert (found.closed, found.in_all, found.full) == (365, 366, False)


def test_records_outlive_their_retention_as_documented():
    """200 MB a day in segments of 1 GB, which fill in 5 days, kept for 7: there for 12 days."""
    rate = Fraction(200_000_000, DAY)
    found = of(rate, segment_bytes="1 GB", retention_hours=168, roll_hours=168)
    assert (found.hours, found.full) == (5 * 24, True)
    assert found.held == 12 * 200_000_000
    assert found.held / rate == 12 * DAY


@pytest.mark.parametrize(
    ("given", "rolled", "closed", "held"),
    [
        # An hour of 1000 B/s in each segment, ten of them kept.
        ({"retention_hours": 10, "roll_hours": 1}, 3_600_000, 10, 39_600_000),
        # 36 MB in segments of 10 MB: a part of one is one.
        ({"retention_hours": 10, "segment_bytes": "10 MB"}, 10_000_000, 4, 46_000_000),
        # The bytes are the smaller bound, then the hours.
        ({"retention_hours": 10, "retention_bytes": "20 MB", "segment_bytes": "10 MB"}, 10_000_000, 2, 30_000_000),
        ({"retention_hours": 10, "retention_bytes": "50 MB", "segment_bytes": "10 MB"}, 10_000_000, 4, 46_000_000),
        ({"retention_hours": None, "retention_bytes": "5 MB", "segment_bytes": "10 MB"}, 10_000_000, 1, 15_000_000),
    ],
)
def test_size_or_time_closes_a_segment_and_deletes_it(given, rolled, closed, held):
    found = of(1000, **given)
    assert (found.rolled, found.closed, found.held) == (rolled, closed, held)
