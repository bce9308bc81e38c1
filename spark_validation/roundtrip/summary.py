# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``smoke`` and ``soak`` print below their checks."""

from __future__ import annotations

from typing import Any, Mapping

from ..planned.summary import lines as planned_lines
from ..records.load import words
from ..records.shape import PLAIN

Details = Mapping[str, Any]
_WALL_TIME = "wall time of one Spark job"


def smoke_lines(details: Details) -> list[str]:
    """How many records came how far and where they lie, how fast, and the probe."""
    produced, probe, tiers = details["produced"], details["probe"], details["tiers"]
    known = [f"{count:,} {tier}" for tier, count in tiers.items() if count is not None]
    led = [
        f"broker {row['broker']}{_rack(row)} with {row['records']:,} in {_partitions(row['partitions'])}"
        for row in details["spread"]["leaders"]
    ]
    return [
        *_load(details["plan"]),
        f"tiers     {', '.join(known)}",
        f"leaders   {', '.join(led)}",
        *([f"produced  {_speed(produced)}", _probe(probe)] if produced else []),
        _consumed(details),
        f"rates     {_WALL_TIME} each, from its planning on: a short run looks slower than a long one",
        *map(_group, details.get("groups", ())),
        *planned_lines(details.get("planned")),
    ]


def _group(view: Details) -> str:
    """What a consumer group was given while its members came and went."""
    again = f", {view['again']:,} of them twice, as who was killed had not committed them" if view["again"] else ""
    return (
        f"group     {view['protocol']} ({view['library']}): {view['delivered']:,} records to {view['members']} "
        f"members, of which {view['killed']} was killed and {view['left']} left{again}, in {view['seconds']:.1f} s"
    )


def _partitions(number: int) -> str:
    return f"{number} partition{'' if number == 1 else 's'}"


def _rack(row: Details) -> str:
    return "" if row["rack"] is None else f" in {row['rack']}"


def _probe(probe: Details) -> str:
    latencies = ", ".join(f"{name} {1000 * seconds:.1f} ms" for name, seconds in probe["percentiles"].items())
    odd = [f"{count:,} ended in {error}" for error, count in probe["refused"].items()]
    odd += [f"{probe[kind]:,} {kind}" for kind in ("negative", "clamped") if probe[kind]]
    return "; ".join(
        (
            f"probe     {probe['acknowledged']:,} of {probe['sent']:,} acknowledged",
            latencies,
            f"longest stall {probe['longest_stall']:.2f} s",
            *odd,
        )
    )


def soak_lines(details: Details) -> list[str]:
    """How records went in, and how it ended."""
    ran = details["soak"]
    reason = ran["reason"]
    return [
        *_load(details["plan"]),
        f"produced  {_speed(details['produced'])}",
        f"soak      {ran['acknowledged']:,} records acknowledged, {ran['in_doubt']:,} in doubt, "
        f"{_batches(ran['repeated_batches'])} repeated; ended by {ran['ended']}{reason and ': '}{reason}",
        _probe(ran["probe"]),
        _consumed(details),
        f"rates     produced until the last acknowledgement; consumed in the {_WALL_TIME}, from its planning on",
        *planned_lines(details.get("planned")),
    ]


def _load(plan: Details) -> list[str]:
    """What was written, where somebody chose it."""
    chosen = "load" in plan and plan["load"]["words"] != words(PLAIN)
    return [f"load      {plan['load']['words']}"] if chosen else []


def _batches(number: int) -> str:
    return f"{number} batch{'' if number == 1 else 'es'}"


def _consumed(details: Details) -> str:
    again = "; all was read twice, as not all was in its place: this is the second time"
    return f"consumed  {_speed(details['consumed'])}{again if details['passes'] > 1 else ''}"


def _speed(moved: Details) -> str:
    """Throughput in words, MB being millions of bytes of keys and values."""
    return (
        f"{moved['records']:,} records in {moved['seconds']:.1f} s: {moved['records_per_second']:,.0f} records/s, "
        f"{moved['megabytes_per_second']:.1f} MB/s"
    )
