# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A reading: what one look has found of a vital sign, and where; or why there is nothing."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NamedTuple

#: The subject of what is of no server in particular.
CLUSTER = "cluster"


class Reading(NamedTuple):
    """The *value* of the vital sign *identity* of a *subject*, from a *source*; where it has none, *missing* says why.

    One without an identity stands for all that its source would have told.
    """

    identity: str
    subject: str
    source: str
    value: float | None = None
    missing: str = ""


def plain(one: Reading) -> Dict[str, Any]:
    """*one* as a module returns it."""
    return dict(one._asdict())


def given(one: Mapping[str, Any]) -> Reading:
    """What a module returned."""
    return Reading(**one)
