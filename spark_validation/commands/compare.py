# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that holds two topics against each other."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from ..cluster.connection import ClientConfig, Connection, load
from ..cluster.isolation import COMMITTED
from ..compare.checks import BY_KEY, BY_PARTITION, CHECKS, LAST_VALUES, MEASURES
from ..compare.summary import lines
from ..core.errors import UsageError
from ..core.progress import say
from .ending import prepare
from .jars import connector
from .options import add_isolation_level, add_jars, add_judgement, add_reports, add_servers, servers, topic
from .requirements import require_packages

NAME, HELP = "compare", "hold a topic against its copy: the same records, in the same order?"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument("--topic", type=topic, required=True, metavar="NAME", help="the source")
    command.add_argument("--to-topic", type=topic, metavar="NAME", help="the copy; default: the same name")
    command.add_argument(
        "--to-bootstrap-servers", type=servers, metavar="HOST:PORT[,…]", help="the copy's cluster; default: the same"
    )
    command.add_argument(
        "--to-client-config",
        type=Path,
        metavar="FILE",
        help="how to reach the copy's cluster; default: as the source's if that is the same one, else without "
        "security, for a login is shown to no other cluster unasked",
    )
    ways = command.add_mutually_exclusive_group()
    ways.add_argument(
        "--by",
        choices=[BY_PARTITION, BY_KEY],
        help="within what order is compared; default: partition where both have as many, else key",
    )
    ways.add_argument("--last-values", action="store_true", help="compare the last value of each key alone")
    command.add_argument("--headers", action="store_true", help="compare the headers as well")
    add_isolation_level(command, COMMITTED)
    add_jars(command)
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Check what is asked for before any work, compare, and tell."""
    to_servers = options.to_bootstrap_servers or options.bootstrap_servers
    to_topic = options.to_topic or options.topic
    if (to_servers, to_topic) == (options.bootstrap_servers, options.topic):
        raise UsageError(f"{to_topic} is the source itself: name its copy with --to-topic or --to-bootstrap-servers")
    to_client, to_option = client, "--client-config"
    if options.to_client_config or to_servers != options.bootstrap_servers:
        to_client, to_option = load(options.to_client_config), "--to-client-config"
    if client.path and not to_client.path:
        say(
            f"{client.path} is for the source: {to_servers} is reached without security, for want of --to-client-config"
        )
    ending = prepare(options, NAME, CHECKS, MEASURES, lines)
    require_packages("pyspark", "kafka", *ending.packages)
    from ..cluster.admin import Cluster  # noqa: PLC0415 these need what was just checked
    from ..compare.run import Request, hold_against  # noqa: PLC0415

    request = Request(
        topic=options.topic,
        to_topic=to_topic,
        by=LAST_VALUES if options.last_values else options.by,
        headers=options.headers,
        committed=options.isolation_level == COMMITTED,
    )
    jars = connector(options.jars)
    with ExitStack() as stack:
        source, copy = (
            stack.enter_context(Cluster(connection))
            for connection in (
                Connection(options.bootstrap_servers, client),
                Connection(to_servers, to_client, to_option),
            )
        )
        result = hold_against(source, copy, request, jars)
    return ending.end(result)
