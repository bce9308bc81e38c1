# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The thresholds that somebody gives, from a file and from options."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Collection, Mapping, Sequence

from .errors import UsageError
from .verdict import Threshold

_LEVELS = ("warn", "fail")


def read(file: Path | None, options: Sequence[str], known: Collection[str]) -> dict[str, Threshold]:
    """The thresholds of ``file``, over which go those of ``options``, each ``ID=WARN:FAIL``, by id.

    Raises :class:`UsageError` for what is not one, or is of a check or measure that is not among ``known``.
    """
    found = {**(_of_file(file) if file else {}), **dict(_of_option(option) for option in options)}
    for name in found:
        if name not in known:
            raise UsageError(f"there is no check or measure {name!r} to have a threshold: known are {', '.join(known)}")
    return found


def _of_option(text: str) -> tuple[str, Threshold]:
    name, _equals, limits = text.partition("=")
    try:
        warn, fail = (_number(float(part)) if part else None for part in limits.split(":"))
    except ValueError:
        raise UsageError(f"--threshold {text} is not ID=WARN:FAIL, such as latency_p99_ms=50:200 or lost=:0") from None
    return name, Threshold(warn, fail)


def _of_file(path: Path) -> dict[str, Threshold]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return {name: _of_entry(limits) for name, limits in _mapping(told).items()}
    except OSError as error:
        raise UsageError(f"thresholds {path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise UsageError(
            f'thresholds {path} are not JSON such as {{"latency_p99_ms": {{"warn": 50, "fail": 200}}}}: {error}'
        ) from error


def _of_entry(limits: Any) -> Threshold:
    unknown = sorted(set(_mapping(limits)) - set(_LEVELS))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is neither warn nor fail")
    values = [limits.get(level) for level in _LEVELS]
    for value in values:
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise ValueError(f"{value!r} is not a number")
    warn, fail = (None if value is None else _number(value) for value in values)
    return Threshold(warn, fail)


def _number(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return value


def _mapping(told: Any) -> Mapping[str, Any]:
    if not isinstance(told, dict):
        raise ValueError(f"{told!r} is not an object")  # noqa: TRY004 told as what the file holds
    return told
