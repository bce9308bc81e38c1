# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.gauges import gauge, page

HEAD = "# HELP x_days days left\n# TYPE x_days gauge\n"


@pytest.mark.parametrize(
    ("values", "lines"),
    [
        ({}, ""),
        ({"": 3}, f"{HEAD}x_days 3\n"),
        ({"": 1769904000.25}, f"{HEAD}x_days 1769904000.25\n"),
        ({"a": 0.1, "b": 30.0}, f'{HEAD}x_days{{of="a"}} 0.1\nx_days{{of="b"}} 30\n'),
        ({'a "b"\\\n': 1}, f'{HEAD}x_days{{of="a \\"b\\"\\\\\\n"}} 1\n'),
    ],
)
def test_values_are_written_as_the_format_wants_them(values, lines) -> None:
    assert page(gauge("x_days", "days left", values, "of")) == lines
