# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The scale of a run, and what it takes from the plan."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from spark_validation.core.errors import UsageError
from spark_validation.planned import plan, taken
from spark_validation.planned.scale import Scale, scale
from spark_validation.planned.taken import Taken
from tests.spark.planned_files import EVENTS
from tests.spark.planned_files import plan as written

HUNDREDTH = Fraction(1, 100)


@pytest.fixture
def planned(tmp_path: Path) -> plan.Planned:
    return plan.load(written(tmp_path), None)


@pytest.mark.parametrize(
    ("size", "factor", "parts"),
    [
        pytest.param((Fraction(1), 6, 104), Fraction(1), [], id="as planned"),
        pytest.param((Fraction(1), 9, 200), Fraction(1), [], id="larger than planned"),
        pytest.param((HUNDREDTH, 6, 104), Fraction(1, 100), ["--share 0.01"], id="a share"),
        pytest.param((Fraction(1), 1, 104), Fraction(1, 6), ["1 of 6 brokers"], id="fewer brokers"),
        pytest.param((Fraction(1), 6, 13), Fraction(1, 8), ["13 of 104 partitions"], id="fewer partitions"),
        pytest.param(
            (HUNDREDTH, 3, 13), Fraction(1, 800), ["--share 0.01", "13 of 104 partitions"], id="the smaller of both"
        ),
    ],
)  # fmt: skip
def test_scale(planned: plan.Planned, size: tuple[Fraction, int, int], factor: Fraction, parts: list[str]) -> None:
    """The size is the share, and how many brokers and partitions there are."""
    found = scale(planned, *size)
    assert (found.factor, [part.what for part in found.parts]) == (factor, parts)


def test_the_rates_of_a_class_are_shared_among_its_topics(tmp_path: Path) -> None:
    planned = plan.load(written(tmp_path, load=[{**EVENTS, "topics": 4}]), None)
    found = scale(planned, Fraction(1), 6, 104)
    assert (found.factor, [part.what for part in found.parts]) == (Fraction(1, 4), ["1 of 4 topics"])


def test_what_nobody_asks_otherwise_is_the_plans(planned: plan.Planned) -> None:
    assert taken.partitions(planned, None, 1000) == Taken("partitions", 104, 104, "the plan")
    assert taken.replicas(planned, None, 3) == Taken("replication_factor", 3, 3, "the plan")
    assert taken.rate(planned, None, Scale()) == Taken("rate", 10_000, 10_000, "the plan")


def test_options_and_the_cluster_go_over_the_plan(planned: plan.Planned) -> None:
    small = scale(planned, HUNDREDTH, 3, 13)
    assert taken.partitions(planned, 13, 1000) == Taken("partitions", 104, 13, "--partitions")
    assert taken.replicas(planned, 2, 3) == Taken("replication_factor", 3, 2, "--replication-factor")
    assert taken.replicas(planned, None, 1) == Taken("replication_factor", 3, 1, "the cluster, of 1 broker")
    # 10,000 ÷ 800 is 12.5, of which whole records are written.
    assert taken.rate(planned, None, small) == Taken(
        "rate", 10_000, 12, "the plan at --share 0.01 and 13 of 104 partitions"
    )
    assert taken.rate(planned, 500, small) == Taken("rate", 10_000, 500, "--rate")
    assert taken.limit(planned, 500) == Taken("rate", 10_000, 500, "--rate")
    assert taken.limit(planned, None) == Taken("rate", 10_000, None, "smoke, which writes as fast as it can")


def test_a_scale_that_leaves_no_record_is_refused(planned: plan.Planned) -> None:
    with pytest.raises(
        UsageError, match=r"^10,000 records a second are planned, of which --share 0\.00009 leaves less"
    ):
        taken.rate(planned, None, scale(planned, Fraction(9, 100_000), 6, 104))


def test_more_partitions_than_a_run_has_are_refused_unless_somebody_chooses(planned: plan.Planned) -> None:
    with pytest.raises(
        UsageError, match=r"has 104 partitions in each topic of events, a run has 100 at most: give few"
    ):
        taken.partitions(planned, None, 100)
    assert taken.partitions(planned, 100, 100).used == 100


def test_records_are_as_large_as_planned_unless_they_cannot_be(planned: plan.Planned) -> None:
    """The plan has records of 1,000 bytes."""
    assert taken.record_bytes(planned, None, 49, 2000) == Taken("record_bytes", 1000, 1000, "the plan")
    assert taken.record_bytes(planned, 500, 49, 2000) == Taken("record_bytes", 1000, 500, "--record-bytes")
    assert taken.record_bytes(planned, None, 1001, 2000) == Taken(
        "record_bytes", 1000, 1001, "what tells a record of the run from others"
    )
    with pytest.raises(
        UsageError, match="has records of 1,000 bytes in events, a run has 999 at most: give fewer with --"
    ):
        taken.record_bytes(planned, None, 49, 999)
    assert taken.record_bytes(planned, 999, 49, 999).used == 999
