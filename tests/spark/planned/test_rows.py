# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What was measured beside what was planned, with figures worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from spark_validation.planned import plan
from spark_validation.planned.growth import KINDS, Grown
from spark_validation.planned.rows import Row, Run, rows
from spark_validation.planned.scale import Part, Scale
from tests.spark.planned_files import plan as written

HUNDREDTH = Scale((Part("--share 0.01", Fraction(1, 100)),))
# Eight partitions with two replicas each are sixteen on three brokers: six on the fullest. Each has one segment, and so
# have the probe's two.
RUN = Run(
    brokers=3,
    partitions=8,
    replicas=2,
    records=2400,
    record_bytes=109,
    read=2400,
    written_per_second=50.0,
    read_per_second=2000.0,
    latency_p50=2.5,
    latency_p99=10.0,
)
GROWN = {
    "map_areas": Grown(20),
    "descriptors": Grown(6),
    "log_bytes": Grown(245_250),
    "received": Grown(392_400),
    "sent": Grown(87_200),
}
NOTHING = dict.fromkeys(KINDS, Grown(None, "no audit was given"))


def planned_rows(
    tmp_path: Path, run: Run = RUN, grown: dict[str, Grown] | None = None, seconds: float | None = 100
) -> dict[str, Row]:
    planned = plan.load(written(tmp_path), None)
    return {row.id: row for row in rows(planned, HUNDREDTH, run, grown or GROWN, seconds)}


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("written_records", (10_000, 100, 50, -50.0)),
        ("written_bytes", (10_000_000, 10_900, 5_450, -50.0)),  # 1 % of it, in records of 109 bytes in place of 1,000
        ("read_bytes", (30_000_000, 32_700, 218_000, 566.7)),
        ("latency_p50_ms", (None, None, 2.5, None)),
        ("latency_p99_ms", (None, None, 10, None)),
        ("map_areas", (732_500, 16, 20, 25.0)),
        ("descriptors", (371_000, 8, 6, -25.0)),
        ("disk_bytes", (15_000_000_000_000, 196_200, 245_250, 25.0)),  # 2,400 × 109 × 6 ÷ 8
        ("network_in", (5_000_000, 1_962, 3_924, 100.0)),  # the same over 100 s
        # Planned 30 MB/s read and 2 × 10 MB/s copied, of 6 brokers; 261,600 bytes read as many copied, of 3.
        ("network_out", (8_333_333.333, 1_744, 872, -50.0)),
    ],
)
def test_rows(tmp_path: Path, name: str, figures: tuple[float | None, ...]) -> None:
    row = planned_rows(tmp_path)[name]
    assert (row.planned, row.scaled, row.measured, row.difference_percent) == figures


def test_notes_say_what_a_figure_comes_from(tmp_path: Path) -> None:
    notes = {name: row.note for name, row in planned_rows(tmp_path).items()}
    assert notes == {
        "written_records": "",
        "written_bytes": "records of 109 bytes, 1,000 planned",
        "read_bytes": "records of 109 bytes, 1,000 planned; read after they were written, as fast as Spark can",
        "latency_p50_ms": "the plan has no target for it",
        "latency_p99_ms": "the plan has no target for it",
        "map_areas": "2 for each of 8 segments that were added",
        "descriptors": "one for each of 8 segments that were added; connections that came meanwhile count as well",
        "disk_bytes": "added: 2,400 records of 109 bytes, 6 of 16 replicas on a broker",
        "network_in": "the run's bytes over the 100 s between the audits",
        "network_out": "the run's bytes over the 100 s between the audits",
    }


def test_a_gibibyte_of_a_partition_is_a_segment_more(tmp_path: Path) -> None:
    """100,000,000 records of 109 bytes in 8 partitions are 1,362,500,000 bytes each: two segments."""
    found = planned_rows(tmp_path, replace(RUN, records=100_000_000))
    assert found["map_areas"].scaled == 2 * (6 * 2 + 2)


def test_without_audits_their_rows_say_so_and_the_others_are_there(tmp_path: Path) -> None:
    found = planned_rows(tmp_path, grown=NOTHING, seconds=None)
    without = {name for name, row in found.items() if row.note == "no audit was given"}
    assert without == {"map_areas", "descriptors", "disk_bytes", "network_in", "network_out"}
    assert {(found[name].scaled, found[name].measured, found[name].difference_percent) for name in without} == {
        (None, None, None)
    }
    assert found["written_records"].difference_percent == -50.0


def test_what_is_there_in_all_is_told_and_not_compared(tmp_path: Path) -> None:
    row = planned_rows(tmp_path, grown={**NOTHING, "map_areas": Grown(410, "alone", in_all=True)}, seconds=None)[
        "map_areas"
    ]
    assert (row.planned, row.scaled, row.measured, row.difference_percent, row.note) == (
        732_500,
        None,
        410,
        None,
        "alone",
    )


def test_audits_of_one_moment_give_no_rate(tmp_path: Path) -> None:
    row = planned_rows(tmp_path, seconds=0)["network_in"]
    assert (row.scaled, row.measured, row.note) == (None, None, "both audits are of one moment")


def test_segments_of_another_size_and_what_takes_less_are_told(tmp_path: Path) -> None:
    """2,400,000 records of 109 bytes in 8 partitions are 32,700,000 bytes each: two segments of 16 MiB."""
    found = planned_rows(tmp_path, replace(RUN, records=2_400_000, segment_bytes=16 * 1024**2, smaller="; less"))
    assert found["map_areas"].scaled == 2 * (6 * 2 + 2)
    assert found["disk_bytes"].note == "added: 2,400,000 records of 109 bytes, 6 of 16 replicas on a broker; less"
    assert found["network_in"].note == "the run's bytes over the 100 s between the audits; less"


def test_records_as_large_as_planned_need_no_word(tmp_path: Path) -> None:
    found = planned_rows(tmp_path, replace(RUN, record_bytes=1000))
    assert found["written_bytes"].note == ""
    assert found["read_bytes"].note == "read after they were written, as fast as Spark can"
