# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that produces, consumes, and says whether anything was lost."""

from __future__ import annotations

import argparse
from datetime import datetime, timezone

from ..checks import AUDIT_CHECKS, SMOKE_MEASURES
from ..client_config import ClientConfig, Connection
from ..ending import prepare
from ..errors import UsageError
from ..leftovers import PREFIX, new_run_id
from ..options import add_jars, add_judgement, add_reports, add_run, add_servers, positive, topic
from ..plan import Plan
from ..requirements import require_packages
from .jars import connector

NAME, HELP = "smoke", "produce to a topic of its own, consume, and say whether anything was lost"


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument("--records", type=positive, default=1_000_000, metavar="N", help="default: %(default)s")
    command.add_argument("--partitions", type=positive, metavar="N", help="default: 8; for an audit, the topic's")
    command.add_argument("--topic", type=topic, metavar="NAME", help=f"default: {PREFIX} and the run id")
    command.add_argument("--audit-only", action="store_true", help="write nothing: audit --topic as --run-id wrote it")
    add_run(command)
    add_jars(command)
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Check what is asked for before any work, validate, and tell."""
    if options.audit_only and not (options.topic and options.run_id):
        raise UsageError("--audit-only needs --topic and --run-id (and the --seed and --records of that run)")
    run_id = options.run_id or new_run_id(datetime.now(timezone.utc))
    Plan(run_id, options.seed, options.records, options.partitions or 1)  # refuses what cannot be meant
    ending = prepare(options, NAME, AUDIT_CHECKS, SMOKE_MEASURES)
    require_packages("pyspark", "kafka")
    from ..cluster import Cluster  # noqa: PLC0415 these need what was just checked
    from ..smoke import Request, validate  # noqa: PLC0415

    request = Request(
        run_id=run_id,
        seed=options.seed,
        records=options.records,
        partitions=options.partitions,
        replication_factor=options.replication_factor,
        topic=options.topic,
        keep_topic=options.keep_topic,
        audit_only=options.audit_only,
        leftover_age=options.leftover_hours,
    )
    jars = connector(options.jars)
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        result = validate(cluster, request, jars)
    return ending.end(result)
