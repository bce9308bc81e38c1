# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that says what the audits of many hosts, clusters and days come to."""

from __future__ import annotations

import argparse

from ..cluster.connection import ClientConfig
from ..fleet.checks import CHECKS, MEASURES
from ..fleet.columns import lines, tables
from .ending import prepare
from .options import add_judgement, add_reports, given, positive
from .requirements import require_java, require_packages

NAME, HELP = "fleet", "what the audits of many hosts, clusters and days say together: what is in force, and until when"
MOST_DAYS, MOST_HOURS = 3650, 24 * 3650


def days(text: str) -> int:
    """Accept a number of days."""
    return _at_most(text, MOST_DAYS, "days")


def hours(text: str) -> int:
    """Accept a number of hours."""
    return _at_most(text, MOST_HOURS, "hours")


def _at_most(text: str, most: int, unit: str) -> int:
    value = positive(text)
    if value > most:
        raise argparse.ArgumentTypeError(f"{text!r} is more than {most} {unit} (ten years)")
    return value


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "--reports",
        type=given,
        required=True,
        metavar="DIR",
        help="folder of the audits' files, and of folders of them: of this machine, or any that Hadoop knows, such as "
        "hdfs://… or s3a://…",
    )
    command.add_argument(
        "--files",
        type=given,
        default="*.jsonl",
        metavar="PATTERN",
        help="names of the audits' files to read, a record a line, each with its review; default: %(default)s",
    )
    command.add_argument(
        "--within", type=days, default=30, metavar="DAYS", help="warn of what runs out within this time; default: 30"
    )
    command.add_argument(
        "--missing-after",
        type=hours,
        default=12,
        metavar="HOURS",
        help="a host is missing whose last audit is older than its cluster's newest by more than this; default: 12",
    )
    command.add_argument(
        "--parquet", type=given, metavar="DIR", help="write all rows as Parquet tables into this new folder, anywhere"
    )
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, _client: ClientConfig) -> int:
    """Read, compare, and tell."""
    ending = prepare(options, NAME, CHECKS, MEASURES, lines, tables=tables)
    require_packages("pyspark", *ending.packages)
    from ..spark.session import submitted  # noqa: PLC0415 needs pyspark

    if not submitted():
        require_java()
    from ..fleet.run import Request, run  # noqa: PLC0415 needs pyspark

    request = Request(
        reports=options.reports,
        files=options.files,
        within=options.within,
        missing_after=options.missing_after,
        parquet=options.parquet,
    )
    return ending.end(run(request))
