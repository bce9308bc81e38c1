# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Vital signs out of the samples of a page, or of two looks at it, by the way that Prometheus' rules take."""

from __future__ import annotations

import math
import re
from typing import Callable, Dict, List, Mapping, Sequence, Tuple

from .exposition import Sample
from .vital import COUNTER, LESSER, MEAN, SHARE, Vital

_Series = Dict[Tuple[Tuple[str, str], ...], float]
_OVER: Mapping[str, Callable[[Sequence[float]], float]] = {
    "max": max,
    "min": min,
    "sum": sum,
    "mean": lambda values: sum(values) / len(values),
}
NOT_ON_PAGE = "it does not tell {}: this version or mode does not have it, or the exporter leaves it out"
NO_SECOND = "it takes two looks at the page, and there was one"
NO_NUMBER = "it tells no number of {}, as where nothing happened that it is of"
NO_WHOLE = "nothing happened between the two looks, or {} is 0"


def values(
    one: Vital, before: Sequence[Sample] | None, after: Sequence[Sample], seconds: float
) -> Tuple[Dict[Tuple[str, ...], float], str]:
    """The value of *one* by the labels that stay, or why there is none.

    *before* is the page *seconds* earlier, which counters need.
    """
    if not _series(one, one.metric, after):
        return {}, NOT_ON_PAGE.format(one.metric)
    if one.kind in (COUNTER, MEAN) and before is None:
        return {}, NO_SECOND
    if one.kind == MEAN:
        summed, counted = (_by(one, _grown(one, name, before or (), after), sum) for name in (one.metric, one.whole))
        found = {labels: summed[labels] / counted[labels] for labels in summed if counted.get(labels)}
        return found, "" if found else NO_WHOLE.format(one.whole)
    series = _series(one, one.metric, after)
    if one.kind == COUNTER:
        series = {labels: grown / seconds for labels, grown in _grown(one, one.metric, before or (), after).items()}
    elif one.kind == SHARE:
        whole = _series(one, one.whole, after)
        series = {labels: part / whole[labels] for labels, part in series.items() if whole.get(labels)}
    elif one.kind == LESSER:
        whole = _series(one, one.whole, after)
        if not whole:
            return {}, NOT_ON_PAGE.format(one.whole)
        series = {labels: min(value, whole[labels]) for labels, value in series.items() if labels in whole}
    numbers = {labels: value for labels, value in series.items() if not math.isnan(value)}  # as of idle clients
    why = NO_NUMBER.format(one.metric) if series else NO_WHOLE.format(one.whole)
    return _by(one, numbers, _OVER[one.over]), "" if numbers else why


def is_idle(one: Vital, before: Sequence[Sample] | None, after: Sequence[Sample]) -> bool:
    """Whether *one* is a mean of what has not happened between the two looks: there is nothing to be judged."""
    if one.kind != MEAN or before is None or not _series(one, one.whole, after):
        return False
    return not any(_grown(one, one.whole, before, after).values())


def _series(one: Vital, metric: str, samples: Sequence[Sample]) -> _Series:
    label, passed = one.passed_over
    return {
        tuple(sorted(sample.labels.items())): sample.value
        for sample in samples
        if sample.name == metric and not (label and re.fullmatch(passed, sample.labels.get(label, "")))
    }


def _grown(one: Vital, metric: str, before: Sequence[Sample], after: Sequence[Sample]) -> _Series:
    """By how much each series has grown; one that began again at 0 by what it has now."""
    earlier = _series(one, metric, before)
    found = {}
    for labels, now in _series(one, metric, after).items():
        then = earlier.get(labels, 0.0)
        found[labels] = now - then if now >= then else now
    return found


def _by(one: Vital, series: _Series, over: Callable[[Sequence[float]], float]) -> Dict[Tuple[str, ...], float]:
    groups: Dict[Tuple[str, ...], List[float]] = {}
    for labels, value in series.items():
        named = dict(labels)
        groups.setdefault(tuple(named.get(name, "") for name in one.by), []).append(value)
    return {labels: over(found) for labels, found in sorted(groups.items())}
