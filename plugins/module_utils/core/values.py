# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Values of settings and the three rules they are judged by.

A value is a tuple of tokens, as the kernel and the configuration files print it: ``("1",)``, or
``("4096", "65536", "2048000")`` for a triple. Numbers are in canonical decimal form, so that tabs, hexadecimal or
leading zeros never make two equal values differ. ``infinity`` stands for every spelling of "no limit".
"""

from __future__ import annotations

import math
import re
from typing import Callable, Dict, Tuple

from .errors import GroundworkError

Value = Tuple[str, ...]
Scale = Tuple[str, ...]  # words that can be compared, the least first

EXACT, AT_LEAST, AT_MOST = "exact", "at_least", "at_most"
RULES = (EXACT, AT_LEAST, AT_MOST)
#: What people read before a value that need not be exact.
SIGNS = {AT_LEAST: ">= ", AT_MOST: "<= "}
INFINITY = "infinity"
LARGEST_INT = 2**31 - 1  # the kernel counts map areas, and open files of a process, in an int

_DECIMAL = re.compile(r"^-?(0|[1-9][0-9]*)$")
_C_NUMBER = re.compile(r"^(-?)(0x[0-9a-f]+|0[0-7]+)$", re.IGNORECASE)
_UNLIMITED = ("-1", "-", "unlimited", "infinity")
_DIGITS = 20  # of the largest number that the kernel holds, 2**64 - 1
_BETTER: Dict[str, Callable[[float, float], float]] = {AT_LEAST: max, AT_MOST: min}


def canonical(token: str) -> str:
    """*token* with C's octal and hexadecimal numbers, which the kernel reads as such, in decimal."""
    number = _C_NUMBER.match(token)
    if number is None:
        return token
    sign, digits = number.groups()
    return sign + str(int(digits, 16 if digits[1] in "xX" else 8))


def tokens(text: str | None, separator: str | None = None) -> Value | None:
    """The value in *text*, split at white space or at *separator*; None for None."""
    return None if text is None else tuple(canonical(token.strip()) for token in text.split(separator))


def limit(text: str) -> str:
    """The limit of a process that *text* gives, as C's strtoul reads it; empty where it gives none."""
    if text.lower() in _UNLIMITED:
        return INFINITY
    found = re.match(r"[+-]?([0-9]+)", text)
    if found is None:
        return ""
    digits = str(int(found.group(1)))
    return INFINITY if text.startswith("-") and digits != "0" else digits  # a negative one wraps around to the largest


def is_numeric(value: Value, scale: Scale = ()) -> bool:
    """Whether every element of *value* is a number (or infinity, or of *scale*), so that at_least makes sense."""
    return bool(value) and all(token == INFINITY or token in scale or _DECIMAL.match(token) for token in value)


def number(token: str, scale: Scale = ()) -> float:
    """The number that *token* stands for, or its place in *scale*; other tokens raise ValueError."""
    if token in scale:
        return scale.index(token)
    return math.inf if token == INFINITY else int(token)


def satisfies(rule: str, wanted: Value, found: Value | None, scale: Scale = ()) -> bool:
    """Whether *found* is what *rule* and *wanted* ask for, element by element; *scale* is the order of words."""
    if found is None or len(found) != len(wanted):
        return False
    if rule == EXACT:
        return found == wanted
    if not is_numeric(found, scale):
        return False
    better = _BETTER[rule]
    pairs = ((number(w, scale), number(f, scale)) for w, f in zip(wanted, found))
    return all(better(w, f) == f for w, f in pairs)


def combine(rule: str, wanted: Value, *others: Value | None, scale: Scale = ()) -> Value:
    """*wanted*, with each element of *others* that goes beyond it in the sense of *rule* in its place.

    Values of another length, and text, cannot be compared and are left out.
    """
    if rule == EXACT:
        return wanted
    best = list(wanted)
    for other in others:
        if other is None or len(other) != len(best) or not is_numeric(other, scale):
            continue
        best = [_better(rule, b, o, scale) for b, o in zip(best, other)]
    return tuple(best)


def _better(rule: str, first: str, second: str, scale: Scale) -> str:
    """Of two tokens the one that goes further in the sense of *rule*; the *first* where both go as far."""
    limit = number(first, scale)
    return first if _BETTER[rule](limit, number(second, scale)) == limit else second


def parse(
    name: str, given: object, elements: int | None = None, *, numeric: bool = True, negative: bool = False
) -> Value:
    """The value that a person *given* for setting *name*: a number, text, or a list of them.

    *elements* is how many are needed (None: any). *numeric* asks for whole numbers, of at least 0 unless *negative*.
    Raises GroundworkError with one sentence for everything else, most of all for the booleans that YAML makes of yes
    and on.
    """
    parts = list(given) if isinstance(given, (list, tuple)) else [given]
    for part in parts:
        if isinstance(part, bool):
            raise GroundworkError(
                f"{name}: a number is needed, not the boolean {str(part).lower()}; write digits, "
                "such as 1 or 0, since YAML reads yes, no, on and off as booleans."
            )
        if not isinstance(part, (int, str)):
            raise GroundworkError(f"{name}: a whole number is needed, not {part!r}; write it without a fraction.")
    value = tuple(canonical(token) for part in parts for token in str(part).split())
    if not value:
        raise GroundworkError(f"{name}: a value is needed, and it is empty; give one or leave the setting out.")
    if numeric:
        for token in value:
            if not _DECIMAL.match(token):
                raise GroundworkError(f"{name}: a number is needed, not {token!r}; write digits only.")
            if len(token) > _DIGITS:
                raise GroundworkError(f"{name}: {token[:_DIGITS]}... is too large; give at most {_DIGITS} digits.")
            if token.startswith("-") and not negative:
                raise GroundworkError(f"{name}: {token} is negative; give 0 or a larger number.")
    if elements is not None and len(value) != elements:
        raise GroundworkError(
            "{}: {} needed, and {} given ({}); correct the value.".format(
                name, _count(elements), len(value), " ".join(value)
            )
        )
    return value


def integer(name: str, given: object, smallest: int, largest: int) -> int:
    """The one number that a person *given* for option *name*, from *smallest* to *largest*; GroundworkError if not."""
    value = int(parse(name, given, 1, negative=True)[0])
    if not smallest <= value <= largest:
        raise GroundworkError(f"{name}: {value} cannot be; give a whole number from {smallest} to {largest}.")
    return value


def _count(elements: int) -> str:
    return "1 number is" if elements == 1 else f"{elements} numbers are"
