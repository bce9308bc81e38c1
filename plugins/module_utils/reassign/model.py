# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a plan is made of: brokers with their racks and folders, partitions with their replicas, and what is wished."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, FrozenSet, List, Mapping, Sequence, Tuple

#: A partition: its topic and its number.
Key = Tuple[str, int]

#: Of a file system, which nothing is to fill: records go on coming in meanwhile.
LEFT_FREE = 0.05
#: What a folder has room for whose broker does not tell (before Kafka 3.3).
UNKNOWN = 1 << 62


@dataclass(frozen=True)
class Folder:
    """A folder of a broker: *total* bytes of its file system, 0 where unknown, and *room* for more to come.

    Folders of one broker with the same *disk* share that room.
    """

    path: str
    total: int = 0
    room: int = UNKNOWN
    disk: str = ""


@dataclass(frozen=True)
class Broker:
    """A broker; *rack* is empty for none. Nothing is placed on one that does not *live*."""

    number: int
    rack: str = ""
    folders: Tuple[Folder, ...] = ()
    live: bool = True


@dataclass(frozen=True)
class Partition:
    """A partition: *size* is what a replica takes, *folders* are where its replicas lie, by broker."""

    topic: str
    number: int
    replicas: Tuple[int, ...]
    size: int = 0
    isr: Tuple[int, ...] = ()
    min_isr: int = 1
    leader: int | None = None
    folders: Mapping[int, str] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """By which it is known."""
        return self.topic, self.number

    @property
    def name(self) -> str:
        """As Kafka calls its folder."""
        return f"{self.topic}-{self.number}"


@dataclass(frozen=True)
class Wish:
    """What is to become of the replicas.

    Brokers that are *leaving* hold nothing afterwards; a topic has as many replicas as *replication* says. With
    *balance* each broker is to hold its share of replicas, bytes and leaders within *tolerance*; otherwise only what
    has to go is moved, to where it is missing the most.
    """

    leaving: FrozenSet[int] = frozenset()
    replication: Mapping[str, int] = field(default_factory=dict)
    balance: bool = True
    tolerance: float = 0.1


@dataclass(frozen=True)
class Change:
    """A partition's replicas *before* and *after*; *log_dirs* has the folders to use, by broker, where it matters.

    A broker that has the partition already moves it there from its other folder.
    """

    topic: str
    number: int
    before: Tuple[int, ...]
    after: Tuple[int, ...]
    size: int = 0
    log_dirs: Mapping[int, str] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """By which the partition is known."""
        return self.topic, self.number

    @property
    def name(self) -> str:
        """As Kafka calls the partition's folder."""
        return f"{self.topic}-{self.number}"

    @property
    def adding(self) -> List[int]:
        """The brokers that copy it."""
        return [broker for broker in self.after if broker not in self.before]

    @property
    def removing(self) -> List[int]:
        """The brokers that give it up."""
        return [broker for broker in self.before if broker not in self.after]

    @property
    def within(self) -> Dict[int, str]:
        """The brokers that move it from one of their folders to another, with that."""
        return {broker: path for broker, path in self.log_dirs.items() if broker in self.before}

    @property
    def bytes(self) -> int:
        """What goes over the network for it."""
        return self.size * len(self.adding)


def broker_of(described: Mapping[str, Any], log_dirs: Sequence[Mapping[str, Any]] | None) -> Broker:
    """The broker that the utility ``cluster.state`` describes so, with its folders; None for one that is silent.

    A folder with an error takes nothing. Nobody tells which folders share a file system, so those with the same size
    and the same bytes free are taken to: at worst less is placed there than would fit.
    """
    folders = tuple(
        Folder(
            one["path"],
            max(0, one["total"]),
            UNKNOWN if one["total"] < 0 else max(0, one["usable"] - int(one["total"] * LEFT_FREE)),
            one["path"] if one["total"] < 0 else f"{one['total']} {one['usable']}",
        )
        for one in log_dirs or ()
        if not one["error"]
    )
    live = log_dirs is not None and bool(folders) and not described["fenced"]
    return Broker(described["id"], (described["rack"] or "").strip(), folders, live)
