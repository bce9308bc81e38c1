# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What was judged as a person reads it, as JSON lines, and as the one sentence that a failure is."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Sequence

from ..core import table
from ..core.printable import escaped
from .judge import ALARM, NORMAL, SHOWN, UNKNOWN, VERDICTS, WARNING

NONE = "none"
FAIL_ON = (ALARM, WARNING, UNKNOWN, NONE)
_PLACES = 4
_FROM_OUTSIDE = ("subject", "source", "missing")


def json_lines(found: Sequence[Mapping[str, Any]]) -> str:
    """A line for each."""
    return "".join(json.dumps(one, sort_keys=True) + "\n" for one in found)


def text(found: Sequence[Mapping[str, Any]], show_normal: bool) -> str:
    """A table with value, normal value and verdict; below it what to do, and what nobody knows with the reason."""
    found = [{**one, **{name: escaped(one[name] or "") for name in _FROM_OUTSIDE}} for one in found]
    shown = [one for one in found if one["verdict"] in (ALARM, WARNING) or (show_normal and one["value"] is not None)]
    lines = [["vital sign", "of", "value", "normal", "verdict", "source"]]
    lines += [[one["id"], one["subject"], _value(one), one["normal"], one["verdict"], one["source"]] for one in shown]
    parts = [table.align(lines)] if shown else []
    parts += ["\n".join(_sentence(one) for one in found if one["verdict"] in (ALARM, WARNING))]
    parts += ["\n".join(_unknown(found)), _summary(counts(found))]
    return "\n\n".join(part for part in parts if part)


def sentence(found: Sequence[Mapping[str, Any]], fail_on: str) -> str | None:
    """Why it fails; None where nothing is as bad as *fail_on*."""
    if fail_on == NONE:
        return None
    words = VERDICTS[: VERDICTS.index(fail_on) + 1]
    bad = [one for one in found if one["verdict"] in words]
    if not bad:
        return None
    names = list(dict.fromkeys(one["id"] for one in bad))
    counts = ", ".join(
        f"{count} {word}" for word in words for count in [sum(one["verdict"] == word for one in bad)] if count
    )
    return f"{counts}: {', '.join(names)}; each says what to do, and health_fail_on decides which verdict fails."


def _value(one: Mapping[str, Any]) -> str:
    if one["value"] is None:
        return "-"
    value = round(one["value"], _PLACES)
    return f"{value:.{_PLACES}f}".rstrip("0").rstrip(".") + f" {one['unit']}".rstrip()


def _sentence(one: Mapping[str, Any]) -> str:
    """A line on what is not normal."""
    return (
        f"{one['verdict'].upper()}: {one['subject']}: {one['id']} is {_value(one)} ({one['meaning']}), {one['bound']}: "
        f"{one['why']}; {one['first']}."
    )


def _unknown(found: Sequence[Mapping[str, Any]]) -> List[str]:
    """A line for each reason, with what is not known by it."""
    reasons: Dict[str, List[str]] = {}
    for one in found:
        if one["verdict"] == UNKNOWN:
            where = "" if one["subject"] == "cluster" else f"{one['subject']}: "
            reasons.setdefault(f"{where}{one['missing']} ({one['source']})", []).append(one["id"])
    return [f"unknown: {why}: {', '.join(names)}." for why, names in reasons.items()]


def counts(found: Sequence[Mapping[str, Any]]) -> Dict[str, int]:
    """How many have each verdict."""
    return {word: sum(one["verdict"] == word for one in found) for word in (ALARM, WARNING, UNKNOWN, NORMAL, SHOWN)}


def _summary(counted: Mapping[str, int]) -> str:
    return table.align([list(counted), [str(count) for count in counted.values()]])
