# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From the command to its end, in processes of their own: a ``smoke`` of a million records, and an empty Spark job."""

from __future__ import annotations

import os
import subprocess
import sys
import time

_EMPTY = """
from pyspark.sql import SparkSession
session = SparkSession.builder.master("local[*]").getOrCreate()
session.range(1).count()
session.stop()
"""


def smoke_seconds(servers: str) -> float:
    """The command as a person types it, all by default."""
    return _seconds("-m", "spark_validation", "smoke", "--bootstrap-servers", servers)


def empty_seconds() -> float:
    """Spark as pip installs it: started, asked to count one row, ended."""
    return _seconds("-c", _EMPTY)


def _seconds(*arguments: str) -> float:
    os.sync()
    # Each as it comes, without the memory that the benchmark's own Spark is given.
    environment = {name: value for name, value in os.environ.items() if name != "PYSPARK_SUBMIT_ARGS"}
    began = time.monotonic()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, env=environment)
    took = time.monotonic() - began
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(arguments[:3])} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return took
