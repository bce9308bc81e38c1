# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that puts all that spark-submit needs into one folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..cluster.connection import ClientConfig
from ..core.exit_codes import PASSED
from ..core.output import to_stdout
from .jars import connector
from .options import add_jars
from .requirements import require_packages

NAME, HELP = "bundle", "put the application and the connector's jars into one folder, ready for spark-submit"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument("--directory", type=Path, required=True, metavar="DIR", help="made when it is missing")
    add_jars(command)


def run(options: argparse.Namespace, _client: ClientConfig) -> int:
    """Write the files and print the command that takes them."""
    require_packages("pyspark")
    from ..spark import bundle  # noqa: PLC0415 needs pyspark's version

    to_stdout(bundle.write(options.directory, connector(options.jars)).command())
    return PASSED
