# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan for a person: what moves, and what each broker has before and after it."""

from __future__ import annotations

import math
from typing import Dict, List, Mapping

from ..core import listing, sizes
from .plan import Load, Plan

LEFT_BEHIND = "A limit to replication that was left behind is to go."
_NAMED = 5
_MINUTE = 60
_WHAT = {"count": "replicas", "bytes": "bytes", "leaders": "leaders"}


def sentences(plan: Plan) -> List[str]:
    """How much moves, which racks are shared, and what stays out of balance."""
    copied = [one for one in plan.changes if one.adding]
    within = [one for one in plan.changes if one.within]
    led = [one for one in plan.changes if one.before[0] != one.after[0] and not one.adding]
    found = [
        f"{partitions(len(plan.changes))} to change: {partitions(len(copied))} to be copied "
        f"({sizes.rounded(plan.bytes)} over the network), {len(within)} between folders of a broker, {len(led)} with "
        "another preferred leader alone."
        if plan.changes
        else "Nothing to change."
    ]
    if plan.before.rack_faults or plan.after.rack_faults:
        found.append(
            "Replicas that share a rack and need not: "
            f"{plan.before.rack_faults} before, {plan.after.rack_faults} after."
        )
    off: Mapping[str, List[str]] = {name: [] for name in _WHAT}
    for number, what in plan.unbalanced():
        off[what].append(str(number))
    for what, numbers in off.items():
        if numbers:
            found.append(
                f"Broker{'' if len(numbers) == 1 else 's'} {listing.some(numbers, _NAMED)}: no move found that brings "
                f"{_WHAT[what]} nearer to {'its' if len(numbers) == 1 else 'their'} share."
            )
    return found


def loads(load: Load) -> List[str]:
    """A line for each broker, for a diff."""
    return [
        f"broker {number}: {load.count[number]} replicas, {sizes.rounded(load.bytes[number])}, "
        f"preferred leader of {load.leaders[number]}"
        for number in sorted(load.count)
    ]


def replicas(plan: Plan, after: bool) -> List[str]:
    """A line for each partition that changes, for a diff."""
    lines = []
    for one in sorted(plan.changes, key=lambda change: change.key):
        folders = ", ".join(f"{path} on {number}" for number, path in sorted(one.log_dirs.items())) if after else ""
        numbers = ", ".join(map(str, one.after if after else one.before))
        lines.append(f"{one.name}: {numbers}" + (f" ({folders})" if folders else ""))
    return lines


def diff(plan: Plan) -> Dict[str, str]:
    """What ``--diff`` shows: each broker's load, and the replicas of what changes."""
    if not plan.changes:
        return {"before": "", "after": ""}
    return {
        "before": "\n".join([*loads(plan.before), *replicas(plan, False)]) + "\n",
        "after": "\n".join([*loads(plan.after), *replicas(plan, True)]) + "\n",
    }


def partitions(count: int) -> str:
    """So many partitions in words."""
    return "1 partition" if count == 1 else f"{count} partitions"


def left(count: int, bytes_left: int) -> str:
    """So many partitions that are not done, and bytes of them, in words."""
    return f"{partitions(count)} left, {sizes.rounded(bytes_left)} to be copied"


def progress(at_first: int, count: int, bytes_left: int, seconds: float) -> str:
    """What is left, and how long that takes if it goes on as in the *seconds* since there was so much *at_first*."""
    said = left(count, bytes_left)
    copied = at_first - bytes_left
    if copied <= 0 or seconds <= 0:
        return said
    rate = copied / seconds
    return f"{said} at {sizes.rounded(int(rate))} a second, about {duration(bytes_left / rate)} more"


def duration(seconds: float) -> str:
    """Some time for a person."""
    whole = math.ceil(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    minutes = math.ceil(whole / _MINUTE)
    return f"{minutes} min" if minutes < _MINUTE else f"{minutes // _MINUTE} h {minutes % _MINUTE} min"
