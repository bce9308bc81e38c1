# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Somebody who deletes the topic of a run, or adds partitions to it, is noticed while it happens."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, suppress
from typing import Callable, Iterator

from pyspark.sql import SparkSession

from ..cluster.admin import NO_ID, Cluster
from ..core.errors import CouldNotRunError
from ..core.progress import say

EVERY_SECONDS = 2.0
_ADDED = "when it was made: nothing is written to the new ones"
# A broker that has just started may not know yet what there is.
_BELIEVED_LOOKS = 2


@contextmanager
def undisturbed(
    spark: SparkSession, cluster: Cluster, topic: str, added: str = _ADDED, looks: int = _BELIEVED_LOOKS
) -> Iterator[threading.Event]:
    """Cancel Spark's jobs as soon as ``topic`` is deleted within the block, and end it with a sentence that says so.

    A producer waits two minutes for a topic that is gone, and the brokers may make it anew for it, with nothing in it:
    what would be counted as lost then, was deleted. Partitions that are added are told and change nothing here: a
    plan says where its records go. ``added`` ends that sentence, after the number that there was before. The topic must
    be missing at ``looks`` looks in a row. What is yielded is set before the jobs are cancelled, for a block that would
    begin them anew.
    """
    spark.sparkContext.setInterruptOnCancel(True)
    watcher = _Watcher(cluster, topic, added, looks, spark.sparkContext.cancelAllJobs)
    watcher.start()
    try:
        yield watcher.gone
    except Exception as error:
        if watcher.ends_deleted():
            raise deleted(cluster, topic) from error
        raise
    finally:
        watcher.ended.set()
    if watcher.ends_deleted():
        raise deleted(cluster, topic)


def deleted(cluster: Cluster, topic: str) -> CouldNotRunError:
    """What ends a run whose topic is gone."""
    return CouldNotRunError(
        f"topic {topic} was deleted on {cluster.bootstrap_servers} while the run used it: find out who deletes topics "
        "there, and run again"
    )


class _Watcher(threading.Thread):
    """Looks at the topic every few seconds, over a connection of its own, until ``ended`` is set."""

    def __init__(self, cluster: Cluster, topic: str, added: str, looks: int, give_up: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self.ended, self.gone = threading.Event(), threading.Event()
        self._connection, self._topic, self._before = cluster.connection, topic, cluster.identity(topic)
        self._added, self._looks, self._give_up = added, looks, give_up
        self._partitions, self._missed = self._before.partitions, 0

    def ends_deleted(self) -> bool:
        """Whether the topic was deleted, after one more look."""
        self.ended.set()
        self.join()
        return self._missed >= self._looks

    def run(self) -> None:
        """Brokers that do not answer are not this one's affair: the run tells of them."""
        with suppress(CouldNotRunError), Cluster(self._connection) as own:
            while not self.ended.wait(EVERY_SECONDS):
                self._inspect_topic(own)
                if self._missed >= self._looks:
                    self.gone.set()
                    self._give_up()
                    return
            self._inspect_topic(own)
            for _again in range(self._looks):  # not for ever: the brokers may not answer any more
                if not 0 < self._missed < self._looks:
                    return
                time.sleep(EVERY_SECONDS)
                self._inspect_topic(own)

    def _inspect_topic(self, own: Cluster) -> None:
        with suppress(CouldNotRunError):
            now = own.identity(self._topic)
            # While a cluster is upgraded, some of its brokers know ids of topics and others do not.
            there = now.partitions > 0 and (now.id == self._before.id or NO_ID in (now.id, self._before.id))
            self._missed = 0 if there else self._missed + 1
            if there and now.partitions != self._partitions:
                self._partitions = now.partitions
                before = self._before.partitions
                say(f"topic {self._topic} has {now.partitions} partitions now, {before} {self._added}")
