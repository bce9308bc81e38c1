# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The document as a table and a sentence for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Sequence

from ..core.printable import escaped
from ..core.table import table
from ..core.verdict import figure

Details = Mapping[str, Any]
_RESULTS = {"failed": "FAILED", "warned": "warning", "passed": "passed"}


def console(told: Details, own: Sequence[str], written: Sequence[Path]) -> str:
    """What is printed at the end: checks, examples of faults, figures, what changed, the sentence, the reports.

    ``told`` is a document as :func:`spark_validation.report.document.document` gives it, ``own`` the lines that its
    command makes of the details, which stand below the checks.
    """
    lines = table(
        ("check", "found", "result"),
        [(check["title"], f"{check['count']:,}", _result(check)) for check in told["checks"]],
    )
    for check in told["checks"]:
        if check["detail"]:
            lines.append(f"{check['title']}: {check['detail']}")
        lines += [f"{check['title']}: {_where(example)}{example['text']}" for example in check["examples"][:3]]
    judged = [measure for measure in told["measures"] if (measure["warn"], measure["fail"]) != (None, None)]
    if judged:
        rows = [(m["id"], _figure(m["value"]), _figure(m["warn"]), _figure(m["fail"]), _result(m)) for m in judged]
        lines += table(("measure", "value", "warns", "fails", "result"), rows)
    lines += own
    if told["compared"]:
        lines += _compared(told["compared"])
    return "\n".join(map(escaped, [*lines, told["sentence"], *(f"report: {path}" for path in written)]))


def _result(told: Details) -> str:
    return _RESULTS[str(told["status"])]


def _figure(value: float | None) -> str:
    return "-" if value is None else figure(value)


def _compared(compared: Details) -> list[str]:
    head = (f"since {compared['started']}", "before", "now", "change")
    rows = [
        (row["id"], _figure(row["before"]), _figure(row["now"]), row["change"])
        for row in compared["rows"]
        if row["change"] != "same"
    ]
    return table(head, rows) if rows else [f"nothing changed since {compared['started']}"]


def _where(example: Details) -> str:
    parts = [(name, example[name]) for name in ("partition", "offset", "number", "key")]
    said = " ".join(f"{name} {value}" for name, value in parts if value is not None)
    return f"{said}: " if said else ""
