# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import majority


@pytest.mark.parametrize(
    ("voters", "stopping", "found"),
    [
        ("abc", "a", False),
        ("abc", "ab", True),
        ("ab", "a", True),
        ("a", "a", True),
        ("abc", "x", False),
        ("", "a", False),
    ],
)
def test_hopeless(voters: str, stopping: str, found: bool) -> None:
    assert majority.hopeless(voters, stopping) is found
