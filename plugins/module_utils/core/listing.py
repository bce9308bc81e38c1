# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Names in a sentence: the first few, and how many more there are; and those that a list has twice."""

from __future__ import annotations

from collections import Counter
from typing import Iterable, List, Sequence


def some(names: Sequence[str], most: int = 3) -> str:
    """``a, b, c and 2 more`` of *names*, with the first *most* of them."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def repeated(names: Iterable[str]) -> List[str]:
    """Those of *names* that stand there more than once, each once, sorted."""
    return sorted(name for name, count in Counter(names).items() if count > 1)
