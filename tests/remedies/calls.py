# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a case of a module is that refuses its arguments, or what lies in its way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping

from tests.changes.hosts import Hosts


def nothing(_hosts: Hosts) -> None:
    """Make nothing."""


@dataclass(frozen=True)
class Call:
    """The *module* refuses the arguments *given* with the sentence that *begins* so and *tells* what to do.

    What a person then writes are the arguments *then*, those *given* where it is none of them that is wrong. *made* is
    what this machine makes first, once for all. *cause* and *steps* are scripts that a shell of the host of the cluster
    *on* runs: before, and what the sentence says to do there; *back* at the end. All of one *batch* are called
    together, in check mode where they only *plan*, and as root; where it is who calls that is wrong, first by *user*.
    *here*, by this machine, is called what asks a cluster.
    """

    begins: str
    module: str
    given: Mapping[str, Any]
    tells: str
    then: Mapping[str, Any] = field(default_factory=dict)
    on: str = "keeper"
    batch: int = 0
    made: Callable[[Hosts], None] = nothing
    cause: str = "true"
    steps: str = "true"
    back: str = "true"
    plans: bool = True
    user: str = "root"
    here: bool = False

    @property
    def id(self) -> str:
        """How it is called among all."""
        return f"{self.on} {self.batch} {self.module} {self.begins} {self.tells}"
