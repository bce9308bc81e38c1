# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The plan that the collection's playbook ``plan`` wrote, as far as a run can be held against it.

``docs/schemas/plan-1.json` describes it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Sequence

from ..core.errors import UsageError

SCHEMA = "groundwork.kafka/plan/1"
_GIVE = "give it the JSON that the playbook groundwork.kafka.plan wrote"
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])\Z")
_COUNTS = (
    *("topics", "partitions", "replication_factor", "record_bytes", "records_per_second"),
    *("write_bytes_per_second", "read_bytes_per_second"),
)
_MAY_BE_NONE = "read_bytes_per_second"
_NUMBERS = ("map_areas", "descriptors", "disk_bytes", "write_bytes_per_second")


@dataclass(frozen=True)
class TopicClass:
    """A class of ``topics`` alike, each of so many ``partitions``; rates are those of all of them together."""

    name: str
    topics: int
    partitions: int
    replication_factor: int
    record_bytes: int
    records_per_second: int
    write_bytes_per_second: int
    read_bytes_per_second: int


@dataclass(frozen=True)
class Planned:
    """The plan of ``file`` for a cluster of ``brokers``, from the month ``start`` on; a run takes the class ``chosen``.

    ``numbers`` are those of the fullest broker, by their id.
    """

    file: str
    start: str
    brokers: int
    classes: Sequence[TopicClass]
    chosen: TopicClass
    numbers: Mapping[str, int] = field(default_factory=dict)


def load(path: Path, name: str | None) -> Planned:
    """The plan at ``path`` with its class ``name`` chosen, which may be left out where there is one alone.

    Raises :class:`UsageError` for what is no plan of the version that is known here, and for a class that it lacks.
    """
    told = _json(path)
    wrong = _damage(told)
    if wrong:
        raise UsageError(f"the plan {path} is damaged, {wrong}: {_GIVE}")
    classes = [TopicClass(one["name"], *(one[key] for key in _COUNTS)) for one in told["load"]]
    return Planned(
        file=str(path),
        start=told["start"],
        brokers=told["brokers"],
        classes=classes,
        chosen=_chosen(path, classes, name),
        numbers=_numbers(told["numbers"]),
    )


def _json(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the plan {path} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(f"the plan {path} is not JSON ({why}): {_GIVE}") from error
    kind = told.get("schema") if isinstance(told, dict) else None
    if not isinstance(kind, str) or not kind.startswith("groundwork.kafka/plan/"):
        raise UsageError(f"{path} is no capacity plan: {_GIVE}")
    if kind != SCHEMA:
        raise UsageError(f"the plan {path} follows {kind}, this version reads {SCHEMA}: make it anew")
    return dict(told)


def _damage(told: Mapping[str, Any]) -> str:
    """What of the parts that are needed is not as the schema says; empty if they are."""
    if not _MONTH.match(str(told.get("start"))):
        return "its 'start' is missing or no month"
    if not _is_count(told.get("brokers"), 1):
        return "its 'brokers' are missing or no number"
    classes, numbers = told.get("load"), told.get("numbers")
    if not isinstance(classes, list) or not classes or not isinstance(numbers, list):
        return "its 'load' or its 'numbers' are missing or no list"
    for place, one in enumerate(classes, start=1):
        if not isinstance(one, dict) or not isinstance(one.get("name"), str):
            return f"number {place} of its 'load' has no 'name'"
        for key in _COUNTS:
            if not _is_count(one.get(key), 0 if key == _MAY_BE_NONE else 1):
                return f"the {key!r} of {one['name']!r} in its 'load' is missing or no number"
    missing = [name for name in _NUMBERS if name not in _numbers(numbers)]
    return f"{missing[0]!r} is missing among its 'numbers', or no number" if missing else ""


def _numbers(rows: Sequence[Any]) -> dict[str, int]:
    """The values of these ``rows`` by their ids."""
    return {
        str(one.get("id")): one["value"] for one in rows if isinstance(one, dict) and _is_count(one.get("value"), 0)
    }


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _chosen(path: Path, classes: Sequence[TopicClass], name: str | None) -> TopicClass:
    names = ", ".join(one.name for one in classes)
    if name is None and len(classes) > 1:
        raise UsageError(f"the plan {path} has several classes of topics: choose one with --plan-class, of {names}")
    for one in classes:
        if name in (None, one.name):
            return one
    raise UsageError(f"the plan {path} has no class {name!r}: give --plan-class one of {names}")
