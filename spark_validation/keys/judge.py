# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From a survey to findings, figures and the details of the report: pure."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Collection, Mapping, Sequence

from ..core.verdict import MOST_EXAMPLES, Example, Finding
from ..core.words import of
from . import words
from .explain import changes
from .partitioners import PARTITIONERS
from .survey import KeyPlace, Survey

UNIQUE_SHARE = 0.9
# Below this, that each key came once so far says little.
LEAST_RECORDS = 1_000


def findings(survey: Survey, told: Mapping[str, Any]) -> dict[str, Finding]:
    """By the id of the check; ``told`` are the details, which say why keys are misplaced."""
    explaining = {share["partitioner"] for share in told["partitioners"] if share["partitions"] == len(survey.records)}
    unique = survey.keyed >= LEAST_RECORDS and survey.keys >= UNIQUE_SHARE * survey.keyed
    return {
        "split_keys": Finding(survey.split_keys, examples=[_split(places) for places in _by_key(survey.split)]),
        "misplaced_keys": Finding(survey.misplaced_keys, told["placement"], _misplaced(survey, explaining)),
        "uneven_keys": Finding(survey.uneven_keys),
        "nearly_unique": Finding(
            survey.keys if unique else 0, f"{survey.keys:,} keys in {survey.keyed:,} records" if unique else ""
        ),
    }


def measured(survey: Survey) -> dict[str, float | None]:
    """By the id of the measure; null where there is nothing to measure."""
    records, without_key = sum(survey.records.values()), sum(survey.without_key.values())
    mean = records / len(survey.records)
    return {
        "keys": survey.keys,
        "null_share": 100 * without_key / records if records else None,
        "busiest_share": 100 * max(survey.records.values()) / mean if records else None,
        "murmur2_share": 100 * survey.by_murmur2 / survey.keyed if survey.keyed else None,
    }


def details(survey: Survey) -> dict[str, Any]:
    """What only this command tells, as plain data: ``details_keys`` of the reports' schema, but for the topic."""
    partitions = survey.wanted.partitions
    added = changes(survey.groups, survey.rules, [share.rule for share in survey.shares if share.rule], partitions)
    records = sum(survey.records.values())
    return {
        "partitioner": survey.wanted.partitioner,
        "partition_count": partitions,
        "sample": survey.sample,
        "records": records,
        "placement": words.why(survey.shares, added, survey.wanted) if survey.misplaced_keys else "",
        "without_key": words.without_key(survey.without_key, partitions),
        "newest": words.newest(survey.estimate) if survey.estimate and survey.estimate.records else "",
        "partitioners": [
            {
                "partitioner": share.rule.partitioner if share.rule else None,
                "partitions": share.rule.partitions if share.rule else None,
                "users": PARTITIONERS[share.rule.partitioner].users if share.rule else "none that is known here",
                "keys": share.keys,
                "records": share.records,
            }
            for share in survey.shares
        ],
        "added": [
            {
                "partitioner": change.rule.partitioner,
                "partitions": change.rule.partitions,
                "last_time": words.moment(change.last_time),
                "until": [{"partition": number, "offset": offset} for number, offset in change.until.items()],
                "overlapping": change.overlapping,
            }
            for change in added
        ],
        "busiest_keys": [
            {
                "key": words.shown(places[0].key),
                "records": sum(place.records for place in places),
                "percent": round(100 * sum(place.records for place in places) / records, 2),
                "partitions": [place.partition for place in places],
            }
            for places in _by_key(survey.busiest)
        ],
        "spread": [
            {"partition": number, "records": count, "without_key": survey.without_key.get(number, 0)}
            for number, count in sorted(survey.records.items())
        ],
    }


def _by_key(places: list[KeyPlace]) -> list[list[KeyPlace]]:
    return [list(some) for _key, some in groupby(places, key=lambda place: place.key)]


def _split(places: list[KeyPlace]) -> Example:
    first = min(places, key=lambda place: place.partition)
    where = ", ".join(
        f"{place.records:,} in partition {place.partition} (offsets {place.first_offset} to {place.last_offset})"
        for place in places[:MOST_EXAMPLES]
    )
    more = f" and in {len(places) - MOST_EXAMPLES} more" if len(places) > MOST_EXAMPLES else ""
    spread = "" if first.key else "; librdkafka's consistent_random spreads the empty key on purpose"
    return Example(f"{where}{more}{spread}", first.partition, first.first_offset, None, words.shown(first.key))


def _misplaced(survey: Survey, explaining: Collection[str]) -> list[Example]:
    wanted = survey.wanted.partitioner
    odd = [place for place in survey.misplaced if place.belongs[wanted] != place.partition]
    return [_odd(places, wanted, explaining) for places in _by_key(odd)[:MOST_EXAMPLES]]


def _odd(places: Sequence[KeyPlace], wanted: str, explaining: Collection[str]) -> Example:
    """A key in all of ``places`` that are not where ``wanted`` puts it; the first of them is the example's own."""
    first, *rest = places
    lie = "lies" if first.records == 1 else "lie"
    where = f"{of(first.records, 'record', 'records')} {lie} here{_others(first, explaining)}"
    where += "".join(
        f", {place.records:,} in partition {place.partition}{_others(place, explaining)}"
        for place in rest[: MOST_EXAMPLES - 1]
    )
    more = f" and more in {len(rest) + 1 - MOST_EXAMPLES} others" if len(rest) >= MOST_EXAMPLES else ""
    text = f"{wanted} gives partition {first.belongs[wanted]}, {where}{more}"
    return Example(text, first.partition, first.first_offset, None, words.shown(first.key))


def _others(place: KeyPlace, explaining: Collection[str]) -> str:
    """Who may have placed it; those that explain nothing else are right by chance."""
    right = [name for name, partition in place.belongs.items() if partition == place.partition and name in explaining]
    return f", as {' and '.join(right)} would have it" if right else ""
