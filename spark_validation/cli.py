# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The command line: the commands, how their errors are told, and exit codes."""

from __future__ import annotations

import argparse
import io
import sys
import traceback
from pathlib import Path
from typing import Sequence

from . import __version__, commands
from .cluster.connection import ClientConfig, load
from .core.errors import CouldNotRunError, UsageError, last_cause, unanswered
from .core.exit_codes import BAD_USAGE, COULD_NOT_RUN
from .core.interrupts import keep_py4j_quiet
from .core.output import settle
from .core.progress import say

#: The name of the program that the wheel installs (pyproject.toml).
COMMAND = "groundwork-kafka-validation"


def parser() -> argparse.ArgumentParser:
    """The arguments of all commands."""
    top = argparse.ArgumentParser(
        prog=COMMAND if Path(sys.argv[0]).name == COMMAND else "python -m spark_validation",
        description="Is every record that went into a Kafka cluster coming out: once, in order, whole?",
        epilog="Exit codes: 0 passed, 1 failed, 2 bad usage, 3 could not run.",
    )
    top.add_argument("--version", action="version", version=f"{COMMAND} {__version__}")
    parsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in commands.ALL:
        own = parsers.add_parser(command.NAME, help=command.HELP)
        command.add(own)
        own.add_argument("--debug", action="store_true", help="show the traceback of what went wrong")
        own.set_defaults(run=command.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; argparse itself ends bad usage with 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a letter that a terminal lacks must not cost the verdict
    try:
        options = parser().parse_args(arguments)
    finally:
        settle()  # help and usage, which argparse prints
    clients: list[ClientConfig] = []
    if not options.debug:
        keep_py4j_quiet()
    try:
        clients = [load(getattr(options, name, None)) for name in ("client_config", "to_client_config")]
        return int(options.run(options, clients[0]))
    except UsageError as error:
        return _end(BAD_USAGE, str(error), clients, options.debug)
    except CouldNotRunError as error:
        return _end(COULD_NOT_RUN, f"could not run: {error}", clients, options.debug)
    except KeyboardInterrupt:
        return _end(COULD_NOT_RUN, "could not run: interrupted", clients, options.debug)
    except Exception as error:  # whatever Spark, Java or a client library throws ends in one sentence
        return _end(COULD_NOT_RUN, f"could not run: {root_cause(error)}", clients, options.debug)


def _end(code: int, sentence: str, clients: Sequence[ClientConfig], debug: bool) -> int:
    """Tell ``sentence``, and the traceback where it is asked for, without the secrets of any of ``clients``."""
    # Hidden before anything is parted or escaped, which a secret of several lines would not be known by.
    trace = _hidden(traceback.format_exc(), clients).splitlines() if debug else []
    for line in [*trace, f"spark_validation: {_hidden(sentence, clients)}"]:
        say(line)
    return code


def _hidden(text: str, clients: Sequence[ClientConfig]) -> str:
    for client in clients:
        text = client.hide(text)
    return text


def root_cause(error: Exception) -> str:
    """Why ``error`` came about, in one line, what to do where that is known, and where the rest is shown."""
    remedy = "; see that all brokers run and can be reached from where Spark's tasks do, and run again"
    return f"{last_cause(error)}{remedy if unanswered(error) else ''} (--debug shows the traceback)"
