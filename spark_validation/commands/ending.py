# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How every command that comes to a verdict ends: judged, compared, written, printed."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from ..core import earlier, thresholds
from ..core.errors import CouldNotRunError
from ..core.exit_codes import FAILED, PASSED
from ..core.output import to_stdout
from ..core.result import Result
from ..core.verdict import Check, Measure, Threshold
from ..report import SCHEMA, console, document, write
from .requirements import require_apart, require_writable

Lines = Callable[[Mapping[str, Any]], "list[str]"]
Tables = Callable[[Mapping[str, Any]], Mapping[str, Any]]
Texts = Callable[[Mapping[str, Any]], Mapping[Path, str]]


@dataclass(frozen=True)
class Ending:
    """What was asked for, checked before any work was done; ``compare`` is the earlier document, ``name`` its file.

    What only this command tells is made of the document's details: ``lines`` for a terminal, ``tables`` for the page;
    and of the whole document ``texts``, files that it writes before all others.
    """

    json_file: Path | None
    html_file: Path | None
    thresholds: Mapping[str, Threshold]
    compare: dict[str, Any] | None
    name: str
    lines: Lines
    tables: Tables | None = None
    texts: Texts | None = None

    @property
    def packages(self) -> tuple[str, ...]:
        """The Python packages that the reports need."""
        return ("jinja2", "matplotlib") if self.html_file else ()

    def end(self, result: Result) -> int:
        """Judge, write and print ``result``; return the exit code."""
        judged = replace(result, verdict=replace(result.verdict, thresholds=self.thresholds))
        told = document(judged)
        if self.compare:
            told["compared"] = _compared(self.name, self.compare, told)
        own = self.lines(told["details"])
        tables = self.tables(told["details"]) if self.tables else None
        try:
            texts = self.texts(told) if self.texts else {}
            written = write(told, self.json_file, self.html_file, tables, texts)
        except CouldNotRunError:
            to_stdout(console(told, own, []))  # a disk without room must not cost the verdict
            raise
        to_stdout(console(told, own, written))
        return PASSED if judged.verdict.passed else FAILED


def _compared(name: str, before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    rows = [vars(change) for change in earlier.changes(before, now)]
    return {"file": name, "started": before["started"], "status": before["status"], "rows": rows}


def prepare(
    options: argparse.Namespace,
    command: str,
    checks: Sequence[Check],
    measures: Sequence[Measure],
    lines: Lines,
    *,
    tables: Tables | None = None,
    texts: Texts | None = None,
    reports: tuple[Path | None, Path | None] | None = None,
) -> Ending:
    """Look at what the command is to end with; ``reports`` (JSON, HTML) are those of the options unless given.

    Raises :class:`UsageError` for thresholds, earlier runs and reports that do not fit, :class:`CouldNotRunError` for
    reports that cannot be written.
    """
    json_file, html_file = reports or (options.json, options.html)
    require_apart(json_file, html_file)
    asked: list[Check | Measure] = [*checks, *measures]
    limits = thresholds.read(options.thresholds, options.threshold, [one.id for one in asked])
    thresholds.require_meant(limits, asked)
    compare = earlier.load(options.compare_with, command, SCHEMA) if options.compare_with else None
    for report in filter(None, (json_file, html_file)):
        require_writable(report)
    return Ending(json_file, html_file, limits, compare, str(options.compare_with or ""), lines, tables, texts)
