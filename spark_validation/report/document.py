# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The result as plain data, in the shape that ``schema.json`` describes."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from ..plan import KEYS_PER_PARTITION, VALUE_BYTES
from ..result import Result, Throughput
from ..verdict import CHECKS

SCHEMA = "groundwork.kafka/validation/2"


def document(result: Result) -> dict[str, Any]:
    """The versioned document that other tools read."""
    findings = result.verdict.findings
    return {
        "schema": SCHEMA,
        "command": result.command,
        "status": result.verdict.status,
        "sentence": result.sentence,
        "started": _time(result.started),
        "finished": _time(result.finished),
        "bootstrap_servers": result.bootstrap_servers,
        "topic": result.topic,
        "topic_kept": result.topic_kept,
        "plan": {
            "run_id": result.plan.run_id,
            "seed": result.plan.seed,
            "records": result.plan.records,
            "partitions": result.plan.partitions,
            "keys_per_partition": KEYS_PER_PARTITION,
            "value_bytes": VALUE_BYTES,
        },
        "checks": [
            {
                "id": check.id,
                "title": check.title,
                "meaning": check.meaning,
                "status": check.status(findings[check.id].count),
                "count": findings[check.id].count,
                "detail": findings[check.id].detail,
                "examples": [asdict(example) for example in findings[check.id].examples],
            }
            for check in CHECKS
        ],
        "produced": _throughput(result.produced) if result.produced else None,
        "consumed": _throughput(result.consumed),
        "partitions": [asdict(row) for row in result.partitions],
        "soak": asdict(result.soak) if result.soak else None,
        "environment": result.environment,
    }


def _time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _throughput(moved: Throughput) -> dict[str, Any]:
    return {
        "records": moved.records,
        "bytes": moved.bytes,
        "seconds": round(moved.seconds, 3),
        "records_per_second": round(moved.records_per_second),
        "megabytes_per_second": round(moved.megabytes_per_second, 2),
    }
