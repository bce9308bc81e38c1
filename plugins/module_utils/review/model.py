# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is reviewed: a cluster's configurations as far as somebody has read them, and what its hosts are like.

Whatever nobody has looked at is None, and a rule that needs it is not asked. Settings are texts by key, as a properties
file has them. Sizes are in bytes, rates in a second.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import FrozenSet, Mapping, NamedTuple, Tuple

Config = Mapping[str, str]

#: Topics that Kafka keeps for itself.
INTERNAL = ("__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata")
PRODUCER, CONSUMER = "producer", "consumer"
#: Java's own client, and the one that those in C, Python, Go and others build on.
JAVA, LIBRDKAFKA = "java", "librdkafka"


class Disk(NamedTuple):
    """Where a folder lies: the mount point above it, and the number of the device."""

    mount_point: str
    device: str


@dataclass(frozen=True)
class Facts:
    """What the host of a server tells.

    *memory* of all, *heap* of this server's JVM, *other_heaps* of others beside it; *nofile* and *max_map_count* that
    hold for its process; *disks* by folder of its data; whether somebody has the JVM's figures (*watched*), whether a
    job purges ZooKeeper's folders (*purge_job*), which other servers run there (*shares*), and in which data center it
    is (*site*).
    """

    memory: int | None = None
    heap: int | None = None
    other_heaps: Tuple[int, ...] = ()
    nofile: int | None = None
    max_map_count: int | None = None
    disks: Mapping[str, Disk] | None = None
    watched: bool | None = None
    purge_job: bool | None = None
    shares: Tuple[str, ...] | None = None
    site: str = ""


@dataclass(frozen=True)
class Broker:
    """A Kafka server, a controller as well: what its file or the cluster has of it. *version* is empty where unknown.

    *complete* says that *config* has every setting that is in force, as a cluster tells it, and not those of a file;
    *file* is what has them, such as kafka_config, and *defaults* are those among them that nobody has written there;
    *repeated* are keys that a file has more than once, with different values; *dynamic* are the settings that
    the cluster keeps for it, which are to win over those of its file.
    """

    name: str
    config: Config
    version: str = ""
    facts: Facts = Facts()
    complete: bool = False
    file: str = ""
    defaults: FrozenSet[str] = frozenset()
    repeated: Tuple[str, ...] = ()
    dynamic: Config | None = None


@dataclass(frozen=True)
class Topic:
    """A topic with its own settings, or what topics get by default (*default*) from the settings of *broker*.

    *size* is that of its largest partition, *written* the bytes that come in for all of it, *planned* the partitions
    that it is to have, *keyed* whether the order of the records of a key matters.
    """

    name: str
    partitions: int
    replication: int
    config: Config = field(default_factory=dict)
    size: int | None = None
    written: int | None = None
    planned: int | None = None
    keyed: bool | None = None
    broker: Broker | None = None
    default: bool = False

    @property
    def internal(self) -> bool:
        """Whether it is Kafka's own."""
        return self.name in INTERNAL


@dataclass(frozen=True)
class Client:
    """A *kind* of client, PRODUCER or CONSUMER, with its configuration and the topics that it writes or reads.

    *keyed* says whether its records have keys, *records* how many it sends in a second.
    """

    name: str
    kind: str
    config: Config
    library: str = JAVA
    version: str = ""
    topics: Tuple[str, ...] = ()
    keyed: bool | None = None
    records: int | None = None
    repeated: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """A consumer group: Kafka's name of the *assignor* that shares partitions out, and the topics of each member."""

    name: str
    assignor: str
    members: Mapping[str, Tuple[str, ...]]


@dataclass(frozen=True)
class Keeper:
    """A ZooKeeper server with its zoo.cfg."""

    name: str
    config: Config
    facts: Facts = Facts()
    repeated: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Load:
    """What is expected of the cluster: bytes *written* to it, the most that one *producer* and one *consumer* do on a
    partition, and by how many percent what is stored grows in a month (*growth*)."""

    written: int | None = None
    producer: int | None = None
    consumer: int | None = None
    growth: float | None = None


@dataclass(frozen=True)
class Reviewed:
    """All of it. *racks* are by broker, empty for one without; *voters* and *controllers* are counted.

    *combined* are the servers that are broker and controller in one; *quotas* are by entity, such as ``default
    client``, then by Kafka's key; *replication* is what racks must carry; *now* is in seconds since the epoch, *mode*
    what keeps the metadata of the whole cluster, zookeeper or kraft.
    """

    brokers: Tuple[Broker, ...] = ()
    topics: Tuple[Topic, ...] | None = None
    clients: Tuple[Client, ...] | None = None
    groups: Tuple[Group, ...] | None = None
    keepers: Tuple[Keeper, ...] = ()
    racks: Mapping[str, str] | None = None
    replication: int | None = None
    voters: int | None = None
    controllers: int | None = None
    combined: Tuple[str, ...] | None = None
    quotas: Mapping[str, Mapping[str, float]] | None = None
    load: Load = Load()
    now: float | None = None
    broker_count: int | None = None
    mode: str = ""

    @property
    def size(self) -> int:
        """How many brokers the cluster has, as far as anybody knows."""
        if self.broker_count is not None:
            return self.broker_count
        return sum("broker" in one.config.get("process.roles", "broker") for one in self.brokers)
