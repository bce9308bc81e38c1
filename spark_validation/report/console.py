# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The result as a table and a sentence for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

from ..result import Result, Soak, Throughput
from ..verdict import CHECKS

_SHOUTED = {"failed": "FAILED", "warned": "warning"}


def console(result: Result, written: Sequence[Path]) -> str:
    """What is printed at the end: the checks, examples of faults, throughput, the sentence, the reports."""
    findings = result.verdict.findings
    rows = [("check", "found", "result")]
    rows += [
        (check.title, f"{findings[check.id].count:,}", _SHOUTED.get(status, status))
        for check in CHECKS
        for status in [check.status(findings[check.id].count)]
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
    if result.soak:
        lines += _soak(result.soak)
    lines += [f"consumed  {speed(result.consumed)}", result.sentence]
    return "\n".join(lines + [f"report: {path}" for path in written])


def _soak(soak: Soak) -> list[str]:
    probe = soak.probe
    latencies = ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in probe.percentiles.items())
    return [
        f"soak      {soak.acknowledged:,} records acknowledged, {soak.in_doubt:,} in doubt, "
        f"{soak.repeated_batches} batches repeated; ended by {soak.ended}{soak.reason and ': '}{soak.reason}",
        f"probe     {probe.acknowledged:,} of {probe.sent:,} acknowledged; {latencies}; "
        f"longest stall {probe.longest_stall:.2f} s",
    ]


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
