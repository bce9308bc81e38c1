# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import listing


@pytest.mark.parametrize(
    ("names", "said"), [([], ""), (["a"], "a"), (["a", "b", "c"], "a, b, c"), ([*"abcde"], "a, b, c and 2 more")]
)
def test_some(names, said: str) -> None:
    assert listing.some(names) == said


@pytest.mark.parametrize(
    ("names", "found"), [([], []), (["a", "b"], []), (["b", "a", "b", "c", "b"], ["b"]), ([*"zaza"], ["a", "z"])]
)
def test_repeated(names, found) -> None:
    assert listing.repeated(names) == found
