# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import releases


@pytest.mark.parametrize(
    ("version", "since"),
    [
        ("3.9.2", False),
        ("3.10.0", False),
        ("4.0.2", False),
        ("4.1.0-rc1", True),
        ("4.1", True),
        ("4.10.0", True),
        ("5.0.0-SNAPSHOT", True),
        ("trunk", False),
    ],
)
def test_a_version_has_what_came_with_a_release_before_it(version, since) -> None:
    assert releases.since(version, (4, 1)) is since
