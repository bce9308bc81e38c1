# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that says where a topic's keys stand, and who put them there."""

from __future__ import annotations

import argparse

from ..cluster.connection import ClientConfig, Connection
from ..keys.checks import MEASURES, checks
from ..keys.partitioners import MURMUR2, PARTITIONERS
from ..keys.summary import lines
from .ending import prepare
from .jars import connector
from .options import add_jars, add_judgement, add_reports, add_servers, topic
from .requirements import require_packages

NAME, HELP = "keys", "whether an existing topic's keys are where they belong, and who put them there"


def fraction(text: str) -> float:
    """Accept a part of all keys, of which a millionth is the smallest."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1e-6 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.000001 to 1")
    return number


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument(
        "--topic", type=topic, required=True, metavar="NAME", help="it is read, and nothing is written"
    )
    command.add_argument(
        "--partitioner",
        choices=[*PARTITIONERS],
        default=MURMUR2,
        help="what should have placed the keys; default: %(default)s, as in Kafka's own clients",
    )
    command.add_argument(
        "--sample",
        type=fraction,
        default=1.0,
        metavar="PART",
        help="look at this part of the keys, each with all of its records, such as 0.1; default: all",
    )
    add_jars(command)
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Look at the topic, and tell."""
    ending = prepare(options, NAME, checks(options.partitioner), MEASURES, lines)
    require_packages("pyspark", "kafka", "pandas", "pyarrow", *ending.packages)
    from ..cluster.admin import Cluster  # noqa: PLC0415 these need what was just checked
    from ..keys.run import Request, run  # noqa: PLC0415

    jars = connector(options.jars)
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        result = run(cluster, Request(options.topic, options.partitioner, options.sample), jars)
    return ending.end(result)
