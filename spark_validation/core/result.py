# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Everything that a finished command has to say, for whoever prints or writes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Mapping

from .verdict import Verdict


@dataclass(frozen=True)
class Result:
    """A command that came to a verdict.

    ``passed`` and ``failed`` are the subjects of its sentence, as :meth:`Verdict.sentence` takes them. ``details`` is
    plain data that only this command tells, in the shape ``details_<command>`` of the reports' schema.
    """

    command: str
    bootstrap_servers: str
    started: datetime
    finished: datetime
    verdict: Verdict
    passed: str
    failed: str
    details: Mapping[str, Any]
    environment: Mapping[str, str]

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return self.verdict.sentence(self.passed, self.failed)
