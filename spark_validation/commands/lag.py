# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that says how far groups are behind, and how soon what they have not read is deleted."""

from __future__ import annotations

import argparse
from datetime import timedelta

from ..cluster.connection import ClientConfig, Connection
from ..lag.checks import CHECKS, MEASURES
from ..lag.columns import lines, tables
from .ending import prepare
from .options import add_judgement, add_reports, add_servers, given, hours, positive, topic
from .requirements import require_packages

NAME, HELP = "lag", "how far consumer groups are behind, and how soon unread records are deleted"


MOST_SECONDS = 24 * 3600


def seconds(text: str) -> int:
    """Accept a time for which somebody waits."""
    value = positive(text)
    if value > MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is more than {MOST_SECONDS} seconds (24 hours)")
    return value


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument(
        "--group",
        type=given,
        action="append",
        default=[],
        metavar="NAME",
        help="may be given several times; default: all groups",
    )
    command.add_argument("--topic", type=topic, metavar="NAME", help="default: all that a group has offsets of")
    command.add_argument(
        "--interval",
        type=seconds,
        default=10,
        metavar="SECONDS",
        help="time between the two samplings that the rates come from, longer than the groups take from commit to "
        "commit; default: %(default)s",
    )
    command.add_argument(
        "--loss-within",
        type=hours,
        default=timedelta(hours=24),
        metavar="HOURS",
        help="warn of records that may be deleted unread within this time; default: 24",
    )
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Look twice, and tell."""
    ending = prepare(options, NAME, CHECKS, MEASURES, lines, tables=tables)
    require_packages("kafka", *ending.packages)
    from ..cluster.admin import Cluster  # noqa: PLC0415 kafka-python was not known to be here before
    from ..lag.run import run  # noqa: PLC0415
    from ..lag.sampling import Request  # noqa: PLC0415

    request = Request(
        groups=options.group,
        topic=options.topic,
        interval=options.interval,
        loss_within=options.loss_within.total_seconds(),
    )
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        result = run(cluster, request)
    return ending.end(result)
