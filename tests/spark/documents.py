# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Documents as validations write them, by hand: with every section, with the oldest keys alone, with unwise names."""

from __future__ import annotations

from typing import Any

SPOILT = '<script>alert("x")</script>'
LONG_KEY = "key" + "0123456789" * 12 + "theend"


def check(name: str, count: int = 0, status: str = "passed", **more: Any) -> dict[str, Any]:
    return {
        "id": name.lower(),
        "title": name,
        "meaning": f"Records that were {name.lower()}.",
        "status": status,
        "count": count,
        "detail": "",
        "examples": [],
        "warn": None,
        "fail": 0,
        **more,
    }


def measure(name: str, value: float | None, status: str = "passed", **more: Any) -> dict[str, Any]:
    return {
        "id": name.lower(),
        "title": name,
        "unit": "ms",
        "value": value,
        "better": "lower",
        "status": status,
        "warn": None,
        "fail": None,
        **more,
    }


def document(command: str, status: str, details: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "schema": "groundwork.kafka/validation/3",
        "command": command,
        "status": status,
        "sentence": f"{status.capitalize()}: of 30 records in T on h:1, something came out.",
        "started": "2026-01-31T12:00:00Z",
        "finished": "2026-01-31T12:00:09Z",
        "bootstrap_servers": "h:1",
        "checks": [check("Lost"), check("Corrupt")],
        "measures": [],
        "compared": None,
        "details": details,
        "environment": {"Spark": "4.0.0"},
        **more,
    }


def moved(records: int, seconds: float) -> dict[str, Any]:
    return {
        "records": records,
        "bytes": 109 * records,
        "seconds": seconds,
        "records_per_second": 15,
        "megabytes_per_second": 0.5,
    }


PARTITIONS = [
    {"partition": 0, "planned": 15, "read": 13, "first": 0, "end": 13},
    {"partition": 1, "planned": 15, "read": 15, "first": 0, "end": 15},
]
PROBE: dict[str, Any] = {
    "topic": "T-probe",
    "per_second": 100,
    "sent": 300,
    "acknowledged": 299,
    "refused": {"KafkaTimeoutError": 1},
    "negative": 2,
    "percentiles": {"p50": 0.002, "p90": 0.004, "p99": 0.015, "p99.9": 1.5, "max": 1.5},
    "longest_stall": 1.4,
    "stalls": [
        {"partition": 2, "began": 0.9, "seconds": 1.4},
        {"partition": 0, "began": 1.1, "seconds": 1.0},
    ],
}
HISTOGRAM = [[0, 0.001], [50, 0.002], [90, 0.004], [99, 0.015], [99.9, 1.5], [100, 1.5]]
MOMENTS = [
    {"second": 0, "records": 10, "worst_latency": 0.012},
    {"second": 1, "records": 0, "worst_latency": None},
    {"second": 2, "records": 18, "worst_latency": 1.5},
]
EVENTS = [
    {"second": 0.8, "name": "restart of broker 2", "seconds": 1.2},
    {"second": 2.5, "name": "leaders elected", "seconds": 0},
]
SPREAD = {
    "leaders": [
        {"broker": 1, "rack": "a", "partitions": 1, "records": 13},
        {"broker": 2, "rack": None, "partitions": 1, "records": 15},
    ],
    "racks": [{"rack": "a", "partitions": 1, "records": 13}, {"rack": None, "partitions": 1, "records": 15}],
}
PLAN = {"run_id": "run-1", "seed": 7, "records": 30, "partitions": 2, "keys_per_partition": 16, "value_bytes": 100}
BOUNDS = {
    "rate": None,
    "max_bytes": 2_000_000_000,
    "bytes": 12_330,
    "rooms": [
        {
            "broker": 1,
            "directory": SPOILT,
            "needed_bytes": 4110,
            "usable_bytes": 1500 * 10**9,
            "total_bytes": 2 * 10**12,
        },
        {"broker": 2, "directory": "/d", "needed_bytes": 0, "usable_bytes": None, "total_bytes": None},
    ],
}
OLD = {
    "topic": "T",
    "topic_kept": False,
    "plan": PLAN,
    "produced": moved(30, 2.0),
    "consumed": moved(28, 1.87),
    "partitions": PARTITIONS,
}
SOAK = {
    "rate": 5,
    "seconds": 6,
    "ended": "request",
    "reason": "",
    "acknowledged": 28,
    "in_doubt": 2,
    "repeated_batches": 1,
    "moment_seconds": 1,
    "moments": MOMENTS,
    "probe": PROBE,
}
PLANNED = {
    "file": SPOILT,
    "class": LONG_KEY,
    "start": "2026-01",
    "scale": 0.00125,
    "scale_parts": [
        {"what": "--share 0.01", "factor": 0.01},
        {"what": "13 of 104 partitions", "factor": 0.125},
    ],
    "taken": [
        {"what": "partitions", "planned": 104, "used": 13, "by": "--partitions"},
        {"what": "replication_factor", "planned": 3, "used": 3, "by": "the plan"},
        {"what": "rate", "planned": 10_000, "used": None, "by": "smoke, which writes as fast as it can"},
    ],
    "audits": {"before": None, "after": "2026-01-31T12:00:00Z", "hosts": [SPOILT], "brokers": 3},
    "rows": [
        {
            "id": "written_records",
            "title": "Written",
            "unit": "records/s",
            "planned": 10_000,
            "scaled": 12.5,
            "measured": 130,
            "difference_percent": 940.0,
            "note": "",
        },
        {
            "id": "map_areas",
            "title": "Memory map areas",
            "unit": "",
            "planned": 732_500,
            "scaled": None,
            "measured": None,
            "difference_percent": None,
            "note": f"the audit of {SPOILT} did not count it",
        },
        {
            "id": "disk_bytes",
            "title": "Data on disk",
            "unit": "bytes",
            "planned": 15 * 10**12,
            "scaled": 141_700,
            "measured": 127_530,
            "difference_percent": -10.0,
            "note": "added: 1,300 records of 109 bytes, 13 of 39 replicas on a broker",
        },
    ],
}
COMPARED = {
    "file": f"earlier{SPOILT}.json",
    "started": "2026-01-30T12:00:00Z",
    "status": "passed",
    "rows": [
        {"id": "lost", "title": "Lost", "unit": "", "before": 0, "now": 2, "change": "worse"},
        {"id": "p99", "title": "Latency", "unit": "ms", "before": 22.0, "now": 15.0, "change": "better"},
        {"id": "corrupt", "title": "Corrupt", "unit": "", "before": 0, "now": 0, "change": "same"},
        {"id": "order", "title": "Order", "unit": "", "before": 0, "now": 0, "change": "same"},
        {"id": "stall", "title": "Stall", "unit": "s", "before": None, "now": 1.4, "change": "unknown"},
    ],
}
KEYS = {
    "topic": "T",
    "partitioner": "murmur2",
    "partition_count": 8,
    "sample": 0.25,
    "records": 30,
    "placement": "partitions were added",
    "without_key": "2 records have no key, in 2 of 8 partitions",
    "newest": "the newest 30 records with a key have about 6 keys",
    "partitioners": [
        {"partitioner": "murmur2", "partitions": 8, "users": "Kafka's own clients", "keys": 5, "records": 20},
        {"partitioner": "murmur2", "partitions": 4, "users": "Kafka's own clients", "keys": 3, "records": 6},
        {"partitioner": None, "partitions": None, "users": "none that is known here", "keys": 1, "records": 2},
    ],
    "added": [
        {
            "partitioner": "murmur2",
            "partitions": 4,
            "last_time": "2026-01-30T12:00:00Z",
            "until": [{"partition": 0, "offset": 7}, {"partition": 3, "offset": 1234}],
            "overlapping": [3],
        }
    ],
    "busiest_keys": [
        {"key": SPOILT, "records": 9, "percent": 30.0, "partitions": [0, 4]},
        {"key": LONG_KEY, "records": 8, "percent": 26.67, "partitions": [1]},
    ],
    "spread": [{"partition": number, "records": number, "without_key": number % 2} for number in range(8)],
}
SOURCE = {"topic": SPOILT, "bootstrap_servers": "h:1", "partitions": 2, "records": 40, "head_removed": 0}
COMPARE = {
    "source": SOURCE,
    "copy": {**SOURCE, "topic": "copy", "records": 38, "head_removed": 1},
    "by": "partition",
    "headers": False,
    "isolation_level": "read_committed",
    "copied": [
        {
            "partition": 0,
            "first": 5,
            "end": 25,
            "records": 20,
            "copied_until": 25,
            "missing": 0,
            "changed": 0,
            "behind": 0,
        },
        {
            "partition": 1,
            "first": 0,
            "end": 20,
            "records": 20,
            "copied_until": 7,
            "missing": 1,
            "changed": 2,
            "behind": 4,
        },
    ],
}
STANDING = {
    "lag_records": 0,
    "lag_seconds": None,
    "ahead_seconds": None,
    "lead_records": 20,
    "lead_seconds": None,
    "lost_records": 0,
    "produce_rate": 0,
    "consume_rate": 0,
    "catch_up_seconds": 0,
    "loss_seconds": None,
    "open_transaction": False,
}
LAG = {
    "interval_seconds": 10,
    "notes": [],
    "rows": [
        {
            "group": SPOILT,
            "state": "Empty",
            "topic": "T",
            "retention": {"policy": "delete"},
            "total": STANDING,
            "partitions": [{"partition": 0, "start": 0, "committed": 20, "end": 20, **STANDING}],
            "uncommitted": [{"partition": 1, "start": 0, "end": 7}],
        }
    ],
}
COUNTED = {
    "hosts": 5,
    "audited": 4,
    "settings": 320,
    "in_effect": 319,
    "percent": 99.69,
    "high": 1,
    "medium": 0,
    "low": 2,
}
PLACED = {"cluster": "orders", "host": SPOILT, "rack": "r1"}
FLEET: dict[str, Any] = {
    "reports": SPOILT,
    "files_named": "*.jsonl",
    "parquet": None,
    "within_days": 30,
    "missing_after_hours": 12,
    "first": "2026-01-30T12:00:00Z",
    "last": "2026-01-31T12:00:00Z",
    "total": COUNTED,
    "files": {
        "listed": 3,
        "read": 2,
        "lines": 11,
        "records": 9,
        "reviews": 1,
        "broken": [{"file": f"half {SPOILT}", "lines": 1}],
        "foreign": [{"file": "other.jsonl", "lines": 1}],
        "unread": ["empty.jsonl"],
        "alone": ["alone.review.json"],
    },
    "total_traps": {"high": 3, "medium": 1, "low": 0, "accepted": 2},
    "running_out": 1,
    "changes": {"worse": 1, "better": 0, "changed": 0},
    "counts": {
        "clusters": 201,
        "racks": 1,
        "roles": 1,
        "settings": 2,
        "missing": 1,
        "reviews": 1,
        "traps": 12,
        "headroom": 2,
        "drift": 1,
        "outliers": 1,
    },
    "clusters": [{"cluster": SPOILT, **COUNTED}, {"cluster": "", **COUNTED, "in_effect": 320, "percent": 100}],
    "racks": [{"cluster": "orders", "rack": "", **COUNTED}],
    "roles": [{"roles": "broker+zookeeper", **COUNTED}],
    "settings": [
        {"setting": SPOILT, "hosts": 4, "in_effect": 3, "percent": 75},
        {"setting": LONG_KEY, "hosts": 4, "in_effect": 4, "percent": 100},
    ],
    "missing": [
        {**PLACED, "roles": "broker", "audited_at": None, "seen_at": "2026-01-31T12:00:00Z", "outcome": "unreachable"}
    ],
    "reviews": [
        {"cluster": SPOILT, "reviewed_at": "2026-01-31T12:00:00Z", "high": 3, "medium": 1, "low": 0, "accepted": 2}
    ],
    "traps": [
        {"trap": SPOILT, "severity": "high", "clusters": 2, "accepted_in": 0},
        *({"trap": "replication", "severity": "low", "clusters": 0, "accepted_in": 1} for _each in range(11)),
    ],
    "headroom": [
        {
            **PLACED,
            "service": "kafka",
            "resource": "map_areas",
            "used": 11_000,
            "limit": 31_000,
            "headroom_percent": 64,
            "per_day": 1000,
            "days": 20,
            "full_at": "2026-02-20T12:00:00Z",
            "audited_at": "2026-01-31T12:00:00Z",
            "audits": 2,
        },
        {
            **PLACED,
            "service": LONG_KEY,
            "resource": "descriptors",
            "used": 150,
            "limit": None,
            "headroom_percent": None,
            "per_day": None,
            "days": None,
            "full_at": None,
            "audited_at": "2026-01-31T12:00:00Z",
            "audits": 1,
        },
    ],
    "drift": [
        {
            **PLACED,
            "roles": "broker",
            "setting": SPOILT,
            "change": "worse",
            "wanted": "1",
            "before": "1",
            "now": SPOILT,
            "before_at": "2026-01-30T12:00:00Z",
            "audited_at": "2026-01-31T12:00:00Z",
        }
    ],
    "outliers": [
        {
            **PLACED,
            "roles": "broker",
            "setting": SPOILT,
            "wanted": "1",
            "found": LONG_KEY,
            "usual": "1",
            "usual_peers": 2,
            "peers": 3,
            "in_effect": False,
        }
    ],
}
MIGRATE: dict[str, Any] = {
    "topic": "T",
    "to_topic": "T-copy",
    "plan": {"placed_by": "key", "partitions": 2, "copy_partitions": 3, "changes": SPOILT},
    "resumed": True,
    "records": 28,
    "head_removed": 0,
    "run": {"copied": 3, "dropped": 2, "skipped": 0, "seconds": 1.5},
    "complete": False,
    "partitions": [
        {"partition": 0, "begun_at": 12, "copied_until": 15, "end": 15},
        {"partition": 1, "begun_at": 15, "copied_until": 15, "end": 16},
    ],
}
DOCUMENTS = {
    "old": document("smoke", "passed", {**OLD, "produced": None}),
    "failed": document(
        "smoke",
        "failed",
        {
            **OLD,
            "topic": SPOILT,
            "plan": {**PLAN, "shape": {"replication_factor": 3, "min_insync_replicas": 2, "retention_ms": 86_400_000}},
            "tiers": {"planned": 30, "acknowledged": 30, "stored": None, "consumed": 28},
            "spread": {**SPREAD, "racks": [{**SPREAD["racks"][0], "rack": SPOILT}]},
            "probe": {**PROBE, "histogram": HISTOGRAM, "clamped": 3},
            "events": [{**EVENTS[0], "name": SPOILT}],
            "bounds": BOUNDS,
            "injected": "lost-tail",
            "groups": [
                {
                    "protocol": "classic",
                    "group": SPOILT,
                    "library": SPOILT,
                    "members": 4,
                    "killed": 1,
                    "left": 1,
                    "changes": 5,
                    "refused_commits": 0,
                    "delivered": 28,
                    "again": 3,
                    "seconds": 12.5,
                }
            ],
            "planned": PLANNED,
        },
        checks=[
            check("Lost", 2, "failed", detail="of these at the end of partition 0: 2", examples=[
                {"text": "never arrived", "partition": 0, "offset": None, "number": 13, "key": LONG_KEY},
                {"text": f"value {SPOILT}", "partition": 1, "offset": 4, "number": None, "key": SPOILT},
            ]),
            check("Replayed", 1, "warned", warn=0, fail=None),
            check("Corrupt"),
        ],
        measures=[measure("Latency", 15.0, "warned", warn=10.0, fail=20.0), measure("Rate", None)],
        compared=COMPARED,
        environment={"Spark": SPOILT},
    ),
    "soak": document(
        "soak",
        "warned",
        {**OLD, "soak": SOAK, "events": EVENTS},
        sentence=f"Warned: of 30 records in {LONG_KEY} on h:1, something came out.",
    ),
    "keys": document("keys", "failed", KEYS),
    "keys without a record": document(
        "keys", "passed", {**KEYS, "records": 0, "newest": "", "partitioners": [], "added": [], "busiest_keys": []}
    ),
    "compare": document("compare", "failed", COMPARE),
    "migrate": document("migrate", "warned", MIGRATE),
    "lag": document(
        "lag",
        "passed",
        LAG,
        checks=[
            check("Left", 1, examples=[
                {"text": "group g", "partition": None, "offset": None, "number": None, "key": None},
            ]),
        ],
        measures=[
            measure("Until", 604_630.0, unit="s", fail=600_000.0),
            measure("Soon", 119.0, unit="s"),
        ],
    ),
    "fleet": document("fleet", "failed", FLEET, bootstrap_servers=""),
    "another": document(
        "another",
        "passed",
        {
            "group_count": 2,
            "whole": True,
            "topics": ["T", SPOILT],
            "groups": [{"group": SPOILT, "lag": 1234567, "note": None}, {"group": "g", "lag": 0, "note": "expires"}],
            "totals": {"lag": 1234567},
            "nothing": [],
        },
    ),
}  # fmt: skip
