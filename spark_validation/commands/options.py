# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The arguments that several commands take, and what they may be."""

from __future__ import annotations

import argparse
import re
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

from ..cluster import host_port
from ..cluster.isolation import LEVELS
from ..cluster.old_topics import PREFIXES

_SHARE = re.compile(r"[0-9]{0,3}(?:\.[0-9]{1,9})?\Z")
_TOPIC = re.compile(r"[A-Za-z0-9._-]{1,249}\Z")


def servers(text: str) -> str:
    """Accept HOST:PORT, several parted by commas."""
    for server in text.split(","):
        if host_port.split(server) is None:
            raise argparse.ArgumentTypeError(
                f"{server!r} is not HOST:PORT; several are parted by commas, without spaces"
            )
    return text


def topic(text: str) -> str:
    """Accept a topic's name."""
    if not _TOPIC.match(text) or text in {".", ".."}:
        raise argparse.ArgumentTypeError(f"{text!r} is not a topic name: up to 249 letters, digits, dots, _ and -")
    return text


def own_topic(text: str) -> str:
    """Accept the name of a topic that the validation made."""
    if not text.startswith(PREFIXES):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a topic of the validation: they begin with {' or '.join(PREFIXES)}"
        )
    return topic(text)


def given(text: str) -> str:
    """Accept a name that is not empty, as a variable that is not set would make it."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty: give a name, or leave the option out")
    return text


def positive(text: str) -> int:
    """Accept a whole number from 1 on."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def share(text: str) -> Fraction:
    """Accept a part of the whole, above 0."""
    if not _SHARE.match(text) or not text or not text.isascii() or not 0 < Fraction(text) <= 1:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no share: give a decimal number above 0 and up to 1, such as 0.01"
        )
    return Fraction(text)


def seconds(text: str) -> int:
    """Accept a number of seconds up to a day, or 0."""
    if text == "0":
        return 0
    if positive(text) > 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} seconds are more than a day")
    return positive(text)


def hours(text: str) -> timedelta:
    """Accept a number of hours."""
    try:
        return timedelta(hours=positive(text))
    except OverflowError:
        raise argparse.ArgumentTypeError(f"{text!r} hours is too long") from None


def add_servers(command: argparse.ArgumentParser) -> None:
    """Which cluster, and how to log in there."""
    command.add_argument("--bootstrap-servers", type=servers, required=True, metavar="HOST:PORT[,…]")
    command.add_argument(
        "--client-config",
        type=Path,
        metavar="FILE",
        help="protocol, certificates and login as a properties file of Kafka's client format",
    )


def add_run(command: argparse.ArgumentParser) -> None:
    """What a run that produces records is made from."""
    command.add_argument("--replication-factor", type=positive, metavar="N", help="default: 3, or the brokers' number")
    command.add_argument("--run-id", type=given, metavar="ID", help="default: the time in UTC and six random digits")
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="what the payload is made from; default: %(default)s"
    )
    command.add_argument("--keep-topic", action="store_true", help="do not delete the topic at the end")
    command.add_argument(
        "--leftover-hours",
        type=hours,
        default=timedelta(hours=24),
        metavar="HOURS",
        help="delete topics that interrupted runs left longer ago than this; default: 24",
    )


def add_max_bytes(command: argparse.ArgumentParser) -> None:
    """What a run that produces records may cost the cluster."""
    command.add_argument(
        "--max-bytes",
        type=positive,
        metavar="N",
        help="refuse to store more on all brokers together; default: no limit",
    )


def add_plan(command: argparse.ArgumentParser) -> None:
    """What the run is held against."""
    command.add_argument(
        "--plan",
        type=Path,
        metavar="FILE",
        help="the JSON of the playbook plan: take the load from it, and tell what was measured beside what was planned",
    )
    command.add_argument(
        "--plan-class", type=given, metavar="NAME", help="of its classes of topics; default: the only one"
    )
    command.add_argument(
        "--share", type=share, metavar="PART", help="take this part of the planned rates, such as 0.01; default: 1"
    )
    command.add_argument(
        "--audit",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="what the playbook audit wrote of the hosts, before the run and after it; or the folder of such files",
    )
    command.add_argument(
        "--audit-wait",
        type=seconds,
        metavar="SECONDS",
        help="so long the topics stay for an audit that is to come, into a folder or a file; default: 300",
    )


def add_jars(command: argparse.ArgumentParser) -> None:
    """Where Spark finds the Kafka connector."""
    command.add_argument(
        "--jars", type=Path, metavar="DIR", help="folder of the connector's jars; default: fetched to a cache"
    )


def add_isolation_level(command: argparse.ArgumentParser, default: str, when: str = "") -> None:
    """Which records of transactions are read; ``when`` says in which case this is for."""
    command.add_argument(
        "--isolation-level",
        choices=LEVELS,
        default=default,
        help=f"{when}whether records of aborted and open transactions are left out; default: %(default)s",
    )


def add_reports(command: argparse.ArgumentParser) -> None:
    """Where the result is written to."""
    command.add_argument("--json", type=Path, metavar="FILE", help="write the result as JSON")
    command.add_argument("--html", type=Path, metavar="FILE", help="write the result as one HTML page")


def add_judgement(command: argparse.ArgumentParser) -> None:
    """What the result is held against."""
    command.add_argument(
        "--threshold",
        action="append",
        default=[],
        metavar="ID=WARN:FAIL",
        help="the last value of a check or measure that does not warn, and the last that does not fail; one of them "
        "may be left out; may be given several times, once for each id",
    )
    command.add_argument(
        "--thresholds", type=Path, metavar="FILE", help='the same as JSON: {"ID": {"warn": 1, "fail": 2}}'
    )
    command.add_argument(
        "--compare-with", type=Path, metavar="FILE", help="the JSON of an earlier run: say what got better or worse"
    )
