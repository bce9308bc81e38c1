# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The thresholds that somebody gives, from a file and from options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Collection, Iterable, Mapping, Sequence

from .errors import UsageError
from .verdict import Check, Measure, Threshold, figure, is_number

_LEVELS = ("warn", "fail")


def read(file: Path | None, options: Sequence[str], known: Collection[str]) -> dict[str, Threshold]:
    """The thresholds of ``file``, over which go those of ``options``, each ``ID=WARN:FAIL``, by id.

    Raises :class:`UsageError` for what is not one, or is of a check or measure that is not among ``known``.
    """
    example = next(iter(known))
    of_options = _by_id((_of_option(option, example) for option in options), "--threshold")
    found = {**(_of_file(file, example) if file else {}), **of_options}
    for name in found:
        if name not in known:
            raise UsageError(f"there is no check or measure {name!r} to have a threshold: known are {', '.join(known)}")
    return found


def require_meant(limits: Mapping[str, Threshold], asked: Iterable[Check | Measure]) -> None:
    """Raise :class:`UsageError` for those of ``limits`` that nobody can mean for what is ``asked``."""
    for one in asked:
        limit = limits.get(one.id, Threshold())
        given = [value for value in (limit.warn, limit.fail) if value is not None]
        if isinstance(one, Check) and min(given, default=0) < 0:
            raise UsageError(f"the threshold of {one.id} is below 0, which a count never is: give 0 or more")
        better = "lower" if isinstance(one, Check) else one.better
        if len(given) == 2 and limit.status(limit.warn, better) == "failed":
            side, most = ("above", "at most") if better == "lower" else ("below", "at least")
            raise UsageError(
                f"the threshold of {one.id} fails {side} {figure(given[1])}, so that warning {side} {figure(given[0])} "
                f"never comes about: give a WARN of {most} {figure(given[1])}"
            )


def _by_id(given: Iterable[tuple[str, Any]], where: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, limits in given:
        if name in found:
            raise UsageError(f"{where} names {name} twice: give it once")
        found[name] = limits
    return found


def _of_option(text: str, example: str) -> tuple[str, Threshold]:
    name, _equals, limits = text.partition("=")
    try:
        warn, fail = (_number(float(part)) if part else None for part in limits.split(":"))
    except ValueError:
        raise UsageError(
            f"--threshold {text} is not ID=WARN:FAIL in finite numbers, such as {example}=5:10 or {example}=:10"
        ) from None
    return name, _given(Threshold(warn, fail), f"--threshold {text}")


def _of_file(path: Path, example: str) -> dict[str, Threshold]:
    where = f"thresholds {path}"
    such = f'such as {{"{example}": {{"warn": 5, "fail": 10}}}}'
    try:
        told = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=lambda pairs: _by_id(pairs, where))
    except OSError as error:
        raise UsageError(f"{where} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(f"{where} are not JSON {such}: {why}") from error
    if not isinstance(told, dict):
        raise UsageError(f"{where} are not a JSON object {such}")
    return {name: _of_entry(limits, f"{where}: the limits of {name}", such) for name, limits in told.items()}


def _of_entry(limits: Any, where: str, such: str) -> Threshold:
    if not isinstance(limits, dict):
        raise UsageError(f"{where} are not an object {such}")
    unknown = sorted(set(limits) - set(_LEVELS))
    if unknown:
        raise UsageError(f"{where} have {unknown[0]!r}, which is neither warn nor fail")
    values = [limits.get(level) for level in _LEVELS]
    try:
        warn, fail = (None if value is None else _number(value) for value in values)
    except ValueError:
        raise UsageError(f"{where} are not in finite numbers {such}") from None
    return _given(Threshold(warn, fail), where)


def _given(threshold: Threshold, where: str) -> Threshold:
    if threshold == Threshold():
        raise UsageError(f"{where}: neither WARN nor FAIL is given, so that nothing would be asked: give one of them")
    return threshold


def _number(value: float) -> float:
    """``value`` itself; ValueError for what is no finite number."""
    if not is_number(value):
        raise ValueError(f"{value} is not a finite number")
    return value
