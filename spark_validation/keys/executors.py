# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the executors' Python must have, asked of them before anything is read."""

from __future__ import annotations

from typing import Iterable, Iterator

from pyspark.sql import SparkSession

from ..errors import CouldNotRunError

PACKAGES = ("pandas", "pyarrow")


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
    found = sorted(set(context.parallelize(range(tasks), tasks).mapPartitions(missing).collect()))
    if found:
        name, host, python = found[0]
        raise CouldNotRunError(
            f"the Python package {name} is missing on the executor {host}: install pandas<3 and pyarrow for {python} "
            "there, or let PYSPARK_PYTHON name a Python that has them"
        )
