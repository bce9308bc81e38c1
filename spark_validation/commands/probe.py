# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that sends a few records through each broker and back, and accounts for every one, as a metric."""

from __future__ import annotations

import argparse
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Mapping

from ..cluster.connection import ClientConfig, Connection
from ..cluster.old_topics import new_run_id
from ..core.errors import UsageError
from ..core.result import Result
from ..probing import textfile
from ..probing.checks import CHECKS, MEASURES
from ..probing.content import FAULTS
from ..probing.summary import lines
from ..report.files import replace
from .ending import prepare
from .options import add_judgement, add_reports, add_servers, positive
from .requirements import require_packages, require_writable

NAME, HELP = "probe", "send a few records through each broker and back, account for every one, and measure how long"
LEAST_RECORDS, MOST_RECORDS = 100, 60_000
# What an interrupted probe left is small, and there may be one every minute.
_OLD = timedelta(hours=1)


def records(text: str) -> int:
    """Accept a number of records that is neither too few to tell anything nor a load."""
    value = positive(text)
    if not LEAST_RECORDS <= value <= MOST_RECORDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {LEAST_RECORDS} to {MOST_RECORDS}")
    return value


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument(
        "--records", type=records, default=500, metavar="N", help="100 are sent in a second; default: %(default)s"
    )
    command.add_argument("--replication-factor", type=positive, metavar="N", help="default: 3, or the brokers' number")
    command.add_argument(
        "--textfile",
        type=Path,
        metavar="FILE",
        help="write the outcome for the text file collector of Prometheus' node exporter, also where it could not run; "
        "its name ends in .prom",
    )
    command.add_argument(
        "--inject",
        choices=tuple(FAULTS),
        metavar="FAULT",
        help=f"put a fault among the records, to see the probe fail: {', '.join(FAULTS)}",
    )
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Send, read back, account, and tell."""
    if options.textfile:
        if options.textfile.suffix != ".prom":
            raise UsageError(f"--textfile {options.textfile} would not be read: give it a name that ends in .prom")
        require_writable(options.textfile)
    try:
        ending = prepare(options, NAME, CHECKS, MEASURES, lines, texts=_texts(options.textfile))
        require_packages("kafka", *ending.packages)
        result = _result(options, client)
    except BaseException:  # also what ends the command by a signal: who reads the file is to know of it
        if options.textfile:
            replace(options.textfile, textfile.could_not_run(time.time()))
        raise
    return ending.end(result)


def _result(options: argparse.Namespace, client: ClientConfig) -> Result:
    from ..cluster.admin import Cluster  # noqa: PLC0415 kafka-python was not known to be here before
    from ..probing.run import Request, run  # noqa: PLC0415

    request = Request(
        run_id=new_run_id(datetime.now(timezone.utc)),
        records=options.records,
        replication_factor=options.replication_factor,
        old_topic_age=_OLD,
        fault=options.inject,
    )
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        return run(cluster, request)


def _texts(path: Path | None) -> Any:
    def texts(told: Mapping[str, Any]) -> dict[Path, str]:
        return {path: textfile.text(told, time.time())} if path else {}

    return texts
