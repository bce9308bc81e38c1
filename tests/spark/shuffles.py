# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What Spark moves from one executor to another."""

from __future__ import annotations

from pyspark.sql import DataFrame


def moves_aggregates_alone(summary: DataFrame) -> None:
    """Assert that nothing but aggregates is moved, once, and that no record goes through Python."""
    plan = summary._jdf.queryExecution().sparkPlan().toString()  # before exchanges are put in
    executed = summary._jdf.queryExecution().executedPlan().toString()
    lines = executed.splitlines()
    (exchange,) = [number for number, line in enumerate(lines) if "Exchange" in line]
    assert "partial_count" in lines[exchange + 1]
    assert not [word for word in ("Sort", "Window", "Join", "Python", "Pandas", "Arrow") if word in plan + executed]
