# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Frames of the driver's own rows, made without Python on an executor."""

from __future__ import annotations

import pytest
from pyspark.sql import SparkSession

from spark_validation.spark.frames import from_rows


@pytest.mark.parametrize("rows", [[], [(1, 2**40, "a"), (None, -1, 'b"\\')]], ids=["none", "two"])
def test_rows_come_back(spark: SparkSession, rows: list[tuple[int | None, int, str]]) -> None:
    frame = from_rows(spark, rows, "planned int, first bigint, name string")
    assert [tuple(row) for row in frame.collect()] == rows
    assert frame.dtypes == [("planned", "int"), ("first", "bigint"), ("name", "string")]
