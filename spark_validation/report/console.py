# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The document as a table and a sentence for a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from ..compare.told import lines as compare_lines
from ..core.verdict import figure
from ..keys import told as keys
from ..lag import told as groups

Details = Mapping[str, Any]
_RESULTS = {"failed": "FAILED", "warned": "warning", "passed": "passed"}


def console(told: Details, written: Sequence[Path]) -> str:
    """What is printed at the end: checks, examples of faults, figures, what changed, the sentence, the reports.

    ``told`` is a document as :func:`spark_validation.report.document.document` gives it.
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
    lines += _DETAILS[told["command"]](told["details"])
    if told["compared"]:
        lines += _compared(told["compared"])
    return "\n".join([*lines, told["sentence"], *(f"report: {path}" for path in written)])


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Aligned lines: the first and the last column to the left, those between, which are figures, to the right."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    last = len(head) - 1
    return [
        "  ".join(
            f"{cell:>{width}}" if 0 < column < last else f"{cell:<{width}}"
            for column, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in (head, *rows)
    ]


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


def _smoke(details: Details) -> list[str]:
    produced, probe, tiers = details["produced"], details["probe"], details["tiers"]
    known = [f"{count:,} {tier}" for tier, count in tiers.items() if count is not None]
    led = [
        f"broker {row['broker']}{_rack(row)} with {row['records']:,} in {_partitions(row['partitions'])}"
        for row in details["spread"]["leaders"]
    ]
    return [
        f"tiers     {', '.join(known)}",
        f"leaders   {', '.join(led)}",
        *([f"produced  {_speed(produced)}", _probe(probe)] if produced else []),
        f"consumed  {_speed(details['consumed'])}",
    ]


def _partitions(number: int) -> str:
    return f"{number} partition{'' if number == 1 else 's'}"


def _rack(row: Details) -> str:
    return "" if row["rack"] is None else f" in {row['rack']}"


def _probe(probe: Details) -> str:
    latencies = ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in probe["percentiles"].items())
    odd = [f"{probe[kind]:,} {kind}" for kind in ("negative", "clamped") if probe[kind]]
    return "; ".join(
        (
            f"probe     {probe['acknowledged']:,} of {probe['sent']:,} acknowledged",
            latencies,
            f"longest stall {probe['longest_stall']:.2f} s",
            *odd,
        )
    )


def _soak(details: Details) -> list[str]:
    soak = details["soak"]
    reason = soak["reason"]
    return [
        f"produced  {_speed(details['produced'])}",
        f"soak      {soak['acknowledged']:,} records acknowledged, {soak['in_doubt']:,} in doubt, "
        f"{_batches(soak['repeated_batches'])} repeated; ended by {soak['ended']}{reason and ': '}{reason}",
        _probe(soak["probe"]),
        f"consumed  {_speed(details['consumed'])}",
    ]


def _batches(number: int) -> str:
    return f"{number} batch{'' if number == 1 else 'es'}"


def _keys(details: Details) -> list[str]:
    placed = table(keys.HEAD, [keys.cells(share) for share in details["partitioners"]])
    return [*(placed if details["partitioners"] else []), *keys.lines(details)]


def _lag(details: Details) -> list[str]:
    return [*table(groups.HEAD, [groups.cells(row) for row in details["rows"]]), *details["notes"]]


def _speed(moved: Details) -> str:
    """Throughput in words, MB being millions of bytes of keys and values."""
    return (
        f"{moved['records']:,} records in {moved['seconds']:.1f} s: {moved['records_per_second']:,.0f} records/s, "
        f"{moved['megabytes_per_second']:.1f} MB/s"
    )


def _where(example: Details) -> str:
    parts = [(name, example[name]) for name in ("partition", "offset", "number", "key")]
    said = " ".join(f"{name} {value}" for name, value in parts if value is not None)
    return f"{said}: " if said else ""


_DETAILS: dict[str, Callable[[Details], list[str]]] = {
    "smoke": _smoke,
    "soak": _soak,
    "keys": _keys,
    "compare": compare_lines,
    "lag": _lag,
}
