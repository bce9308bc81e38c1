# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that produces at a steady rate while somebody restarts brokers, and audits all of it."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

from ..cluster.connection import ClientConfig, Connection
from ..cluster.old_topics import new_run_id
from ..core.errors import UsageError
from ..planned import taken
from ..records.plan import DEFAULT_PARTITIONS, MOST_PARTITIONS, Plan, require_keys
from ..roundtrip.checks import AUDIT_CHECKS
from ..roundtrip.measures import SOAK_MEASURES
from ..roundtrip.summary import soak_lines
from .ending import prepare
from .jars import connector
from .options import add_jars, add_judgement, add_max_bytes, add_plan, add_run, add_servers, given, positive
from .proof import asked, beside
from .requirements import require_packages, require_writable
from .shape import add_shape, require_codec, shape_of

NAME, HELP = "soak", "produce at a steady rate for a while, whatever happens to the brokers, then audit all of it"
DEFAULT_RATE = 2000
MOST_SECONDS = 12 * 3600  # half of the time for which a topic of the validation keeps its records


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument(
        "--rate", type=positive, metavar="N", help=f"records a second; default: the plan's, or {DEFAULT_RATE}"
    )
    command.add_argument("--seconds", type=positive, default=120, metavar="N", help="how long; default: %(default)s")
    command.add_argument(
        "--partitions", type=positive, metavar="N", help=f"default: the plan's, or {DEFAULT_PARTITIONS}"
    )
    add_max_bytes(command)
    command.add_argument("--stop-file", type=Path, metavar="FILE", help="end early as soon as this file exists")
    command.add_argument(
        "--report",
        type=lambda text: Path(given(text)),
        required=True,
        metavar="DIR",
        help="folder for soak.json and soak.html, and for progress.json while the traffic flows",
    )
    add_shape(command)
    add_plan(command)
    add_run(command)
    add_jars(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Check what is asked for before any work, soak, and tell."""
    if options.seconds > MOST_SECONDS:
        raise UsageError(
            f"--seconds {options.seconds} is more than {MOST_SECONDS} (12 hours): Kafka deletes the records after a day"
        )
    run_id = options.run_id or new_run_id(datetime.now(timezone.utc))
    proof = asked(options)
    partitions, rate = options.partitions or DEFAULT_PARTITIONS, options.rate or DEFAULT_RATE
    if proof:
        proof.take(taken.partitions(proof.planned, options.partitions, MOST_PARTITIONS))
        partitions = proof.used("partitions") or partitions
    plan = Plan(run_id, options.seed, rate * options.seconds, partitions, shape_of(options, run_id, proof))
    if not proof or options.rate:  # else the plan has the rate, which hangs on the cluster
        require_keys(plan)
    json_file, html_file, progress = (options.report / name for name in ("soak.json", "soak.html", "progress.json"))
    ending = prepare(options, NAME, AUDIT_CHECKS, SOAK_MEASURES, soak_lines, reports=(json_file, html_file))
    require_writable(progress)
    require_packages("pyspark", "kafka", *ending.packages)
    require_codec(plan.shape)
    from ..cluster.admin import Cluster  # noqa: PLC0415 these need what was just checked
    from ..roundtrip.soak import Request, soak  # noqa: PLC0415

    request = Request(
        plan=plan,
        client=client,
        rate=rate,
        seconds=options.seconds,
        replication_factor=options.replication_factor,
        most_bytes=options.max_bytes,
        keep_topic=options.keep_topic,
        old_topic_age=options.leftover_hours,
        stop_file=options.stop_file,
        progress_file=progress,
    )
    jars = connector(options.jars)
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        if proof:
            proof.begin((cluster.id(), cluster.bootstrap_servers), len(cluster.broker_ids()))
            proof.take(taken.replicas(proof.planned, options.replication_factor, proof.brokers))
            proof.take(taken.rate(proof.planned, options.rate, proof.scale))
            rate = proof.used("rate") or rate
            require_keys(replace(plan, records=rate * options.seconds))
            request = replace(
                request,
                plan=replace(plan, records=rate * options.seconds),
                rate=rate,
                replication_factor=proof.used("replication_factor"),
                at_end=proof.wait,
            )
        result = soak(cluster, request, jars)
    return ending.end(beside(result, proof))
