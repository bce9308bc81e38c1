# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What keeps the cluster's metadata: the KRaft quorum, its controllers and their disks, or ZooKeeper still."""

from __future__ import annotations

from typing import Iterator

from ..broker.listeners import ZOOKEEPER
from . import settings
from .model import Broker, Reviewed
from .rule import BROKER, CLUSTER, NotKnownError, Rule, Trap

SOURCE = "Apache Kafka documentation, Operations: KRaft"
MIGRATION = "https://kafka.apache.org/39/operations/kraft/#zookeeper-to-kraft-migration"
_QUORUM = "KRaft quorum"


def roles(broker: Broker) -> list[str]:
    """The roles of a server of KRaft; none where it has ZooKeeper."""
    return settings.words(broker.config.get("process.roles", ""))


def _zookeeper_mode(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    """Of the whole cluster where that is known, else of each broker by its own file."""
    if found.mode:
        if found.mode == ZOOKEEPER and found.size:
            yield Trap("ZooKeeper", "KRaft")
        return
    for broker in found.brokers:
        if broker.config.get("zookeeper.connect", "").strip() and not roles(broker):
            yield Trap("ZooKeeper", "KRaft", subject=f"broker {broker.name}")


def _number(found: Reviewed, wanted_even: bool) -> Iterator[Trap]:
    count = found.controllers or 0
    even = count % 2 == 0
    if not count or even != wanted_even or (not even and (count > 1 or found.size <= 1)):
        return
    survived = f"{(count - 1) // 2}" + (
        f", no more than one of {count - 1} does" if even else ", and stops with its host"
    )
    yield Trap(
        f"{count} controller{'s' if count > 1 else ''}",
        "an odd number of controllers, three or more",
        subject=_QUORUM,
        words={"survived": survived, "or_less": ", or take one away" if count > 2 else ""},
    )


def _even(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    yield from _number(found, True)


def _single(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    yield from _number(found, False)


def _combined(found: Reviewed, _cluster: Reviewed) -> Iterator[Trap]:
    if found.combined and found.size != 1:
        yield Trap(
            f"{', '.join(found.combined)}: broker and controller in one process",
            "controllers on hosts of their own",
            subject=_QUORUM,
        )


def _metadata_disk(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    if not {"broker", "controller"} <= set(roles(broker)):
        return
    disks, folders = broker.facts.disks or {}, settings.log_dirs(broker)
    metadata = broker.config.get("metadata.log.dir", "").strip() or folders[0]
    if metadata not in disks:
        raise NotKnownError(f"disk of {metadata}")
    sharing = [path for path in folders if path in disks and disks[path].device == disks[metadata].device]
    if sharing:
        yield Trap(f"the disk of {', '.join(sharing)}", "a disk without partitions", subject=f"metadata in {metadata}")


RULES = (
    Rule(
        "zookeeper_mode",
        "medium",
        CLUSTER,
        _zookeeper_mode,
        why="Kafka 3.9 is the last version that runs with ZooKeeper, and what comes after is fixed in 4.x alone",
        source=SOURCE,
        remedy="begin new clusters with kafka_mode: kraft; move this one by the migration of Kafka 3.9: controllers "
        f"beside ZooKeeper, brokers restarted twice, then ZooKeeper taken away and Kafka upgraded to 4.x ({MIGRATION})",
    ),
    Rule(
        "controllers_even",
        "medium",
        CLUSTER,
        _even,
        why="the quorum survives the loss of {survived}",
        source=SOURCE,
        remedy="add a controller{or_less}",
        needs=("controllers",),
    ),
    Rule(
        "controllers_single",
        "medium",
        CLUSTER,
        _single,
        why="the quorum survives the loss of {survived}",
        source=SOURCE,
        remedy="add two controllers, one after the other",
        needs=("controllers",),
    ),
    Rule(
        "controllers_combined",
        "low",
        CLUSTER,
        _combined,
        why="they are restarted together, and a broker's load or a lack of its memory takes a controller with it",
        source=SOURCE,
        remedy="give the group kafka_controllers hosts of its own where the cluster is for production",
        needs=("combined",),
    ),
    Rule(
        "metadata_disk_shared",
        "medium",
        BROKER,
        _metadata_disk,
        why="every change of the cluster waits for this disk, also while partitions keep it busy",
        source=SOURCE,
        remedy="run controllers on hosts of their own, or give a folder on a disk of its own in "
        "kafka_metadata_log_dir and have the metadata moved there by the playbook groundwork.kafka.move_metadata",
        needs=("facts.disks",),
    ),
)
