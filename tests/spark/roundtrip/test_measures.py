# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from spark_validation.records.throughput import Throughput
from spark_validation.roundtrip.measures import SMOKE_MEASURES, SOAK_MEASURES, Moved, measured
from spark_validation.writing.latencies import Latencies

READ = Throughput(records=30, bytes=300, seconds=2.0)
WRITTEN = Throughput(records=30, bytes=300, seconds=3.0)
PROBE = Latencies("T-probe", 100, 50, 50, {}, 0, {"p50": 0.002, "p99": 0.25}, longest_stall=1.5, stalls=[])


def test_each_measure_is_taken_from_what_moved() -> None:
    found = measured(Moved(READ, WRITTEN, PROBE))
    assert [(measure.id, found[measure.id]) for measure in SOAK_MEASURES] == [
        ("produced_per_second", 10),
        ("consumed_per_second", 15),
        ("latency_p50_ms", pytest.approx(2)),
        ("latency_p99_ms", pytest.approx(250)),
        ("longest_stall_seconds", 1.5),
    ]
    assert SOAK_MEASURES[:-1] == SMOKE_MEASURES


def test_what_wrote_nothing_has_no_measure_of_it() -> None:
    assert {name: value for name, value in measured(Moved(READ)).items() if value is not None} == {
        "consumed_per_second": 15
    }
