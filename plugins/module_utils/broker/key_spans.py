# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tables of settings by version of Kafka, in key_table's words: which version has which, and which stands for which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, FrozenSet, List, Tuple

from ..core.version import numbers
from . import key_table


@dataclass(frozen=True)
class Key:
    """What a version says of a key; the words are those of key_table."""

    type: str
    limits: str
    deprecated: bool = False


def judged_by(version: str) -> str:
    """The version of the tables that *version* is judged by; empty where they have none of the same minor.

    A patch release neither adds nor removes settings as a rule, so the newest of the same minor stands for the others.
    """
    if version in key_table.VERSIONS:
        return version
    minor = numbers(version)[:2]
    alike = [known for known in key_table.VERSIONS if len(minor) == 2 and numbers(known)[:2] == minor]
    return alike[-1] if alike else ""


def keys(table: str, version: str) -> Dict[str, Key]:
    """The settings that *table* has of *version*, one of the tables'."""
    release = numbers(version)
    return {
        name: Key(kind, limits, bool(deprecated))
        for name, first, last, kind, limits, *deprecated in _lines(table)
        if numbers(first) <= release <= numbers(last)
    }


def names(table: str) -> FrozenSet[str]:
    """The settings that *table* has of any version."""
    return frozenset(line.partition(" ")[0] for line in table.splitlines())


def spans(table: str, key: str) -> List[Tuple[str, str]]:
    """The first and the last version of each span of versions that has *key*."""
    return [(first, last) for name, first, last, *_definition in _lines(table) if name == key]


def elsewhere(found: List[Tuple[str, str]], version: str) -> str:
    """What to do with a key that *version* lacks, and the versions of the spans *found* have; empty without any."""
    later = [first for first, _last in found if numbers(first) > numbers(version)]
    if later:
        return f"it came with {_short(later[0])}: leave it out"
    return f"it was removed in {_next(found[-1][1])}: leave it out" if found else ""


def _next(version: str) -> str:
    """The version after *version* in the tables, as people call it: 4.0 where a minor began, 4.1.2 within one."""
    versions = key_table.VERSIONS
    return _short(versions[versions.index(version) + 1])


def _short(version: str) -> str:
    """*version* without its patch number where the tables know none before it of the same minor."""
    versions = key_table.VERSIONS
    earlier = [known for known in versions[: versions.index(version)] if numbers(known)[:2] == numbers(version)[:2]]
    return version if earlier else version.rpartition(".")[0]


def _lines(table: str) -> List[List[str]]:
    return [line.split() for line in table.splitlines()]
