# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Inputs in parts, which several cases may give beside one another: those of a mapping, or of a list by their names."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Tuple

#: The value of what is not to be given.
LEFT_OUT = object()
#: By the name of the input, and of the part: .KEY of a mapping; none where it has none.
Parts = Dict[Tuple[str, str], Any]


def parts(inputs: Mapping[str, Any]) -> Parts:
    """The parts of the *inputs*."""
    return {(name, part): one for name, value in inputs.items() for part, one in _by_name(value)}


def whole(found: Parts) -> dict[str, Any]:
    """The inputs that have the parts *found*."""
    inputs: dict[str, Any] = {}
    for (name, part), value in found.items():
        if value is LEFT_OUT:
            continue
        if part.startswith("."):
            inputs.setdefault(name, {})[part[1:]] = value
        elif part:
            inputs.setdefault(name, []).append(value)
        else:
            inputs[name] = value
    return inputs


def _by_name(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and value:
        yield from ((f".{key}", one) for key, one in value.items())
    elif isinstance(value, list) and value and all(isinstance(one, Mapping) and "name" in one for one in value):
        yield from ((str(one["name"]), one) for one in value)
    else:
        yield "", value
