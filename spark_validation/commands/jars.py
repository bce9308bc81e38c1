# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that fetches the Kafka connector for Spark."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..cluster.connection import ClientConfig
from ..core.exit_codes import PASSED
from ..core.output import to_stdout
from ..core.progress import say
from .requirements import require_java, require_packages

NAME, HELP = "jars", "fetch and check the Kafka connector's jars, and print their paths"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--directory", type=Path, metavar="DIR", help="default: the cache that the commands use")


def run(options: argparse.Namespace, _client: ClientConfig) -> int:
    """Print a path a line."""
    require_packages("pyspark")
    from ..spark import jars  # noqa: PLC0415 needs pyspark's version

    directory = options.directory or jars.default_directory()
    for path in jars.ensure(directory, require_java(), say):
        to_stdout(str(path))
    return PASSED


def connector(directory: Path | None) -> list[Path]:
    """The jars to start Spark with; a folder that somebody names is used as it is, the cache is filled.

    None where spark-submit has started the JVM: its class path is set already.
    """
    from ..spark import jars  # noqa: PLC0415 needs pyspark's version
    from ..spark.session import submitted  # noqa: PLC0415

    if submitted():
        return []
    java = require_java()
    return jars.paths(directory) if directory else jars.ensure(jars.default_directory(), java, say)
