# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Plans and audits as the collection writes them, by hand, with what a run reads of them."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

EVENTS = {
    "name": "events",
    "topics": 1,
    "partitions": 104,
    "replication_factor": 3,
    "record_bytes": 1000,
    "records_per_second": 10_000,
    "write_bytes_per_second": 10_000_000,
    "read_bytes_per_second": 30_000_000,
}
NUMBERS = {
    "map_areas": 732_500,
    "descriptors": 371_000,
    "disk_bytes": 15_000_000_000_000,
    "write_bytes_per_second": 5_000_000,
}
PLAN: dict[str, Any] = {
    "schema": "groundwork.kafka/plan/1",
    "start": "2026-01",
    "brokers": 6,
    "load": [EVENTS],
    "numbers": [{"id": name, "value": value} for name, value in NUMBERS.items()],
}


def plan(folder: Path, **changed: Any) -> Path:
    """A file with PLAN, of which some is changed."""
    return _written(folder / "plan.json", json.dumps({**PLAN, **changed}))


def service(used: int = 400, **changed: Any) -> dict[str, Any]:
    """A broker's process that uses so many map areas, and half as many descriptors."""
    uses = {"map_areas": {"used": used}, "descriptors": {"used": used // 2}}
    return {"name": "kafka", "kind": "broker", "pid": 42, "started": "2026-01-01T00:00:00Z", "uses": uses, **changed}


def record(seconds: float, *, host: str = "h1", **changed: Any) -> dict[str, Any]:
    """A host's line, taken so many seconds after the epoch."""
    return {
        "schema": "groundwork.kafka/audit/2",
        "host": host,
        "time": datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "cluster": None,
        "outcome": "audited",
        "services": [service()],
        "counters": {"seconds": seconds, "received_bytes": 5000, "sent_bytes": 7000, "log_bytes": 900},
        **changed,
    }


def audit(file: Path, *records: dict[str, Any]) -> Path:
    """A file of these lines."""
    return _written(file, "".join(json.dumps(one) + "\n" for one in records))


def _written(file: Path, text: str) -> Path:
    file.write_text(text, encoding="utf-8")
    return file
