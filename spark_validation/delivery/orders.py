# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a member of a group is told when it begins, and what it tells of itself: a line of JSON each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Tuple

from ..cluster.connection import ClientConfig, Connection

CLASSIC, CONSUMER = "classic", "consumer"
#: Kafka's words for the protocols by which members agree on who reads what.
PROTOCOLS = (CLASSIC, CONSUMER)
#: What a member is answered when it has told what it read.
COMMIT, LEAVE = "commit", "leave"
#: The longest that a broker waits for a member of the classic protocol; the other one's is the broker's own setting.
SESSION_MS = 10_000


@dataclass(frozen=True)
class Orders:
    """Who reads which topic for which group, at most ``most`` records at once, and how it reaches the cluster.

    They go through a pipe: no list of processes shows the secrets of ``properties``.
    """

    protocol: str
    group: str
    topic: str
    most: int
    servers: str
    properties: Dict[str, str]
    path: str | None = None

    @classmethod
    def of(cls, line: str) -> Orders:
        """From what :meth:`line` wrote."""
        return cls(**json.loads(line))

    def line(self) -> str:
        """As a member reads it."""
        return json.dumps(asdict(self)) + "\n"

    @property
    def connection(self) -> Connection:
        """The way to the cluster."""
        return Connection(self.servers, ClientConfig(self.properties, Path(self.path) if self.path else None))


class Watcher(NamedTuple):
    """What a client calls within a rebalance: with partitions that are new here, and before some are given away."""

    assigned: Callable[[List[int]], None]
    revoked: Callable[[], None]


Places = Iterable[Tuple[int, int]]  # partitions and offsets
Event = Dict[str, Any]
