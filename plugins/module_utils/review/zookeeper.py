# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The ZooKeeper ensemble, its zoo.cfg, and the hosts of its servers."""

from __future__ import annotations

from typing import Iterator

from ..core.sizes import show_size
from . import settings
from .model import Keeper, Reviewed
from .rule import CLUSTER, KEEPER, NotKnownError, Rule, Trap

_SOURCE = "Apache Kafka documentation, Operations: ZooKeeper"
_GUIDE = "ZooKeeper Administrator's Guide: Things to Avoid"
_ENSEMBLE = "ZooKeeper ensemble"
_MOST_VOTERS = 7
#: How much of the memory the heaps of a host may take before it may come to swap.
_SHARE = 75
_INTERVAL = "autopurge.purgeInterval"


def voters(keeper: Keeper) -> int:
    """How many servers vote, by what zoo.cfg says; one that has no others is alone."""
    servers = [value for key, value in keeper.config.items() if key.startswith("server.")]
    return sum(not value.split(";")[0].strip().endswith(":observer") for value in servers) or 1


def _even(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    count = found.voters or 0
    if count and count % 2 == 0:
        yield Trap(
            f"{count} servers",
            "an odd number of servers",
            subject=_ENSEMBLE,
            words={"count": str(count), "survived": str((count - 1) // 2), "fewer": str(count - 1)},
        )


def _many(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    if (found.voters or 0) > _MOST_VOTERS:
        yield Trap(f"{found.voters} servers", f"at most {_MOST_VOTERS} voting servers", subject=_ENSEMBLE)


def _one_device(_found: Reviewed, keeper: Keeper) -> Iterator[Trap]:
    disks = keeper.facts.disks or {}
    data = keeper.config.get("dataDir", "").strip()
    log = keeper.config.get("dataLogDir", "").strip() or data
    if data not in disks or log not in disks:
        raise NotKnownError("disks of dataDir and dataLogDir")
    if disks[data].device == disks[log].device:
        yield Trap(
            "snapshots and transaction log on one device",
            "a disk of its own for the transaction log (zookeeper_data_log_dir)",
        )


def _interval(keeper: Keeper) -> int:
    return settings.whole(keeper.config.get(_INTERVAL, "0").strip(), _INTERVAL)


def _no_purge(_found: Reviewed, keeper: Keeper) -> Iterator[Trap]:
    if _interval(keeper) <= 0 and not keeper.facts.purge_job:
        yield Trap(f"{_INTERVAL}={_interval(keeper)}, and no job", "autopurge, a timer or cron")


def _two_purges(_found: Reviewed, keeper: Keeper) -> Iterator[Trap]:
    if _interval(keeper) > 0 and keeper.facts.purge_job:
        yield Trap(f"{_INTERVAL}={_interval(keeper)}, and a job", "one of them")


def _heap_large(_found: Reviewed, keeper: Keeper) -> Iterator[Trap]:
    heap, memory = keeper.facts.heap or 0, keeper.facts.memory or 0
    heaps = heap + sum(keeper.facts.other_heaps)
    if heaps * 100 > memory * _SHARE:
        beside = f" + {show_size(sum(keeper.facts.other_heaps))} of others" if keeper.facts.other_heaps else ""
        yield Trap(
            f"heap {show_size(heap)}{beside} = {heaps * 100 // memory}% of {memory >> 20}m",
            f"at most {_SHARE}% for all heaps",
        )


def _shared_host(_found: Reviewed, keeper: Keeper) -> Iterator[Trap]:
    if keeper.facts.shares:
        yield Trap(f"beside {', '.join(sorted(keeper.facts.shares))}", "a host of its own")


RULES = (
    Rule(
        "zookeeper_even",
        "medium",
        CLUSTER,
        _even,
        why="{count} servers survive the loss of {survived}, no more than {fewer} do",
        source=_SOURCE,
        remedy="add a server, or take one away",
        needs=("voters",),
    ),
    Rule(
        "zookeeper_many_voters",
        "medium",
        CLUSTER,
        _many,
        why="every write waits for a majority of the voters, so more of them make it slower",
        source=_SOURCE,
        remedy=f"keep {_MOST_VOTERS} or fewer, or make observers of others than the one that leads",
        needs=("voters",),
    ),
    Rule(
        "zookeeper_one_device",
        "medium",
        KEEPER,
        _one_device,
        why="every write waits for the transaction log, and a snapshot on the same disk makes it wait longer",
        source=f"{_GUIDE}, Incorrect placement of transaction log",
        remedy="give a folder on a disk of its own in zookeeper_data_log_dir, and have the log moved there by the "
        "playbook groundwork.kafka.move_zookeeper_data",
        needs=("facts.disks",),
    ),
    Rule(
        "purge_missing",
        "medium",
        KEEPER,
        _no_purge,
        why="snapshots and logs pile up until the disk is full",
        source="ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup",
        remedy="have the playbook groundwork.kafka.site make its timer, run PurgeTxnLog from a timer or from cron, or "
        "set autopurge.purgeInterval=24",
        needs=("facts.purge_job",),
    ),
    Rule(
        "purge_twice",
        "low",
        KEEPER,
        _two_purges,
        why="one purge, and not two at once, keeps the newest",
        source="ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup",
        remedy="leave it to one of them",
        needs=("facts.purge_job",),
    ),
    Rule(
        "zookeeper_heap_large",
        "high",
        KEEPER,
        _heap_large,
        why="a ZooKeeper server that swaps misses its sessions, and the cluster loses brokers that are well",
        source=f"{_GUIDE}, Incorrect Java heap size",
        remedy="give it less heap (3 to 5 GB is generous for large clusters), or the host more memory",
        needs=("facts.heap", "facts.memory"),
    ),
    Rule(
        "zookeeper_shares_host",
        "low",
        KEEPER,
        _shared_host,
        why="what loads or stops the host takes a member of the ensemble with it",
        source=_SOURCE,
        remedy="give ZooKeeper hosts of its own where the cluster is for production",
        needs=("facts.shares",),
    ),
)
