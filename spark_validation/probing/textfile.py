# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A probe's outcome as a text file that Prometheus' node exporter reads: the metrics groundwork_probe_….

Whatever happens, the file tells when the probe last ended and whether it came to a verdict: silence is an alarm, and so
is a probe that could not run.
"""

from __future__ import annotations

from typing import Any, Mapping

from ..core.gauges import gauge, page

_PREFIX = "groundwork_probe_"
_QUANTILES = {"p50": "0.5", "p90": "0.9", "p99": "0.99", "p99.9": "0.999", "max": "1"}


def could_not_run(now: float) -> str:
    """The file of a probe that ended at the moment ``now`` without a verdict."""
    return page(_ended(now, ran=False))


def text(told: Mapping[str, Any], now: float) -> str:
    """The file of a probe that ended at the moment ``now`` with the document ``told``."""
    details = told["details"]
    found = {check["id"]: check["count"] for check in told["checks"]}
    counts = {"sent": details["sent"], "acknowledged": details["acknowledged"], **found}
    failed = {"": int(told["status"] == "failed")}
    return page(
        [
            *_ended(now, ran=True),
            *gauge(f"{_PREFIX}failed", "whether a check or a threshold failed", failed),
            *gauge(f"{_PREFIX}records", "records by what became of them", counts, "account"),
            *_quantiles("acknowledged", "from when a record was to be sent to its acknowledgement", details),
            *_quantiles("delivered", "from when a record was to be sent to its arrival", details),
        ]
    )


def _ended(now: float, *, ran: bool) -> list[str]:
    return [
        *gauge(f"{_PREFIX}ended_seconds", "when the probe last ended, in seconds since 1970", {"": now}),
        *gauge(f"{_PREFIX}ran", "whether the probe came to a verdict", {"": int(ran)}),
    ]


def _quantiles(kind: str, meaning: str, details: Mapping[str, Any]) -> list[str]:
    told = details[f"{kind}_seconds"]
    values = {quantile: told[name] for name, quantile in _QUANTILES.items()}
    return gauge(f"{_PREFIX}{kind}_seconds", f"seconds {meaning}", values, "quantile")
