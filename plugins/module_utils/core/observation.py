# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is seen of a running server: a row of the table, and the findings that it is worth."""

from __future__ import annotations

from typing import NamedTuple, Sequence

from .findings import Finding
from .settings import IN_EFFECT, Row
from .values import EXACT


class Observation(NamedTuple):
    """A *row* in the form of settings.row, with its *findings*."""

    row: Row
    findings: Sequence[Finding] = ()


def row(
    kind: str,
    name: str,
    *,
    wanted: str | None,
    effective: str | None,
    reason: str,
    source: str,
    status: str = IN_EFFECT,
    rule: str = EXACT,
    persisted: str | None = None,
    persisted_at: str | None = None,
    note: str | None = None,
) -> Row:
    """A row of the table; what a running server has is what its files give after the next boot."""
    return {
        "kind": kind,
        "name": name,
        "wanted": wanted,
        "rule": rule,
        "persisted": persisted,
        "persisted_at": persisted_at,
        "effective": effective,
        "after_boot": persisted,
        "status": status,
        "note": note,
        "reason": reason,
        "source": source,
    }
