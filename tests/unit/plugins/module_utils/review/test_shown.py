# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import shown


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (7 * 86_400_000, "7 d"),
        (36 * 3_600_000, "36 h"),
        (90_000, "90 s"),
        (100, "100 ms"),
        (86_400_001, "86400001 ms"),
        (86_400_000.5, "1.0 d"),
        (0, "0 ms"),
        (-1, "for ever"),
        (2**63 - 1, "for ever"),
    ],
)
def test_times(milliseconds, text) -> None:
    assert shown.lasting(milliseconds) == text


@pytest.mark.parametrize(
    ("count", "text"), [(100, "100 bytes"), (1_048_576, "1.0 MiB"), (1 << 31, "2.0 GiB"), (1_048_575, "1048575 bytes")]
)
def test_sizes(count, text) -> None:
    assert shown.size(count) == text
