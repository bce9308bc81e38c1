# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What may be odd about a setting of a file, for whoever reads the file."""

from __future__ import annotations

import difflib
from typing import Iterable, NamedTuple

#: Another version has it, its name is near to that of one, neither; it may be a plugin's; its value is refused; it is
#: deprecated.
GONE, NEAR, NOWHERE, PLUGIN, REFUSED, DEPRECATED = "gone", "near", "nowhere", "plugin", "refused", "deprecated"


class Odd(NamedTuple):
    """What is odd about *key*, and in words: for GONE and NEAR what to do, for PLUGIN who names the plugins."""

    key: str
    what: str
    words: str = ""


def nearest(key: str, known: Iterable[str]) -> str:
    """The one of *known* that somebody meant who mistyped it as *key*; empty where none is near."""
    return next(iter(difflib.get_close_matches(key, [*known], 1, 0.8)), "")


def instead(near: str) -> str:
    """What to do with a key whose nearest is *near*."""
    return f"the nearest that is one is {near}: give that, or leave it out"
