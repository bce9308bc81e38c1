# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that copies a topic into another one, exactly once, and proves it."""

from __future__ import annotations

import argparse

from ..cluster.connection import ClientConfig, Connection
from ..compare.checks import BY_KEY, BY_PARTITION
from ..core.errors import UsageError
from ..core.exit_codes import PASSED
from ..core.output import to_stdout
from ..core.printable import escaped
from ..migration.checks import CHECKS, MEASURES
from ..migration.summary import lines
from ..records.shape import COMPRESSIONS
from .ending import prepare
from .jars import connector
from .options import add_jars, add_judgement, add_reports, add_servers, given, positive, topic
from .requirements import require_packages
from .shape import require_python_codec

NAME, HELP = "migrate", "copy a topic into another one, each record once, changed on the way, and prove it"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument("--topic", type=topic, required=True, metavar="NAME", help="the source, which is only read")
    command.add_argument(
        "--to-topic",
        type=topic,
        required=True,
        metavar="NAME",
        help="the copy; it is there, and new or begun by this",
    )
    command.add_argument("--plan-only", action="store_true", help="say what would be done, and write nothing")
    command.add_argument(
        "--by",
        choices=[BY_PARTITION, BY_KEY],
        help="what gives a record its partition; default: partition where both have as many, else key",
    )
    command.add_argument(
        "--transform",
        type=given,
        metavar="MODULE:FUNCTION",
        help="a Python function of key, value, headers and timestamp that gives the same, or None to drop the record",
    )
    command.add_argument(
        "--where", type=given, metavar="SQL", help="copy the records alone for which this expression of Spark is true"
    )
    command.add_argument("--value", type=given, metavar="SQL", help="the value, as an expression of Spark")
    command.add_argument(
        "--skip-failed", action="store_true", help="pass over records that cannot be copied, instead of ending there"
    )
    command.add_argument(
        "--until-idle",
        type=positive,
        metavar="SECONDS",
        help="go on until nothing has come for so long; default: copy what is there when it begins",
    )
    command.add_argument(
        "--batch-records", type=positive, default=1_000_000, metavar="N", help="of a micro-batch; default: %(default)s"
    )
    command.add_argument(
        "--compression", choices=COMPRESSIONS, default="none", metavar="CODEC", help=", ".join(COMPRESSIONS)
    )
    add_jars(command)
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Plan, copy, judge, and tell."""
    if options.plan_only and (options.json or options.html):
        raise UsageError("--plan-only comes to no verdict to report: leave out --json and --html")
    ending = prepare(options, NAME, CHECKS, MEASURES, lines)
    require_packages("pyspark", "kafka", *ending.packages)
    require_python_codec(options.compression)
    from ..cluster.admin import Cluster  # noqa: PLC0415 these need what was just checked
    from ..migration.changes import Changes  # noqa: PLC0415
    from ..migration.run import Request, migrate  # noqa: PLC0415

    request = Request(
        topic=options.topic,
        to_topic=options.to_topic,
        by=options.by,
        changes=Changes(options.transform, options.where, options.value),
        skip=options.skip_failed,
        compression=options.compression,
        batch_records=options.batch_records,
        until_idle=options.until_idle,
        plan_only=options.plan_only,
    )
    jars = connector(options.jars)
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        planned = migrate(cluster, request, jars)
    if planned.result is None:
        to_stdout("\n".join(map(escaped, planned.lines)))
        return PASSED
    return ending.end(planned.result)
