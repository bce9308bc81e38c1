# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a client comes in, whatever it is made of, and what came of its visit: it writes to a topic and reads it."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from typing import Callable, NamedTuple

#: As many as that keys of all of them have records in each of a topic's partitions.
RECORDS = 20
SECONDS = 60  # that a visit waits for an answer


@dataclass(frozen=True)
class Way:
    """Where a client comes in (*servers*), whom it trusts (*authority*), and as whom it comes.

    By a *mechanism* with a *name* and a *secret*, which gets it a token at the address *tokens* where it is by tokens;
    or with a *certificate*, a file that holds its key too. *patience* is for how many seconds it tries to come in.
    """

    servers: str
    authority: str
    mechanism: str = ""
    name: str = ""
    secret: str = ""
    tokens: str = ""
    tokens_authority: str = ""
    certificate: str = ""
    patience: int = SECONDS

    @property
    def protocol(self) -> str:
        """What it speaks."""
        return "SASL_SSL" if self.mechanism else "SSL"


@dataclass(frozen=True)
class Visit:
    """Which *brokers* (HOST:PORT) a client was told of, the values that it *read*, and what went *wrong*."""

    brokers: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    wrong: str = ""


class Record(NamedTuple):
    """What is written."""

    key: str
    value: str


def records(topic: str) -> list[Record]:
    """Those of a visit to *topic*."""
    return [Record(f"key {number}", f"{topic} {number}") for number in range(RECORDS)]


def asked(way: Way, topic: str) -> str:
    """What is written to a process that is to visit *topic*."""
    return json.dumps({"way": asdict(way), "topic": topic})


def answer(visit: Callable[[Way, str], Visit]) -> None:
    """Have a process do what it was asked, and print what came of it."""
    given = json.load(sys.stdin)
    print(json.dumps(asdict(visit(Way(**given["way"]), given["topic"]))))
