# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What readings mean: each with its verdict, and what nobody told with the reason; never a false normal."""

from __future__ import annotations

import math
import operator
from typing import Any, Callable, Dict, List, Mapping, Sequence

from ..core.moments import moment
from ..core.version import VERSION
from .reading import CLUSTER as WHOLE
from .reading import Reading
from .vital import AGE, BOTH, BROKER, CLIENT, CLUSTER, SERVER, SPREAD, VALIDATION, Vital
from .vitals import VITALS

SCHEMA = "groundwork.kafka/health/1"
ALARM, WARNING, UNKNOWN, NORMAL, SHOWN = "alarm", "warning", "unknown", "normal", "shown"
VERDICTS = (ALARM, WARNING, UNKNOWN, NORMAL, SHOWN)
_HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    "<=": operator.le,
    "!=": operator.ne,
}
#: Of these, that a value is too large.
_EXCEEDED = (">", "!=")
#: What nobody has to have.
_OPTIONAL = (CLIENT, VALIDATION)
_ADMIN, _EXPORTER = "admin", "exporter"
_ANSWERING, _OF_BROKER = "answering", "broker "
_NOBODY = "no source tells it: name the servers' exporters in health_exporters"
_SILENT = "no source that was asked tells it"
_SOME = "{} of {} servers tell it"
_NO_NUMBER = "it tells {}, which is no number"

Judged = Dict[str, Any]


def judge(readings: Sequence[Reading], mode: str, now: float, exporters: bool) -> List[Judged]:
    """All that is known, the worst first; *mode* is the cluster's, empty where nobody told it.

    *exporters*: some exporter was named, so that what is missing is missing in spite of that.
    """
    wanted = [one for one in VITALS if one.mode in (BOTH, mode) or not mode]
    told = [_finite(one) for one in readings if one.identity]
    silent = [one for one in readings if not one.identity]
    # As Kafka's own API tells of each, whoever of them has an exporter.
    brokers = sum(one.identity == _ANSWERING and one.subject.startswith(_OF_BROKER) for one in told)
    found: List[Judged] = []
    for vital in wanted:
        own = [one for one in told if one.identity == vital.identity]
        if own:
            found += [
                _row(vital, one, now)
                for one in (own if vital.scope == SERVER else _combined(vital, own, silent, brokers))
            ]
        elif vital.asked or (vital.metric and vital.of not in _OPTIONAL and vital.kind != AGE):
            found.append(_row(vital, _nobody(vital, silent, exporters), now))
    order = {vital.identity: place for place, vital in enumerate(VITALS)}
    return sorted(found, key=lambda one: (VERDICTS.index(one["verdict"]), order[one["id"]], one["subject"]))


def verdict(vital: Vital, value: float) -> str:
    """What *value* means."""
    reached = [word for word, level in vital.levels if _HOLDS[level.comparison](value, level.bound)]
    if reached:
        return reached[0]
    return NORMAL if vital.levels else SHOWN


def _finite(one: Reading) -> Reading:
    """*one*, but for what no bound holds against: it would be neither too much nor too little."""
    if one.value is None or math.isfinite(one.value):
        return one
    return one._replace(value=None, missing=_NO_NUMBER.format(one.value))


def _combined(vital: Vital, own: Sequence[Reading], silent: Sequence[Reading], brokers: int) -> List[Reading]:
    """The cluster's own readings, and one for those of its servers, by kind of source.

    Those of the same kind that are *silent* are servers as well, whichever they are; and there are as many of *brokers*
    as are known, where nobody was to ask some of them.
    """
    whole = [one for one in own if one.subject.split(" ")[0] == WHOLE]
    servers = [one for one in own if one not in whole]
    if not servers:
        return whole
    values = [one.value for one in servers if one.value is not None]
    sources = sorted({one.source for one in servers})
    source = sources[0] if len(sources) == 1 else f"{len(sources)} sources"
    if not values:
        return [*whole, Reading(vital.identity, WHOLE, source, missing=servers[0].missing)]
    value = {
        CLUSTER: max(values) if vital.across == "max" else sum(values),
        SPREAD: max(values) * len(values) / sum(values) if sum(values) else 1,
    }[vital.scope]
    kinds = {_kind(one.source) for one in servers}
    servers += [one for one in silent if _kind(one.source) in kinds]
    count = max(len(servers), brokers if vital.teller == BROKER else 0)
    some = _SOME.format(len(values), count) if len(values) < count else ""
    if some and not _is_too_much(vital, value):
        return [*whole, Reading(vital.identity, WHOLE, source, missing=some)]
    return [*whole, Reading(vital.identity, WHOLE, source, value)]


def _kind(source: str) -> str:
    """What *source* is: a page, whichever, or what it is called."""
    return _EXPORTER if "://" in source else source


def _is_too_much(vital: Vital, value: float) -> bool:
    """Whether a *value* of some servers is off for all: it can be too much, and never show that there is enough."""
    return any(level.comparison in _EXCEEDED and value > level.bound for _word, level in vital.levels)


def _nobody(vital: Vital, silent: Sequence[Reading], exporters: bool) -> Reading:
    """Why nobody told *vital*: what went wrong with a source that would have, else that none was named."""
    causes = [one for one in silent if one.source in vital.asked or (vital.metric and _kind(one.source) == _EXPORTER)]
    if causes:
        return Reading(vital.identity, WHOLE, causes[0].source, missing=causes[0].missing)
    why = _SILENT if vital.asked or exporters or not vital.metric else _NOBODY
    return Reading(vital.identity, WHOLE, vital.asked[0] if vital.asked else _EXPORTER, missing=why)


def _row(vital: Vital, one: Reading, now: float) -> Judged:
    known = one.value is not None
    word = verdict(vital, one.value) if one.value is not None else UNKNOWN
    level = dict(vital.levels).get(word)
    return {
        "schema": SCHEMA,
        "time": moment(now),
        "collection": VERSION,
        "id": vital.identity,
        "of": vital.of,
        "subject": one.subject,
        "value": round(one.value, 6) if one.value is not None else None,
        "unit": vital.unit,
        "normal": vital.normal,
        "verdict": word,
        "bound": f"{level.comparison} {level.bound:g}" if level else None,
        "source": one.source,
        "missing": None if known else one.missing,
        "meaning": vital.meaning,
        "why": vital.why,
        "first": vital.first,
    }
