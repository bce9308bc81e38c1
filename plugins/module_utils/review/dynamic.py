# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Settings that the cluster keeps itself, and that a broker has not taken.

A broker that starts holds them against its file before it takes any. Where it refuses one, a line of its log says so,
it goes on without all of them, and whoever asks the cluster is told that they are kept, as though they were in force.
"""

from __future__ import annotations

import re
from typing import Iterator

from ..core import kafka_commands
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
        for key, kept in (broker.dynamic or {}).items()
        if key in broker.config and not _is_same(kept.value, broker.config[key])
    }
    for entity in sorted({kept.entity for kept in off.values()}):
        keys = sorted(key for key, kept in off.items() if kept.entity == entity)
        refused = [key for key in keys if key in _THREADS and _is_refused(off[key].value, broker.config[key])] or keys
        yield Trap(
            ", ".join(f"{key} {broker.config[key]}" for key in keys),
            ", ".join(f"{key} {off[key].value}" for key in keys),
            severity="high" if set(keys) & set(_DURABILITY) else "",
            words={"keys": ",".join(refused), "entity": entity},
        )


RULES = (
    Rule(
        "dynamic_not_taken",
        "medium",
        BROKER,
        _not_taken,
        why="the broker refused one of the settings that the cluster keeps when it started, has none of them in force, "
        "and whoever asks for them is shown that they are kept",
        # Seen of 3.9, 4.1.2 and 4.3.1: "Cluster default configs could not be applied".
        source="https://issues.apache.org/jira/browse/KAFKA-20890, and Apache Kafka documentation, Configuration: "
        "Updating Broker Configs",
        remedy="take out of the cluster what the broker refuses (kafka-configs.sh --bootstrap-server HOST:PORT "
        f"{kafka_commands.CLIENT} --alter --entity-type brokers {{entity}} --delete-config {{keys}}), which puts all "
        "else that it keeps in force at once; and set that in each broker's file",
        needs=("dynamic",),
    ),
)
