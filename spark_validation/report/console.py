# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The result as a table and a sentence for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from ..result import Result, Throughput
from ..verdict import CHECKS


def console(result: Result, written: Sequence[Path]) -> str:
    """What is printed at the end: the checks, examples of faults, throughput, the sentence, the reports."""
    findings = result.verdict.findings
    rows = [("check", "found", "result")]
    rows += [
        (check.title, f"{findings[check.id].count:,}", "FAILED" if findings[check.id].count else "passed")
        for check in CHECKS
    ]
    title_width, count_width = (max(len(row[column]) for row in rows) for column in (0, 1))
    lines = [f"{title:<{title_width}}  {count:>{count_width}}  {verdict}" for title, count, verdict in rows]
    for check in CHECKS:
        finding = findings[check.id]
        if finding.detail:
            lines.append(f"{check.title}: {finding.detail}")
        lines += [f"{check.title}: {_where(example)}{example.text}" for example in finding.examples[:3]]
    if result.produced:
        lines.append(f"produced  {speed(result.produced)}")
    lines += [f"consumed  {speed(result.consumed)}", result.sentence]
    return "\n".join(lines + [f"report: {path}" for path in written])


def speed(moved: Throughput) -> str:
    """Throughput in words, MB being millions of bytes of keys and values."""
    return (
        f"{moved.records:,} records in {moved.seconds:.1f} s: {moved.records_per_second:,.0f} records/s, "
        f"{moved.megabytes_per_second:.1f} MB/s"
    )


def _where(example: object) -> str:
    parts = [(name, getattr(example, name)) for name in ("partition", "offset", "number", "key")]
    said = " ".join(f"{name} {value}" for name, value in parts if value is not None)
    return f"{said}: " if said else ""
