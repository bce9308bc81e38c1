# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the validation asks of the cluster itself, through kafka-python: topics, offsets, versions."""

from __future__ import annotations

import logging
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, TypeVar
from uuid import UUID

from kafka import TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, KafkaAdminClient, OffsetSpec
from kafka.errors import (
    ClusterAuthorizationFailedError,
    KafkaConnectionError,
    KafkaError,
    KafkaTimeoutError,
    RequestTimedOutError,
    TopicAlreadyExistsError,
    TopicAuthorizationFailedError,
    UnknownTopicOrPartitionError,
)

from ..core.errors import CouldNotRunError
from .bounds import TopicShape
from .connection import Connection
from .isolation import UNCOMMITTED, level
from .patient import Patient

Answer = TypeVar("Answer")

# Both together stay below the 30 seconds within which a silent cluster is reported.
_BOOTSTRAP_MS = 10_000
_REQUEST_MS = 12_000
_LOOK_AGAIN_SECONDS = 0.1
# The id of a topic that is not there, or whose broker is too old to have one for it.
NO_ID = str(UUID(int=0))

# Long enough to audit a kept topic; a topic that nobody deletes gives its disk space back after a day.
RETENTION_MS = 24 * 3600 * 1000
_TOPIC_SETTINGS = {"cleanup.policy": "delete", "retention.ms": str(RETENTION_MS), "retention.bytes": "-1"}
# Small segments, since the one that is written to is never compacted; what deletes a key stays as long as the topic.
COMPACTED_SEGMENT_BYTES = 16 * 1024 * 1024
_COMPACTED = {
    "cleanup.policy": "compact,delete",
    "segment.bytes": str(COMPACTED_SEGMENT_BYTES),
    "min.cleanable.dirty.ratio": "0.1",
    "delete.retention.ms": str(RETENTION_MS),
}


class PerhapsMadeError(CouldNotRunError):
    """Nobody told whether the topic is made: it may be there now, or come late."""


class NoRightError(CouldNotRunError):
    """The user may not delete the topic; somebody else may."""


class TopicGoneError(CouldNotRunError):
    """There is no such topic to delete."""


@dataclass(frozen=True)
class Identity:
    """A topic's ``id``, ``NO_ID`` where there is none or the broker is older than 2.8, and its number of partitions."""

    id: str
    partitions: int


@dataclass(frozen=True)
class TopicInfo:
    """What a topic is, and whether who asks may read it and write to it."""

    name: str
    identity: Identity
    readable: bool
    writable: bool = True


class Cluster:
    """A connection to the cluster; every method raises :class:`CouldNotRunError` with one sentence."""

    def __init__(self, connection: Connection) -> None:
        logging.getLogger("kafka").setLevel(logging.CRITICAL)  # it logs every refused connection attempt
        self.connection = connection
        self.bootstrap_servers = connection.bootstrap_servers
        self._made: set[str] = set()
        self._admin = self._connected()

    def _connected(self) -> Patient:
        try:
            client = KafkaAdminClient(
                **self.connection.for_python(),
                bootstrap_timeout_ms=_BOOTSTRAP_MS,
                request_timeout_ms=_REQUEST_MS,
            )
            return Patient(client, _REQUEST_MS / 1000)
        except (KafkaError, OSError, ValueError) as error:
            raise CouldNotRunError(
                f"no Kafka broker answers at {self.bootstrap_servers} within {_BOOTSTRAP_MS // 1000} seconds"
                f"{self.connection.to_check()}"
            ) from error

    def reconnect(self) -> None:
        """Begin anew with the brokers that are up now: the client goes on asking for those that it knew before.

        Raises :class:`CouldNotRunError` where none is; the connection stays as it was.
        """
        before, self._admin = self._admin, self._connected()
        before.close()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._admin.close()

    @contextmanager
    def asking(self, what: str) -> Iterator[Patient]:
        """The admin client itself, for what one command alone asks; its errors end as those of the other methods do."""
        with self._doing(what):
            yield self._admin

    def racks(self) -> dict[int, str | None]:
        """The rack of each broker that is up, by its id; null for one without."""
        with self._doing("list the brokers"):
            brokers = self._admin.describe_cluster()["brokers"]
        return dict(sorted((broker["broker_id"], broker["rack"]) for broker in up(brokers)))

    def broker_ids(self) -> list[int]:
        """Ids of the brokers that are up."""
        return list(self.racks())

    def id(self) -> str:
        """What tells this cluster from any other one, whichever brokers were asked."""
        with self._doing("ask for the cluster's id"):
            return str(self._admin.describe_cluster()["cluster_id"])

    def version(self) -> str:
        """Kafka's version as far as the protocol tells it, such as ``3.9``."""
        with self._doing("ask for the version"):
            return str(self._admin.get_broker_version_data(self.broker_ids()[0]).broker_version_str)

    def topics(self) -> list[str]:
        """Names of all topics."""
        with self._doing("list the topics"):
            return sorted(self._admin.list_topics())

    def create(self, topic: str, partitions: int, replication_factor: int, *, compacted: bool = False) -> TopicShape:
        """Make ``topic``, wait until every partition has a leader, and tell how it was made.

        With three replicas or more, an acknowledgement means that two have the record, whatever the cluster's default.
        """
        min_in_sync = min(2, max(1, replication_factor - 1))
        more = {"configs": _COMPACTED} if compacted else {}
        shape = {"num_partitions": partitions, "replication_factor": replication_factor, **more}
        self._create(topic, shape, min_in_sync)
        return TopicShape(replication_factor, min_in_sync, RETENTION_MS, COMPACTED_SEGMENT_BYTES if compacted else None)

    def create_led(self, topic: str, brokers: list[int], replication_factor: int) -> TopicShape:
        """Make ``topic`` with a partition that each of ``brokers`` is the preferred leader of, in their order."""
        around = [*brokers, *brokers]
        assignments = {place: around[place : place + replication_factor] for place in range(len(brokers))}
        min_in_sync = min(2, max(1, replication_factor - 1))
        self._create(topic, {"assignments": assignments}, min_in_sync)
        return TopicShape(replication_factor, min_in_sync, RETENTION_MS, None)

    def create_on(self, topic: str, brokers: list[int], min_in_sync: int) -> None:
        """Make ``topic`` with one partition whose replicas are on ``brokers``, of which some may be down."""
        self._create(topic, {"assignments": {0: brokers}}, min_in_sync)

    def _create(self, topic: str, shape: dict[str, Any], min_in_sync: int) -> None:
        settings = {**_TOPIC_SETTINGS, "min.insync.replicas": str(min_in_sync), **shape.get("configs", {})}
        with self._doing(f"create topic {topic}"):
            try:
                self._admin.create_topics({topic: {**shape, "configs": settings}})
            except TopicAlreadyExistsError as error:
                raise CouldNotRunError(
                    f"topic {topic} exists already: choose another name, audit it with --audit-only, or delete it"
                ) from error
            except (TopicAuthorizationFailedError, ClusterAuthorizationFailedError) as error:
                raise CouldNotRunError(
                    f"topic {topic} on {self.bootstrap_servers} may not be made: its ACLs, or those of the cluster, "
                    "must allow Create"
                ) from error
            except (RequestTimedOutError, KafkaTimeoutError, KafkaConnectionError) as error:
                raise PerhapsMadeError(
                    f"could not create topic {topic}: the brokers behind {self.bootstrap_servers} did not confirm it "
                    "in time; check that the controller and all brokers are up, and that their advertised.listeners "
                    "can be reached from here"
                ) from error
            self._made.add(topic)
            self._wait_for(topic)

    def _wait_for(self, topic: str) -> None:
        """Return when every partition of ``topic``, which was just made, has a leader."""
        (told,) = self._admin.describe_topics([topic])
        if _hidden(told):  # the client would wait for it in vain
            raise self._not_to_be_seen(topic)
        try:
            self._admin.wait_for_topics([topic], timeout_ms=_REQUEST_MS)
        except KafkaTimeoutError as error:
            raise CouldNotRunError(
                f"topic {topic} on {self.bootstrap_servers} was made, and not all of its partitions have a leader "
                f"{_REQUEST_MS // 1000} seconds later: check that the controller and the brokers of its replicas are up"
            ) from error

    def made(self, topic: str) -> bool:
        """Whether ``topic`` was made over this connection, and not deleted over it since."""
        return topic in self._made

    def move(self, topic: str, brokers: list[int]) -> None:
        """Let the replicas of the only partition of ``topic`` be on ``brokers``.

        With ZooKeeper, a topic with a replica on a broker that is down is not deleted before that one is back.
        """
        with self._doing(f"move topic {topic}"):
            self._admin.alter_partition_reassignments({TopicPartition(topic, 0): brokers})

    def delete(self, topic: str) -> None:
        """Delete ``topic``; :class:`TopicGoneError` if it does not exist, :class:`NoRightError` if it may not be."""
        self._made.discard(topic)
        with self._doing(f"delete topic {topic}"):
            try:
                self._admin.delete_topics([topic])
            except UnknownTopicOrPartitionError as error:
                raise TopicGoneError(f"topic {topic} does not exist on {self.bootstrap_servers}") from error
            except TopicAuthorizationFailedError as error:
                raise NoRightError(
                    f"topic {topic} on {self.bootstrap_servers} may not be deleted: its ACLs must allow Delete"
                ) from error

    def topic_info(self, topic: str) -> TopicInfo:
        """What ``topic`` is; :class:`CouldNotRunError` if it does not exist or may not be looked at."""
        described = self._described(topic)
        if _hidden(described):
            raise self._not_to_be_seen(topic)
        if not described["partitions"]:
            raise CouldNotRunError(f"topic {topic} does not exist on {self.bootstrap_servers}")
        allowed = described["authorized_operations"] or ["READ", "WRITE"]  # an old broker does not tell
        return TopicInfo(topic, _identity(described), "READ" in allowed, "WRITE" in allowed)

    def topic_setting(self, topic: str, name: str) -> str:
        """The value in force of the topic's setting ``name``, wherever it is set."""
        with self._doing(f"read {name} of topic {topic}"):
            wanted = ConfigResource(ConfigResourceType.TOPIC, topic, {name: None})
            told = self._admin.describe_configs([wanted], config_filter="all")
        if name not in told["topic"][topic]:
            raise CouldNotRunError(
                f"the settings of topic {topic} on {self.bootstrap_servers} may not be read: its ACLs must allow "
                "DescribeConfigs"
            )
        return str(told["topic"][topic][name]["value"])

    def broker_setting(self, broker: int, name: str) -> str | None:
        """The value in force of the ``broker``'s setting ``name``; null where it may not be read."""
        with self._doing(f"read {name} of broker {broker}"):
            wanted = ConfigResource(ConfigResourceType.BROKER, str(broker), {name: None})
            try:
                told = self._admin.describe_configs([wanted], config_filter="all")
            except ClusterAuthorizationFailedError:
                return None
        found = told["broker"].get(str(broker), {}).get(name, {}).get("value")
        return None if found is None else str(found)

    def offsets(self, topic: str, committed: bool = False) -> dict[int, tuple[int, int]]:
        """First offset that exists and log end offset, by partition.

        With ``committed``, the end lies before the first transaction that is still open.
        """
        parts = [TopicPartition(topic, number) for number in range(self.topic_info(topic).identity.partitions)]

        def at(spec: OffsetSpec, isolation: str) -> Any:
            return self._known(topic, lambda: self._admin.list_partition_offsets(dict.fromkeys(parts, spec), isolation))

        with self._doing(f"read the offsets of {topic}"):
            first, end = at(OffsetSpec.EARLIEST, UNCOMMITTED), at(OffsetSpec.LATEST, level(committed))
        return {part.partition: (first[part].offset, end[part].offset) for part in parts}

    def identity(self, topic: str) -> Identity:
        """Which topic has the name ``topic`` now."""
        return _identity(self._described(topic))

    def leaders(self, topic: str) -> dict[int, int]:
        """The broker that leads each partition of ``topic``; a partition without a leader is left out."""
        found = {part["partition_index"]: part["leader_id"] for part in self._described(topic)["partitions"]}
        return {partition: leader for partition, leader in sorted(found.items()) if leader >= 0}

    def _not_to_be_seen(self, topic: str) -> CouldNotRunError:
        return CouldNotRunError(
            f"topic {topic} on {self.bootstrap_servers} may not be looked at: its ACLs must allow Describe"
        )

    def _described(self, topic: str) -> dict[str, Any]:
        def ask() -> dict[str, Any]:
            (told,) = self._admin.describe_topics([topic])
            if told["error_code"] == UnknownTopicOrPartitionError.errno and topic in self._made:
                raise UnknownTopicOrPartitionError(topic)
            return dict(told)

        with self._doing(f"describe topic {topic}"):
            try:
                return self._known(topic, ask)
            except UnknownTopicOrPartitionError as error:
                raise CouldNotRunError(f"topic {topic} does not exist on {self.bootstrap_servers}") from error

    def _known(self, topic: str, ask: Callable[[], Answer]) -> Answer:
        """What ``ask`` returns: it asks any broker, and of a topic made here not every one has heard at once."""
        deadline = time.monotonic() + _REQUEST_MS / 1000
        while True:
            try:
                return ask()
            except UnknownTopicOrPartitionError:
                if topic not in self._made or time.monotonic() > deadline:
                    raise
            time.sleep(_LOOK_AGAIN_SECONDS)

    @contextmanager
    def _doing(self, what: str) -> Iterator[None]:
        try:
            yield
        except KafkaTimeoutError as error:
            raise CouldNotRunError(
                f"could not {what}: the brokers behind {self.bootstrap_servers} do not answer; "
                "check that they run, and that their advertised.listeners can be reached from here"
            ) from error
        except RequestTimedOutError as error:
            raise CouldNotRunError(
                f"could not {what}: the brokers behind {self.bootstrap_servers} did not get it done in time; "
                "check that all of them and the controller are up"
            ) from error
        except KafkaError as error:
            raise CouldNotRunError(f"could not {what} on {self.bootstrap_servers}: {_explained(error)}") from error


def up(brokers: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of ``brokers``, as the admin client describes them, that serve: a fenced one is known and does not."""
    return [broker for broker in brokers if not broker.get("is_fenced")]


def _hidden(described: dict[str, Any]) -> bool:
    return bool(described["error_code"] == TopicAuthorizationFailedError.errno)


def _identity(described: dict[str, Any]) -> Identity:
    return Identity(str(described["topic_id"] or NO_ID), len(described["partitions"]))


def _explained(error: KafkaError) -> str:
    """The broker's own words, without the request and response that kafka-python wraps around them."""
    said = re.search(r"error_message=(['\"])(.+?)\1[,)]", str(error))
    words = said.group(2) if said else (getattr(error, "description", "") or error)
    return " ".join(str(words).split()).rstrip(".")
