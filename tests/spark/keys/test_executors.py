# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A Python on the executors that is another than the driver's, or none: said before anything is read."""

from __future__ import annotations

import platform

import pytest
from pyspark.sql import SparkSession

from spark_validation.core.errors import CouldNotRunError
from spark_validation.keys.executors import require_on_executors

OWN = ".".join(platform.python_version_tuple()[:2])
CURE = f"let PYSPARK_PYTHON name a Python {OWN} that is on all machines"


@pytest.mark.parametrize(
    ("attribute", "value", "said"),
    [
        ("pythonVer", "3.99", f"Python is {OWN} on an executor and {OWN} on the driver: {CURE}"),
        (
            "pythonExec",
            "/no/such/python",
            f'Python does not start on an executor (Cannot run program "/no/such/python"): {CURE}',
        ),
    ],
    ids=["another", "none"],
)
def test_python_on_the_executors(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, attribute: str, value: str, said: str
) -> None:
    """Spark compares with what the driver calls its own, which is another here."""
    monkeypatch.setattr(spark.sparkContext, attribute, value)
    with pytest.raises(CouldNotRunError) as error:
        require_on_executors(spark, "json")
    assert str(error.value) == said
