# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command that produces, consumes, and says whether anything was lost."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import datetime, timezone

from ..cluster.connection import ClientConfig, Connection
from ..cluster.isolation import COMMITTED, UNCOMMITTED
from ..cluster.old_topics import PREFIX, new_run_id
from ..core.errors import UsageError
from ..delivery.orders import CONSUMER, PROTOCOLS
from ..planned import taken
from ..records.faults import FAULTS, place
from ..records.plan import DEFAULT_PARTITIONS, MOST_PARTITIONS, Plan, require_keys
from ..roundtrip.checks import SMOKE_CHECKS
from ..roundtrip.measures import SMOKE_MEASURES
from ..roundtrip.summary import smoke_lines
from .ending import prepare
from .jars import connector
from .options import (
    add_isolation_level,
    add_jars,
    add_judgement,
    add_max_bytes,
    add_plan,
    add_reports,
    add_run,
    add_servers,
    positive,
    topic,
)
from .proof import asked, beside
from .requirements import require_packages
from .shape import add_shape, require_codec, shape_of

NAME, HELP = "smoke", "produce to a topic of its own, consume, and say whether anything was lost"


def protocols(text: str) -> tuple[str, ...]:
    """Accept names of protocols, each once, parted by commas."""
    found = tuple(text.split(","))
    if not {*found} <= {*PROTOCOLS} or len({*found}) < len(found):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not {' or '.join(PROTOCOLS)}, each once; both are {','.join(PROTOCOLS)}"
        )
    return found


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_servers(command)
    command.add_argument("--records", type=positive, default=1_000_000, metavar="N", help="default: %(default)s")
    command.add_argument(
        "--partitions", type=positive, metavar="N", help="default: the plan's, or 8; for an audit, the topic's"
    )
    command.add_argument("--topic", type=topic, metavar="NAME", help=f"default: {PREFIX} and the run id")
    command.add_argument("--audit-only", action="store_true", help="write nothing: audit --topic as --run-id wrote it")
    add_isolation_level(command, UNCOMMITTED, "with --audit-only: ")
    command.add_argument(
        "--rate", type=positive, metavar="N", help="at most so many records a second; default: no limit"
    )
    add_max_bytes(command)
    command.add_argument(
        "--expect-refusal",
        action="store_true",
        help="while a broker is down: a write with acks=all below min.insync.replicas must be refused",
    )
    command.add_argument(
        "--inject",
        choices=tuple(FAULTS),
        metavar="FAULT",
        help=f"put a fault into the run's own topic, to see the audit fail: {', '.join(FAULTS)}",
    )
    command.add_argument(
        "--groups",
        type=protocols,
        default=(),
        metavar="PROTOCOL[,…]",
        help="read the topic by a consumer group of each of these protocols as well, classic or consumer, kill one of "
        "its members meanwhile, and account for what it delivers",
    )
    add_shape(command)
    add_plan(command)
    add_run(command)
    add_jars(command)
    add_reports(command)
    add_judgement(command)


def run(options: argparse.Namespace, client: ClientConfig) -> int:
    """Check what is asked for before any work, validate, and tell."""
    if options.audit_only and not (options.topic and options.run_id):
        raise UsageError("--audit-only needs --topic and --run-id (and the --seed and --records of that run)")
    _refuse_contradictions(options)
    run_id = options.run_id or new_run_id(datetime.now(timezone.utc))
    proof = asked(options)
    partitions = options.partitions
    if proof:
        proof.take(taken.partitions(proof.planned, options.partitions, MOST_PARTITIONS))
        partitions = proof.used("partitions")
    shape = shape_of(options, run_id, proof)
    # Refuses what cannot be meant.
    plan = Plan(run_id, options.seed, options.records, partitions or DEFAULT_PARTITIONS, shape)
    require_keys(plan)
    fault = FAULTS[options.inject] if options.inject else None
    if fault:
        place(fault, plan)
    ending = prepare(options, NAME, SMOKE_CHECKS, SMOKE_MEASURES, smoke_lines)
    require_packages("pyspark", "kafka", *(["confluent_kafka"] if CONSUMER in options.groups else []), *ending.packages)
    require_codec(shape)
    from ..cluster.admin import Cluster  # noqa: PLC0415 these need what was just checked
    from ..roundtrip.smoke import Request, validate  # noqa: PLC0415
    from ..roundtrip.write import Limits  # noqa: PLC0415
    from ..writing.produce import Manner  # noqa: PLC0415

    request = Request(
        run_id=run_id,
        seed=options.seed,
        records=options.records,
        partitions=partitions,
        shape=shape,
        replication_factor=options.replication_factor,
        topic=options.topic,
        keep_topic=options.keep_topic,
        audit_only=options.audit_only,
        committed=options.isolation_level == COMMITTED,
        old_topic_age=options.leftover_hours,
        manner=Manner(options.rate, fault),
        limits=Limits(options.max_bytes, options.expect_refusal),
        groups=options.groups,
    )
    jars = connector(options.jars)
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        if proof:
            proof.begin((cluster.id(), cluster.bootstrap_servers), len(cluster.broker_ids()))
            proof.take(taken.replicas(proof.planned, options.replication_factor, proof.brokers))
            proof.take(taken.limit(proof.planned, options.rate))
            request = replace(request, replication_factor=proof.used("replication_factor"), at_end=proof.wait)
        result = validate(cluster, request, jars)
    return ending.end(beside(result, proof))


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """Raise :class:`UsageError` for what would have to be written where nothing may be."""
    if options.isolation_level == COMMITTED and not options.audit_only:
        raise UsageError("--isolation-level is for --audit-only: what this command writes is in no transaction")
    if options.inject and (options.topic or options.audit_only):
        raise UsageError("--inject puts a fault into a topic of the run's own: leave out --topic and --audit-only")
    if options.groups and (options.compacted or options.transaction_records):
        raise UsageError(
            "offsets that compaction or transactions take cannot be told from records that a group was not given: "
            "leave out --groups, or --compacted and --transaction-records"
        )
    for name in ("rate", "max_bytes", "expect_refusal", "groups", "plan"):
        if options.audit_only and getattr(options, name):
            raise UsageError(f"--audit-only writes nothing: leave out --{name.replace('_', '-')}")
