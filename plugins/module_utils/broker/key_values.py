# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Values of a broker's settings held against the types and limits that Kafka defines, in key_table's words."""

from __future__ import annotations

import re
from typing import Tuple

_BITS = {"short": 15, "int": 31, "long": 63}


def wrong(value: str, kind: str, limits: str) -> str:
    """What is wrong with *value* for a setting of type *kind* with *limits*, as ``is … where … is wanted``.

    Empty where nothing is. Only of numbers, booleans and words is the value shown: others may be secrets. A value that
    a configuration provider fills in when the broker starts is taken as it is.
    """
    value = value.strip()
    if "${" in value:
        return ""
    if kind == "boolean":
        return "" if value.lower() in {"true", "false"} else _is(value, "true or false")
    if kind in _BITS or kind == "double":
        wanted = f"a {'' if kind == 'double' else 'whole '}number{_range(limits)}"
        return "" if _is_number(value, kind, limits) else _is(value, wanted)
    if limits == "filled":
        return "" if value else "is empty where a value is wanted"
    return "" if limits == "-" else _wrong_word(value, kind, limits)


def wrong_protocol(value: str, known: str) -> str:
    """What is wrong with *value* as a version of the protocol between brokers, of which *known* has all.

    Kafka takes what comes after the numbers of a minor version for a patch release, and passes over it.
    """
    value = value.strip()
    parts = value.rstrip(".").split(".")
    numbers = 3 if value.startswith("0.") else 2
    name = ".".join(parts[:numbers]) if len(parts) > numbers else value
    if "${" in value or name in known.split():
        return ""
    newest = [word for word in known.split() if "-" not in word][-1]
    return _is(value, f"a version of the protocol, from 0.8.0 to {newest}, such as {newest} or {newest}-IV0,")


def _is(value: str, wanted: str) -> str:
    return f"is {value!r} where {wanted} is wanted"


def _wrong_word(value: str, kind: str, limits: str) -> str:
    folded = limits.startswith("~")
    words = limits.lstrip("~").split("|")
    allowed = {word.lower() for word in words} if folded else set(words)
    given = [part.strip() for part in value.split(",") if part.strip()] if kind == "list" else [value]
    odd = [part for part in given if (part.lower() if folded else part) not in allowed]
    return _is(odd[0], f"one of {', '.join(words)}") if odd else ""


def _is_number(value: str, kind: str, limits: str) -> bool:
    if kind in _BITS and not re.match(r"[+-]?[0-9]+\Z", value):
        return False
    try:
        number = float(value)
    except ValueError:
        return False
    if kind in _BITS and not -(2 ** _BITS[kind]) <= int(value) < 2 ** _BITS[kind]:
        return False
    low, high, other = _ends(limits)
    inside = (not low or number >= float(low)) and (not high or number <= float(high))
    return inside or (bool(other) and number == float(other))


def _ends(limits: str) -> Tuple[str, str, str]:
    """Least, greatest and further value of *limits*, each empty where there is none: ``1..9,-1`` as 1, 9 and -1."""
    between, _comma, other = limits.partition(",")
    low, _dots, high = ("", "", "") if between == "-" else between.partition("..")
    return low, high, other


def _range(limits: str) -> str:
    low, high, other = _ends(limits)
    ends = (
        f" from {low} to {high}"
        if low and high
        else f" of at least {low}"
        if low
        else f" of at most {high}"
        if high
        else ""
    )
    return ends + (f", or {other}," if other else "")
