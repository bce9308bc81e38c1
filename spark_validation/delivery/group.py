# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A consumer group under way, and what it came to."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Sequence

from .account import Account
from .orders import Orders
from .process import Process


@dataclass(frozen=True)
class View:
    """What one group came to; ``changes`` counts how often a member was given partitions."""

    protocol: str
    group: str
    library: str
    members: int
    killed: int
    left: int
    changes: int
    refused_commits: int
    delivered: int
    again: int
    seconds: float


@dataclass
class Group:
    """One group under way; what is done to its members follows from how much of the topic it has been given."""

    orders: Orders
    account: Account
    command: Sequence[str]
    members: list[Process] = field(default_factory=list)
    library: str = ""
    killed: int = 0
    left: int = 0
    refused: int = 0
    began: float = field(default_factory=time.monotonic)
    moved: float = field(default_factory=time.monotonic)
    ended: float | None = None

    def begin(self) -> Process:
        """One member more."""
        member = Process(len(self.members), self.orders, self.command)
        self.members.append(member)
        return member

    def share(self) -> float:
        """The part of the log that its members were given."""
        return self.account.delivered / self.account.wanted

    def view(self) -> View:
        """What it came to by now."""
        return View(
            self.orders.protocol,
            self.orders.group,
            self.library,
            len(self.members),
            self.killed,
            self.left,
            self.account.changes,
            self.refused,
            self.account.delivered,
            self.account.again,
            round((self.ended or time.monotonic()) - self.began, 3),
        )
