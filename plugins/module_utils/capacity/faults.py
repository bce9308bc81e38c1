# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a person should look at in a plan: what does not fit from the start, and what its own rules advise against."""

from __future__ import annotations

from typing import List, Sequence

from ..core.findings import Finding, finding, ordered
from . import numbers, partitions
from .growth import Resource
from .load import Load, Topics


def found(given: Load, settled: Load, resources: Sequence[Resource]) -> List[Finding]:
    """The findings about the load *given*, whose partitions were *settled*, the worst first."""
    few = [_few(one, partitions.needed(one, given.largest_partition).least) for one in given.topics]
    return ordered([one for one in [_uneven(settled), *few, *map(_short, resources)] if one])


def _short(resource: Resource) -> Finding | None:
    percent = resource.percent[0]
    if resource.full_after != 0:
        return None
    return finding(
        "plan_short",
        "high",
        resource.title,
        wanted="100% at most",
        found=f"{percent:g}%",
        why="the load asks for more of it than there is, today",
        source="the plan's own arithmetic",
        remedy="give more of it, more brokers, or a smaller load",
    )


def _few(one: Topics, least: int) -> Finding | None:
    if one.partitions is None or one.partitions >= least:
        return None
    return finding(
        "plan_few_partitions",
        "medium",
        one.name,
        wanted=f"at least {least} partitions",
        found=str(one.partitions),
        why="they carry less than the topic's throughput, or grow larger than what is still easy to move",
        source=numbers.PARTITIONS,
        remedy="give more partitions, before keys are written whose order counts",
    )


def _uneven(load: Load) -> Finding | None:
    if load.brokers % load.racks == 0:
        return None
    return finding(
        "plan_racks_uneven",
        "medium",
        "racks",
        wanted="the same number of brokers in every rack",
        found=f"{load.brokers} brokers in {load.racks} racks",
        why="every rack gets the same share of replicas, so brokers in small racks carry more",
        source=numbers.RACKS,
        remedy="plan a number of brokers that is a multiple of the racks",
    )
