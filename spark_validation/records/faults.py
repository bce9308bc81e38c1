# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Faults that a run puts into its own topic on request, so that people see the audit fail on their own cluster.

Each touches one record in one partition, so that its check finds exactly one; how is told in
:mod:`spark_validation.writing.inject`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, Mapping

from ..core.errors import UsageError
from ..core.verdict import Finding
from .plan import Plan


@dataclass(frozen=True)
class Fault:
    """``check`` must find it, once."""

    name: str
    check: str


FAULTS: Mapping[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault("lost", "lost"),
        Fault("lost_tail", "lost"),
        Fault("duplicated", "duplicated"),
        Fault("corrupt", "corrupt"),
        Fault("foreign", "foreign"),
        Fault("wrong_partition", "wrong_partition"),
        Fault("reordered", "reordered"),
        Fault("reordered_across_keys", "reordered_across_keys"),
        Fault("deleted_head", "deleted_head"),
    )
}
_SWAPPED = ("reordered", "reordered_across_keys")
#: Of those that change a value.
_OF_A_VALUE = ("corrupt", "foreign")


@dataclass(frozen=True)
class Place:
    """Where a fault goes: into the record ``number`` of ``partition``, which may change places with ``other``."""

    partition: int
    number: int
    other: int = 0


def place(fault: Fault, plan: Plan) -> Place:
    """Where ``fault`` goes in ``plan``; :class:`UsageError` for a plan that has no such place."""
    partition = max(range(plan.partitions), key=plan.records_in)
    found = _place(fault, plan, partition)
    if found is None or (fault.name == "wrong_partition" and plan.partitions < 2):
        raise UsageError(f"--inject {fault.name} needs {_NEEDED.get(fault.name, 'a record')}: {_MORE}")
    return found


_NEEDED = {
    "reordered": "two records of one key in a partition",
    "reordered_across_keys": "two records of different keys one behind the other in a partition",
    "wrong_partition": "two partitions",
    "corrupt": "a record that has a value",
    "foreign": "a record that has a value",
}
_MORE = "raise --records, or --partitions or --keys where they are too few"


def _place(fault: Fault, plan: Plan, partition: int) -> Place | None:
    total = plan.records_in(partition)
    if fault.name in _SWAPPED:
        return _swapped(plan, partition, same_key=fault.name == "reordered")
    if fault.name in _OF_A_VALUE:
        number = next((one for one in _around(total // 2, total) if not plan.is_tombstone(partition, one)), None)
        return None if number is None else Place(partition, number)
    at_the_end = fault.name in ("lost_tail", "wrong_partition")
    return Place(partition, total - 1 if at_the_end else total // 2)


def _around(middle: int, total: int) -> Iterator[int]:
    """The numbers below ``total``, from ``middle`` on to both sides."""
    for step in range(total):
        yield from (number for number in dict.fromkeys((middle + step, middle - step)) if 0 <= number < total)


def _swapped(plan: Plan, partition: int, *, same_key: bool) -> Place | None:
    """Two records between which there is none of the first one's key, with the same key or with another one."""
    total = plan.records_in(partition)
    if not same_key:
        pairs = ((number, number + 1) for number in range(min(total, len(plan.keys[partition]) + 1) - 1))
        apart = (pair for pair in pairs if plan.key_of(partition, pair[0]) != plan.key_of(partition, pair[1]))
        return next((Place(partition, *pair) for pair in apart), None)
    key = plan.key_of(partition, 0)
    again = (number for number in range(1, total) if plan.key_of(partition, number) == key)
    return next((Place(partition, 0, number) for number in again), None)


def missed(fault: Fault, found: Mapping[str, Finding]) -> Finding:
    """Whether the audit told of ``fault``, and of nothing else, exactly once."""
    told = {check: finding.count for check, finding in found.items() if finding.count}
    if told == {fault.check: 1}:
        return Finding(0)
    said = ", ".join(f"{check} {count}" for check, count in sorted(told.items())) or "nothing"
    return Finding(1, f"--inject {fault.name} should have been found as {fault.check} 1, the audit found {said}")
