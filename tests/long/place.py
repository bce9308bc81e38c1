# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A machine that reaches some networks alone: programs of this one are run in its place."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence

from tests.changes.hosts import CHECKOUT

_SECONDS = 300  # that a program may take, beside what else runs


@dataclass(frozen=True)
class Place:
    """The network of the *process* with that number, and a *folder* for what its programs read."""

    process: str
    folder: Path

    def command(self, words: Sequence[str]) -> list[str]:
        """What runs the program *words* there."""
        return ["nsenter", f"--target={self.process}", "--net", "--", *words]

    def run(
        self, words: Sequence[str], given: str = "", environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """How the program *words* ended there."""
        return subprocess.run(
            self.command(words),
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
            cwd=CHECKOUT,
            env={**os.environ, **(environment or {})},
        )
