# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The result as plain data, in the shape that ``schema.json`` describes."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from ..core.result import Result
from ..core.verdict import Check, Measure, Verdict

SCHEMA = "groundwork.kafka/validation/3"


def document(result: Result) -> dict[str, Any]:
    """The versioned document that other tools read."""
    verdict = result.verdict
    return {
        "schema": SCHEMA,
        "command": result.command,
        "status": verdict.status,
        "sentence": result.sentence,
        "started": _time(result.started),
        "finished": _time(result.finished),
        "bootstrap_servers": result.bootstrap_servers,
        "checks": [_check(check, verdict) for check in verdict.checks],
        "measures": [_measure(measure, verdict) for measure in verdict.measures],
        "compared": None,
        "details": dict(result.details),
        "environment": dict(result.environment),
    }


def _check(check: Check, verdict: Verdict) -> dict[str, Any]:
    found = verdict.findings[check.id]
    return {
        "id": check.id,
        "title": check.title,
        "meaning": check.meaning,
        **asdict(verdict.threshold(check)),
        "status": verdict.of(check),
        "count": found.count,
        "detail": found.detail,
        "examples": [asdict(example) for example in found.examples],
    }


def _measure(measure: Measure, verdict: Verdict) -> dict[str, Any]:
    value = verdict.measured[measure.id]
    return {
        **asdict(measure),
        **asdict(verdict.threshold(measure)),
        "status": verdict.of(measure),
        "value": None if value is None else round(value, 6),
    }


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
