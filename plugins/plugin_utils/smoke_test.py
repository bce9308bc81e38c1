# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How the role smoke_test runs the validation, and what it says of a run that failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_VERDICT = "Failed: "


class Given(NamedTuple):
    """The role's inputs, by their names without ``smoke_test_``.

    *reports* is the folder for its reports on the host that runs it, *client_config* how it logs in; empty for nothing.
    """

    python: str
    bootstrap_servers: str
    records: int
    partitions: int
    reports: str
    client_config: str
    jars: str
    options: Sequence[object]


def command(given: Given) -> list[str]:
    """The program and its arguments."""
    known = {
        "--bootstrap-servers": given.bootstrap_servers,
        "--records": given.records,
        "--partitions": given.partitions,
        "--json": f"{given.reports}/smoke.json",
        "--html": f"{given.reports}/smoke.html",
        "--client-config": given.client_config or None,
        "--jars": given.jars or None,
    }
    options = [word for name, value in known.items() if value is not None for word in (name, value)]
    return [str(word) for word in (given.python, "-m", "spark_validation", "smoke", *options, *given.options)]


def sentence(ran: Mapping[str, Any], python: str) -> str:
    """Why the run failed that *ran* is the result of: its verdict, else the last it said of an error."""
    verdicts = [line for line in ran.get("stdout_lines") or [] if line.startswith(_VERDICT)]
    said = (ran.get("stderr_lines") or [""])[-1]
    unheard = f"{python} could not be run; set smoke_test_python to a Python that has pyspark."
    return str((verdicts or [said])[0] or unheard)
