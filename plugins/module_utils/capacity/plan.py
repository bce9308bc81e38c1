# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole plan of a load as plain data: its numbers, the settings that follow, and what runs out first, and when."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Dict, List, Sequence

from ..core.errors import GroundworkError
from ..core.sizes import show_size
from ..core.values import LARGEST_INT
from . import faults, growth, of_broker, of_topics, partitions, share
from .amounts import ceiling, shown, shown_rate, shown_size
from .growth import Resource
from .load import Load
from .numbers import BYTES, RATE, Number
from .share import Share

SCHEMA = "groundwork.kafka/plan/1"
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)


def worked_out(load: Load, start: str) -> Dict[str, Any]:
    """The plan of *load*, whose first month is *start*, ``YYYY-MM``; in the schema that docs/schemas/plan-1.json holds.

    Raises GroundworkError for a *start* that is no month, and for a load that no broker can hold.
    """
    months = _months(start)
    settled = settle(load)
    one = share.of_load(settled)
    found = growth.resources(settled)
    least = growth.first(found)
    return {
        "schema": SCHEMA,
        "start": start,
        "sentence": sentence(settled, least, months),
        "first": None if least is None else least.identity,
        "brokers": load.brokers,
        "racks": load.racks,
        "growth_percent": float(load.growth),
        "partition_growth_percent": float(load.partition_growth),
        "numbers": [_number(number) for number in of_broker.of_broker(settled, one)],
        "topics": [
            {
                "name": given.name,
                "numbers": [_number(number) for number in of_topics.of_class(settled, given, of_class)],
            }
            for given, of_class in zip(load.topics, one.classes)
        ],
        "settings": _settings(settled, one),
        "os_tuning_plan": os_tuning_plan(settled),
        "resources": [_resource(resource, months) for resource in found],
        "months": months,
        "load": [_of_validation(of_class) for of_class in one.classes],
        "findings": faults.found(load, settled, found),
    }


def settle(load: Load) -> Load:
    """*load* with the partitions that it needs. Raises GroundworkError where a kernel cannot count what they are."""
    settled = partitions.settled(load)
    one = share.of_load(settled)
    found = of_broker.settings(settled, one)
    if max(found.max_map_count, found.nofile) > LARGEST_INT:
        raise GroundworkError(
            f"{load.name}.topics: {one.segments_lost} segments are more than one broker can hold; correct them, or "
            "share them among more brokers."
        )
    return settled


def os_tuning_plan(settled: Load) -> Dict[str, int]:
    """What the role os_tuning takes as its plan: what a broker holds, with head room for a lost one."""
    one = share.of_load(settled)
    return {
        "partitions": sum(of_class.replicas_lost for of_class in one.classes),
        "segments": one.segments_lost,
        "connections": settled.connections,
    }


def write_bytes_per_second(settled: Load) -> int:
    """What the role kafka leaves the page cache for: what is written to a broker, replication included."""
    return ceiling(share.of_load(settled).written)


def sentence(load: Load, least: Resource | None, months: Sequence[str]) -> str:
    """What runs out first and when, in one sentence."""
    if least is None:
        if not load.growth and not load.partition_growth:
            return "The load fits on these brokers; no growth is planned."
        return f"The load fits on these brokers, and nothing runs out within {growth.MONTHS} months."
    month = least.full_after or 0
    needed, there = (_shown(amount, least.unit) for amount in (least.needed[month], least.capacity))
    needed = f"more than {there}" if needed == there else needed
    if month == 0:
        return f"The load does not fit on these brokers. {least.title}: {needed} are needed of {there}."
    after = "1 month" if month == 1 else f"{month} months"
    return (
        f"{least.title} is what runs out first, after {after}, in {_named(months[month])}: {needed} are needed of "
        f"{there}."
    )


def _shown(amount: Fraction | int, unit: str) -> str:
    if unit == BYTES:
        return shown_size(amount)
    return shown_rate(amount) if unit == RATE else shown(ceiling(amount))


def _named(month: str) -> str:
    year, number = month.split("-")
    return f"{_MONTHS[int(number) - 1]} {year}"


def _months(start: str) -> List[str]:
    """The months from *start* on."""
    match = re.match(r"([0-9]{4})-(0[1-9]|1[0-2])\Z", start)
    if match is None:
        raise GroundworkError(f"start: {start!r} is no month; give a year and a month, such as 2026-01.")
    first = int(match.group(1)) * 12 + int(match.group(2)) - 1
    counted = range(first, first + growth.MONTHS + 1)
    return [f"{month // 12:04}-{month % 12 + 1:02}" for month in counted]


def _number(number: Number) -> Dict[str, Any]:
    return {
        "id": number.identity,
        "title": number.title,
        "value": number.value,
        "unit": number.unit,
        "formula": number.formula,
        "source": number.source,
    }


def _resource(resource: Resource, months: Sequence[str]) -> Dict[str, Any]:
    full = resource.full_after
    return {
        "id": resource.identity,
        "title": resource.title,
        "unit": resource.unit,
        "capacity": resource.capacity,
        "needed": ceiling(resource.needed[0]),
        "percent": resource.percent,
        "full_after_months": full,
        "full_in": None if full is None else months[full],
    }


def _settings(load: Load, one: Share) -> Dict[str, Any]:
    """What follows for a host and its broker, by the names that they have there."""
    found = of_broker.settings(load, one)
    return {
        "vm.max_map_count": found.max_map_count,
        "nofile": found.nofile,
        "heap": show_size(load.heap),
        "write_bytes_per_second": ceiling(one.written),
        "num.replica.fetchers": found.fetchers,
        "num.io.threads": found.io_threads,
    }


def _of_validation(one: share.OfClass) -> Dict[str, Any]:
    """A class of topics as what a validation writes and reads."""
    topics = one.topics
    return {
        "name": topics.name,
        "topics": topics.topics,
        "partitions": topics.partitions,
        "replication_factor": topics.replicas,
        "record_bytes": ceiling(topics.record_bytes),
        "records_per_second": ceiling(topics.write / topics.record_bytes),
        "write_bytes_per_second": ceiling(topics.write),
        "read_bytes_per_second": ceiling(topics.read),
    }
