# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Faults that a run puts into its own topic on request, so that people see the audit fail on their own cluster.

Each touches one record in partition 0, so that its check finds exactly one; how is told in
:mod:`spark_validation.writing.inject`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from ..core.errors import UsageError
from ..core.verdict import Finding
from .plan import KEYS_PER_PARTITION, Plan


@dataclass(frozen=True)
class Fault:
    """``check`` must find it, once; it ``needs`` so many records in partition 0, and so many ``partitions``."""

    name: str
    check: str
    needs: int = 1
    partitions: int = 1


FAULTS: Mapping[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault("lost", "lost"),
        Fault("lost_tail", "lost"),
        Fault("duplicated", "duplicated"),
        Fault("corrupt", "corrupt"),
        Fault("foreign", "foreign"),
        Fault("wrong_partition", "wrong_partition", partitions=2),
        Fault("reordered", "reordered", needs=KEYS_PER_PARTITION + 1),
        Fault("reordered_across_keys", "reordered_across_keys", needs=2),
        Fault("deleted_head", "deleted_head"),
    )
}


def require_place(fault: Fault, plan: Plan) -> None:
    """Raise :class:`UsageError` for a plan too small for ``fault``."""
    if plan.records_in(0) < fault.needs or plan.partitions < fault.partitions:
        raise UsageError(
            f"--inject {fault.name} needs at least {fault.needs} record{'' if fault.needs == 1 else 's'} a partition "
            f"and {fault.partitions} partition{'' if fault.partitions == 1 else 's'}: raise --records or --partitions"
        )


def missed(fault: Fault, found: Mapping[str, Finding]) -> Finding:
    """Whether the audit told of ``fault``, and of nothing else, exactly once."""
    told = {check: finding.count for check, finding in found.items() if finding.count}
    if told == {fault.check: 1}:
        return Finding(0)
    said = ", ".join(f"{check} {count}" for check, count in sorted(told.items())) or "nothing"
    return Finding(1, f"--inject {fault.name} should have been found as {fault.check} 1, the audit found {said}")
