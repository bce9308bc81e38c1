# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a validation ran on."""

from __future__ import annotations

import platform

from pyspark.sql import SparkSession

from .. import __version__
from .versions import driver


def environment(spark: SparkSession, kafka: str | None = None, brokers: int = 0) -> dict[str, str]:
    """Versions of all that took part, by their names; ``kafka`` is that of the ``brokers``, null where none did."""
    runs = driver(spark)
    return {
        "Groundwork validation": __version__,
        **({"Kafka": f"{kafka} ({brokers} broker{'' if brokers == 1 else 's'})"} if kafka else {}),
        "Spark": runs.spark,
        "Spark master": str(spark.sparkContext.master),
        "Scala": runs.scala,
        "Java": runs.java,
        "Python": platform.python_version(),
        "System": f"{platform.system()} {platform.release()}",
    }
