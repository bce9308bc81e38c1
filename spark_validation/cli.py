# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command line: arguments, the order in which things are checked, and exit codes."""

from __future__ import annotations

import argparse
import re
import traceback
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Sequence

from .client_config import ClientConfig, Connection, load
from .errors import CouldNotRunError, UsageError, last_cause
from .leftovers import PREFIX, SOAK_PREFIX, new_run_id
from .plan import Plan
from .progress import say
from .requirements import require_java, require_packages, require_writable

MOST_SECONDS = 12 * 3600  # half of the time for which a topic of the validation keeps its records
PASSED, FAILED, BAD_USAGE, COULD_NOT_RUN = 0, 1, 2, 3
_SERVER = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})\Z")
_TOPIC = re.compile(r"[A-Za-z0-9._-]{1,249}\Z")


def _servers(text: str) -> str:
    for server in text.split(","):
        match = _SERVER.match(server)
        if not match or not 1 <= int(match.group(1)) <= 65535:
            raise argparse.ArgumentTypeError(
                f"{server!r} is not HOST:PORT; several are parted by commas, without spaces"
            )
    return text


def _topic(text: str) -> str:
    if not _TOPIC.match(text) or text in {".", ".."}:
        raise argparse.ArgumentTypeError(f"{text!r} is not a topic name: up to 249 letters, digits, dots, _ and -")
    return text


def _own_topic(text: str) -> str:
    if not text.startswith((PREFIX, SOAK_PREFIX)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a topic of the validation: they begin with {PREFIX} or {SOAK_PREFIX}"
        )
    return _topic(text)


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def _hours(text: str) -> timedelta:
    try:
        return timedelta(hours=_positive(text))
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} hours is too long") from None


def parser() -> argparse.ArgumentParser:
    """The arguments of all commands."""
    top = argparse.ArgumentParser(
        prog="python -m spark_validation",
        description="Is every record that went into a Kafka cluster coming out: once, in order, whole?",
        epilog="Exit codes: 0 passed, 1 failed, 2 bad usage, 3 could not run.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    smoke = commands.add_parser(
        "smoke", help="produce to a topic of its own, consume, and say whether anything was lost"
    )
    _add_servers(smoke)
    smoke.add_argument("--records", type=_positive, default=1_000_000, metavar="N", help="default: %(default)s")
    smoke.add_argument("--partitions", type=_positive, metavar="N", help="default: 8; for an audit, the topic's")
    smoke.add_argument("--topic", type=_topic, metavar="NAME", help=f"default: {PREFIX} and the run id")
    smoke.add_argument("--audit-only", action="store_true", help="write nothing: audit --topic as --run-id wrote it")
    smoke.add_argument("--json", type=Path, metavar="FILE", help="write the result as JSON")
    smoke.add_argument("--html", type=Path, metavar="FILE", help="write the result as one HTML page")
    _add_run(smoke)

    soak = commands.add_parser(
        "soak", help="produce at a steady rate for a while, whatever happens to the brokers, then audit all of it"
    )
    _add_servers(soak)
    soak.add_argument(
        "--rate", type=_positive, default=2000, metavar="N", help="records a second; default: %(default)s"
    )
    soak.add_argument("--seconds", type=_positive, default=120, metavar="N", help="how long; default: %(default)s")
    soak.add_argument("--partitions", type=_positive, default=8, metavar="N", help="default: %(default)s")
    soak.add_argument("--stop-file", type=Path, metavar="FILE", help="end early as soon as this file exists")
    soak.add_argument(
        "--report",
        type=Path,
        required=True,
        metavar="DIR",
        help="folder for soak.json and soak.html, and for progress.json while the traffic flows",
    )
    _add_run(soak)

    jars = commands.add_parser("jars", help="fetch and check the Kafka connector's jars, and print their paths")
    jars.add_argument("--directory", type=Path, metavar="DIR", help="default: the cache that smoke uses")

    clean = commands.add_parser("clean", help="delete a topic that an interrupted run left")
    _add_servers(clean)
    clean.add_argument("--topic", type=_own_topic, required=True, metavar="NAME")

    for command in (smoke, soak, jars, clean):
        command.add_argument("--debug", action="store_true", help="show the traceback of what went wrong")
    return top


def _add_servers(command: argparse.ArgumentParser) -> None:
    command.add_argument("--bootstrap-servers", type=_servers, required=True, metavar="HOST:PORT[,…]")
    command.add_argument(
        "--client-config",
        type=Path,
        metavar="FILE",
        help="protocol, certificates and login as a properties file of Kafka's client format",
    )


def _add_run(command: argparse.ArgumentParser) -> None:
    command.add_argument("--replication-factor", type=_positive, metavar="N", help="default: 3, or the brokers' number")
    command.add_argument("--run-id", metavar="ID", help="default: the time in UTC and six random digits")
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="what the payload is made from; default: %(default)s"
    )
    command.add_argument("--keep-topic", action="store_true", help="do not delete the topic at the end")
    command.add_argument(
        "--leftover-hours",
        type=_hours,
        default=timedelta(hours=24),
        metavar="HOURS",
        help="delete topics that interrupted runs left longer ago than this; default: 24",
    )
    command.add_argument(
        "--jars", type=Path, metavar="DIR", help="folder of the connector's jars; default: fetched to a cache"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; argparse itself ends bad usage with 2."""
    options = parser().parse_args(arguments)
    client = ClientConfig()
    try:
        client = load(getattr(options, "client_config", None))
        return {"smoke": _smoke, "soak": _soak, "jars": _jars, "clean": _clean}[options.command](options, client)
    except UsageError as error:
        return _end(BAD_USAGE, str(error), client, options.debug)
    except CouldNotRunError as error:
        return _end(COULD_NOT_RUN, f"could not run: {error}", client, options.debug)
    except KeyboardInterrupt:
        return _end(COULD_NOT_RUN, "could not run: interrupted", client, options.debug)
    except Exception as error:  # whatever Spark, Java or a client library throws ends in one sentence
        return _end(COULD_NOT_RUN, f"could not run: {root_cause(error)}", client, options.debug)


def _end(code: int, sentence: str, client: ClientConfig, debug: bool) -> int:
    if debug:
        say(client.hide(traceback.format_exc()))
    say(client.hide(f"spark_validation: {sentence}"))
    return code


def root_cause(error: Exception) -> str:
    """Why ``error`` came about, in one line, and where the rest is shown."""
    return f"{last_cause(error)} (--debug shows the traceback)"


def _jars(options: argparse.Namespace, _client: ClientConfig) -> int:
    require_packages("pyspark")
    from . import jars  # noqa: PLC0415 needs pyspark's version

    directory = options.directory or jars.default_directory()
    for path in jars.ensure(directory, require_java(), say):
        print(path)
    return PASSED


def _clean(options: argparse.Namespace, client: ClientConfig) -> int:
    require_packages("kafka")
    from .cluster import Cluster  # noqa: PLC0415 kafka-python was not known to be here before

    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        cluster.delete(options.topic)
    say(f"deleted topic {options.topic}")
    return PASSED


def _smoke(options: argparse.Namespace, client: ClientConfig) -> int:
    if options.audit_only and not (options.topic and options.run_id):
        raise UsageError("--audit-only needs --topic and --run-id (and the --seed and --records of that run)")
    now = datetime.now(timezone.utc)
    run_id = options.run_id or new_run_id(now)
    Plan(
        run_id, options.seed, options.records, options.partitions or 1
    )  # refuses what cannot be meant, before any work
    for report in filter(None, (options.json, options.html)):
        require_writable(report)
    require_packages("pyspark", "kafka", *(["jinja2"] if options.html else []))
    from . import report as reports  # noqa: PLC0415 these need what was just checked
    from .cluster import Cluster  # noqa: PLC0415
    from .session import submitted  # noqa: PLC0415
    from .smoke import Request, run  # noqa: PLC0415

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
    java = None if submitted() else require_java()
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        result = run(cluster, request, _connector(options.jars, java))
    written = reports.write(result, options.json, options.html)
    print(reports.console(result, written))
    return PASSED if result.verdict.passed else FAILED


def _soak(options: argparse.Namespace, client: ClientConfig) -> int:
    if options.seconds > MOST_SECONDS:
        raise UsageError(
            f"--seconds {options.seconds} is more than {MOST_SECONDS} (12 hours): Kafka deletes the records after a day"
        )
    run_id = options.run_id or new_run_id(datetime.now(timezone.utc))
    plan = Plan(run_id, options.seed, options.rate * options.seconds, options.partitions)
    json_file, html_file, progress = (options.report / name for name in ("soak.json", "soak.html", "progress.json"))
    for report in (json_file, html_file, progress):
        require_writable(report)
    require_packages("pyspark", "kafka", "jinja2")
    from . import report as reports  # noqa: PLC0415 these need what was just checked
    from .cluster import Cluster  # noqa: PLC0415
    from .session import submitted  # noqa: PLC0415
    from .soak import Request, run  # noqa: PLC0415

    request = Request(
        plan=plan,
        client=client,
        rate=options.rate,
        seconds=options.seconds,
        replication_factor=options.replication_factor,
        keep_topic=options.keep_topic,
        leftover_age=options.leftover_hours,
        stop_file=options.stop_file,
        progress_file=progress,
    )
    java = None if submitted() else require_java()
    with Cluster(Connection(options.bootstrap_servers, client)) as cluster:
        result = run(cluster, request, _connector(options.jars, java))
    written = reports.write(result, json_file, html_file)
    print(reports.console(result, written))
    return PASSED if result.verdict.passed else FAILED


def _connector(directory: Path | None, java: Path | None) -> list[Path]:
    """The jars to start Spark with; a folder that somebody names is used as it is, the cache is filled.

    None where spark-submit has started the JVM (``java`` is null): its class path is set already.
    """
    from . import jars  # noqa: PLC0415 needs pyspark's version

    if not java:
        return []
    return jars.paths(directory) if directory else jars.ensure(jars.default_directory(), java, say)
