# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings that the cluster keeps itself, and that a broker has not taken.

A broker of KRaft that starts holds them against its file before it takes any. Where it refuses one, a line of its log
says so, it goes on without all of them, and whoever asks the cluster is told that they are kept, as though they were in
force.
"""

from __future__ import annotations

import re
from typing import Iterator

from .model import Broker, Reviewed
from .rule import BROKER, Rule, Trap

#: Threads, of which a broker takes no more than twice and no less than half of what it has.
_THREADS = (
    "background.threads",
    "log.cleaner.threads",
    "num.io.threads",
    "num.network.threads",
    "num.recovery.threads.per.data.dir",
    "num.replica.fetchers",
)
#: What decides whether an acknowledged record survives.
_DURABILITY = ("min.insync.replicas", "unclean.leader.election.enable")
_BLANKS = re.compile(r"\s*,\s*|\A\s+|\s+\Z")


def _is_same(one: str, other: str) -> bool:
    """Whether two texts are one value, as Kafka reads numbers, words and lists."""
    try:
        return float(one) == float(other)
    except ValueError:
        return _BLANKS.sub(",", one).lower() == _BLANKS.sub(",", other).lower()


def _is_refused(kept: str, running: str) -> bool:
    try:
        return not int(running) / 2 <= int(kept) <= 2 * int(running)
    except ValueError:
        return False


def _not_taken(_found: Reviewed, broker: Broker) -> Iterator[Trap]:
    off = {
        key: kept
        for key, kept in sorted((broker.dynamic or {}).items())
        if key in broker.config and not _is_same(kept, broker.config[key])
    }
    if not off:
        return
    refused = [key for key, kept in off.items() if key in _THREADS and _is_refused(kept, broker.config[key])] or off
    yield Trap(
        ", ".join(f"{key} {broker.config[key]}" for key in off),
        ", ".join(f"{key} {kept}" for key, kept in off.items()),
        severity="high" if set(off) & set(_DURABILITY) else "",
        words={"settings": ", ".join(f"{key}={off[key]}" for key in refused)},
    )


RULES = (
    Rule(
        "dynamic_not_taken",
        "medium",
        BROKER,
        _not_taken,
        why="the broker refused one of the settings that the cluster keeps when it started, has none of them in force, "
        "and whoever asks for them is shown that they are kept",
        # Seen of 4.1.2 and 4.3.1: "could not be applied" in the log; with ZooKeeper 3.9.2 takes all of them.
        source="https://issues.apache.org/jira/browse/KAFKA-20890, and Apache Kafka documentation, Configuration: "
        "Updating Broker Configs",
        # Taken out of the cluster it would be refused by those that have it in force: no less than half at once.
        remedy="set {settings} in the broker's file (kafka_config), as the cluster keeps it, and restart it; likewise "
        "in the file of each other one, before it is restarted",
        needs=("dynamic",),
    ),
)
