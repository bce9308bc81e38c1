# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import version


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6.1.0-13-amd64", (6, 1, 0)),
        ("4.19", (4, 19)),
        ("5.14.0-1.el9", (5, 14, 0)),
        ("3.9-IV0", (3, 9)),
        ("4", (4,)),
        ("4.x", (4,)),
        ("", ()),
        ("none", ()),
    ],
)
def test_the_numbers_of_a_version(text, expected):
    assert version.numbers(text) == expected


def test_versions_are_in_the_order_of_their_numbers():
    assert version.numbers("none") < version.numbers("4.2.0") < version.numbers("4.10") < version.numbers("4.10.1-rc1")
