# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Topics of a run's own: made before it, deleted after it, and what an interrupted run left."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Callable, Iterator

from ..core.errors import CouldNotRunError
from ..core.interrupts import hurried
from ..core.progress import say
from .admin import Cluster, NoRightError, PerhapsMadeError, TopicGoneError
from .bounds import TopicShape
from .old_topics import is_own, is_probe, old_topics
from .placement import down
from .rights import require_readable, require_writable

# Stands for the client configuration of somebody else.
_THEIRS = Path("FILE")


def replicas(cluster: Cluster, wanted: int | None, brokers: int) -> int:
    """The replication factor to use: ``wanted``, or three, or what there are ``brokers`` for."""
    if wanted and wanted > brokers:
        raise CouldNotRunError(
            f"replication factor {wanted} needs as many brokers, {cluster.bootstrap_servers} has {brokers}"
        )
    return wanted or min(3, brokers)


def clean_old_topics(cluster: Cluster, now: datetime, limit: timedelta) -> None:
    """Delete what is too old to belong to a run under way; name the rest with the command that deletes it."""
    left = old_topics(cluster.topics(), now, limit)
    for topic in left.old:
        _delete(cluster, topic, f", which an interrupted run left more than {limit.total_seconds() / 3600:g} hours ago")
    for topic in left.young:
        say(
            f"topic {topic} belongs to a run that is under way or was interrupted; if it was, {_remove(cluster, topic)}"
        )


def _remove(cluster: Cluster, topic: str, config: Path | None = None) -> str:
    """What deletes ``topic``, as the user of this connection or with the client configuration ``config``."""
    servers, config = cluster.bootstrap_servers, config or cluster.connection.client.path
    if is_own(topic):
        login = f" --client-config {config}" if config else ""
        return f"delete it with: python -m spark_validation clean --bootstrap-servers {servers}{login} --topic {topic}"
    # The command leaves alone what may be somebody else's.
    login = f" --command-config {config}" if config else ""
    return f"delete it with: kafka-topics.sh --bootstrap-server {servers}{login} --delete --topic {topic}"


@contextmanager
def own_topic(
    cluster: Cluster,
    topic: str,
    partitions: int,
    replication_factor: int,
    keep: bool = False,
    *,
    compacted: bool = False,
) -> Iterator[TopicShape]:
    """A topic of the run: made before and deleted after, whatever happens in between."""

    def make() -> TopicShape:
        return cluster.create(topic, partitions, replication_factor, compacted=compacted)

    with _own(cluster, topic, make, keep) as shape:
        yield shape


@contextmanager
def led_topic(cluster: Cluster, topic: str, brokers: list[int], replication_factor: int) -> Iterator[TopicShape]:
    """The same of a topic that has one partition for each of ``brokers``, its preferred leader."""
    with _own(cluster, topic, lambda: cluster.create_led(topic, brokers, replication_factor), keep=False) as shape:
        yield shape


@contextmanager
def _own(cluster: Cluster, topic: str, make: Callable[[], TopicShape], keep: bool) -> Iterator[TopicShape]:
    with _undone(cluster, topic):
        shape = make()
        _require_rights(cluster, topic)
    try:
        yield shape
    finally:
        if keep:
            say(f"topic {topic} is kept; {_remove(cluster, topic)}")
        else:
            _delete(cluster, topic)


def _require_rights(cluster: Cluster, topic: str) -> None:
    """Raise :class:`CouldNotRunError` now for what would end the run after everything was written."""
    made = cluster.topic_info(topic)
    require_writable(made, cluster.bootstrap_servers)
    if not is_probe(topic):
        require_readable(made, cluster.bootstrap_servers)


@contextmanager
def _undone(cluster: Cluster, topic: str) -> Iterator[None]:
    """Delete ``topic`` if the block, which makes it, fails after all; name it where nobody knows whether it is there.

    One of a name that somebody chose may have been there before: it is deleted only if it is known to be new.
    """
    try:
        yield
    except (CouldNotRunError, KeyboardInterrupt) as error:
        if cluster.made(topic) or (isinstance(error, KeyboardInterrupt) and is_own(topic)):
            _delete(cluster, topic)
        elif isinstance(error, (PerhapsMadeError, KeyboardInterrupt)):
            say(f"topic {topic} may have been made, or be made late; if so, {_remove(cluster, topic)}")
        raise


@contextmanager
def degraded_topic(cluster: Cluster, topic: str) -> Iterator[None]:
    """A topic of the run that asks for two replicas in sync and has one, for the other is on a broker that is down.

    Raises :class:`CouldNotRunError` when no broker is: the cluster counts the replicas that a topic has at most, so
    that one replica alone is never too few.
    """
    missing = down(cluster)
    if not missing:
        raise CouldNotRunError(
            f"no broker of {cluster.bootstrap_servers} is down, so there is no write that must be refused: "
            "stop one of them for as long as --expect-refusal runs"
        )
    up = cluster.broker_ids()[0]
    with _undone(cluster, topic):
        cluster.create_on(topic, [up, missing[0]], min_in_sync=2)
        require_writable(cluster.topic_info(topic), cluster.bootstrap_servers)
    try:
        yield
    finally:
        with suppress(CouldNotRunError):  # what matters is whether it can be deleted, and that is said
            cluster.move(topic, [up])
        _delete(cluster, topic)


def _delete(cluster: Cluster, topic: str, which: str = "") -> None:
    """Delete ``topic`` and tell it, with ``which``; that it cannot be deleted is told, and ends nothing.

    Brokers that are gone take their time to be known as such, so who interrupts once more leaves the topic there.
    """
    left = f"topic {topic} is left; {_remove(cluster, topic)}"
    if hurried():
        say(left)
        return
    try:
        cluster.delete(topic)
        say(f"deleted topic {topic}{which}")
    except TopicGoneError:
        say(f"topic {topic} is not there to be deleted: somebody else did, or it was never made")
    except NoRightError as error:
        say(f"{error}; let somebody who has that right {_remove(cluster, topic, _THEIRS)}")
    except CouldNotRunError as error:
        say(f"{error}; {_remove(cluster, topic)}")
    except KeyboardInterrupt:
        say(left)
        if not hurried():  # else the first one is on its way
            raise
