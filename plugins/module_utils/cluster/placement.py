# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which brokers are to hold a partition's replicas where it gets more of them, or fewer. Pure.

Those that hold it stay as far as they can, so that no more is copied than is asked for.
"""

from __future__ import annotations

from typing import Collection, Dict, List, Mapping, Sequence


def resized(
    replicas: Sequence[int], isr: Collection[int], factor: int, racks: Mapping[int, str], load: Dict[int, int]
) -> List[int]:
    """The *factor* brokers that are to hold a partition that *replicas* hold, of which *isr* are in sync.

    *racks* has the rack of each broker that runs, *load* how many replicas it holds, which is counted on. A new replica
    goes into a rack that has none, there to the broker with the fewest replicas. One is given up whose broker does not
    run or is out of sync, then one whose rack has another, then of the broker with the most; the first, which leads,
    last.
    Raises ValueError where fewer brokers run.
    """
    found = list(replicas)
    while len(found) > factor:
        leader = found[0]
        gone = max(
            found,
            key=lambda one: (
                one not in racks,
                one not in isr,
                one != leader,
                _in_rack(one, found, racks),
                load.get(one, 0),
                one,
            ),
        )
        found.remove(gone)
        load[gone] = load.get(gone, 0) - 1
    while len(found) < factor:
        free = [number for number in racks if number not in found]
        if not free:
            raise ValueError(f"{factor} replicas need as many brokers")
        new = min(free, key=lambda one: (_in_rack(one, found, racks), load.get(one, 0), one))
        found.append(new)
        load[new] = load.get(new, 0) + 1
    return found


def _in_rack(number: int, others: Sequence[int], racks: Mapping[int, str]) -> int:
    """How many of the *others* are in the rack of broker *number*; one without a rack is alone in it."""
    rack = racks.get(number, "")
    return sum(other != number and bool(rack) and racks.get(other) == rack for other in others)
