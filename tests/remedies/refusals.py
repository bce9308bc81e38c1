# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a case of a refusal is, and the sentence that it is known by in docs/remedies.md."""

from __future__ import annotations

import functools
import importlib.util
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Mapping, Sequence

DOCS = Path(__file__).resolve().parents[2] / "docs"


@dataclass(frozen=True)
class Refusal:
    """The inputs *given* are refused with the sentence that *begins* so and *tells* what to write.

    What a person then writes who does exactly that are the inputs *then*, in the place of those *given*. *cause* and
    *steps* are scripts that a shell of the first host runs: before it is refused, and what the sentence says to do
    there; *back* at the end. *groups* are given to the inventory, and *then_groups* afterwards. All of one *batch* are
    tried beside one another.
    """

    begins: str
    given: Mapping[str, Any]
    tells: str
    then: Mapping[str, Any] = field(default_factory=dict)
    on: str = "keeper"
    playbook: str = "site"
    batch: int = 0
    cause: str = "true"
    steps: str = "true"
    back: str = "true"
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """How it is called among all."""
        return " ".join((self.on, str(self.batch), *sorted(self.given), *self.groups, self.begins, self.tells))


@functools.cache
def _known() -> tuple[ModuleType, list[Any]]:
    """docs/remedies.py, and every refusal that it knows."""
    spec = importlib.util.spec_from_file_location("remedies", DOCS / "remedies.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["remedies"] = found  # its dataclasses ask for it
    spec.loader.exec_module(found)
    return found, found.refusals()


@functools.cache
def sentence(begins: str) -> str:
    """All of the sentence that *begins* so, as a regular expression."""
    listed, refusals = _known()
    (found,) = listed.named(begins, refusals)
    return ".*?".join(re.escape(part) for part in found.name.split(listed.GAP))
