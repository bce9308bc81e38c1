# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The fleet as Parquet: a folder of each table, below one that is new."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession

from ..core.errors import CouldNotRunError, last_cause
from .gather import TABLES, Frames

#: What only the report itself needs.
_LEFT_OUT = {"hosts": ("settings", "changes"), "compliance": ("seen_at",), "reviews": ("traps",)}


def require_new(spark: SparkSession, folder: str) -> None:
    """Raise :class:`CouldNotRunError` where ``folder``, any that Hadoop knows, is there or cannot be asked for."""
    jvm = spark._jvm
    try:
        path = jvm.org.apache.hadoop.fs.Path(folder)  # type: ignore[union-attr]
        there = path.getFileSystem(spark._jsc.hadoopConfiguration()).exists(path)
    except Exception as error:
        raise CouldNotRunError(f"the tables cannot be written to {folder}: {last_cause(error)}") from error
    if there:
        raise CouldNotRunError(f"{folder} is there already: name a new folder, in which the tables stand by themselves")


def write(frames: Frames, folder: str) -> None:
    """Write each of the ``frames`` to a folder of its name in ``folder``."""
    for name in TABLES:
        frame: DataFrame = getattr(frames, name)
        frame.drop(*_LEFT_OUT.get(name, ())).write.parquet(f"{folder.rstrip('/')}/{name}")
