# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the executors' Python must have, asked of them before anything is read."""

from __future__ import annotations

import platform
import re
from typing import Iterable, Iterator

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from ..core.errors import CouldNotRunError, last_cause

PACKAGES = ("pandas", "pyarrow")
_MISMATCH = re.compile(r"different version: (\d+\.\d+) than that in driver")
_ABSENT = re.compile(r'Cannot run program "[^"]*"')


def require_on_executors(spark: SparkSession, *packages: str) -> None:
    """Raise :class:`CouldNotRunError` for a host whose Python cannot import one of ``packages``.

    As many tasks as run at once ask, so that each executor that is up now is likely to be asked.
    """

    def missing(_nothing: Iterable[int]) -> Iterator[tuple[str, str, str]]:  # by value: it is defined in here
        import importlib.util  # noqa: PLC0415
        import socket  # noqa: PLC0415
        import sys  # noqa: PLC0415

        for name in packages:
            if importlib.util.find_spec(name) is None:
                yield name, socket.gethostname(), sys.executable

    context = spark.sparkContext
    tasks = max(2, context.defaultParallelism)
    try:
        found = sorted(set(context.parallelize(range(tasks), tasks).mapPartitions(missing).collect()))
    except (PySparkException, Py4JError) as error:
        raise CouldNotRunError(_why_none(error)) from error
    if found:
        name, host, python = found[0]
        raise CouldNotRunError(
            f"the Python package {name} is missing on the executor {host}: install pandas and pyarrow for {python} "
            "there, or let PYSPARK_PYTHON name a Python that has them"
        )


def _why_none(error: Exception) -> str:
    """Why no Python came up that works with the driver's."""
    own = ".".join(platform.python_version_tuple()[:2])
    cure = f"let PYSPARK_PYTHON name a Python {own} that is on all machines"
    other = _MISMATCH.search(str(error))
    if other:
        return f"Python is {other.group(1)} on an executor and {own} on the driver: {cure}"
    absent = _ABSENT.search(str(error))
    return f"Python does not start on an executor ({absent.group(0) if absent else last_cause(error)}): {cure}"
