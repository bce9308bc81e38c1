# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a topic's records lie over the brokers that lead its partitions, and over their racks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping

from ..core.verdict import Example, Finding


@dataclass(frozen=True)
class Leader:
    """A broker: the partitions that it leads, and the records that were read from these."""

    broker: int
    rack: str | None
    partitions: int
    records: int


@dataclass(frozen=True)
class Rack:
    """A rack (null for brokers without one): the partitions led in it, and the records read from these."""

    rack: str | None
    partitions: int
    records: int


@dataclass(frozen=True)
class Spread:
    """Every broker that is up, those that lead nothing as well, and every rack."""

    leaders: list[Leader]
    racks: list[Rack]


def spread(leaders: Mapping[int, int], racks: Mapping[int, str | None], records: Mapping[int, int]) -> Spread:
    """From the leader by partition, the rack by broker, and the records read by partition."""
    led = {
        broker: [partition for partition, leader in leaders.items() if leader == broker]
        for broker in sorted({*racks, *leaders.values()})
    }
    rows = [
        Leader(broker, racks.get(broker), len(mine), sum(records.get(partition, 0) for partition in mine))
        for broker, mine in led.items()
    ]
    return Spread(
        rows,
        [
            Rack(rack, sum(row.partitions for row in mine), sum(row.records for row in mine))
            for rack in sorted({row.rack for row in rows}, key=lambda name: name or "")
            for mine in [[row for row in rows if row.rack == rack]]
        ],
    )


def uneven(found: Spread) -> Finding:
    """The brokers whose part is a whole partition or more away from an equal share."""
    partitions, brokers = sum(row.partitions for row in found.leaders), len(found.leaders)
    least, most = partitions // brokers, -(-partitions // brokers)
    fair = f"{least}" if least == most else f"{least} or {most}"
    far = [row for row in found.leaders if not least <= row.partitions <= most]
    return Finding(
        len(far),
        f"of {partitions} partitions on {brokers} brokers each would lead {fair}" if far else "",
        [Example(f"broker {row.broker} leads {row.partitions}, with {row.records:,} records") for row in far],
    )
