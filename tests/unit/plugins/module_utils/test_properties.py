# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils import properties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("log.dirs=/data/1,/data/2\n", {"log.dirs": "/data/1,/data/2"}, id="plain"),
        pytest.param("a = 1\nb:2\nc 3\n", {"a": "1", "b": "2", "c": "3"}, id="the three separators"),
        pytest.param("# a=1\n  ! b=2\n\n", {}, id="comments and empty lines"),
        pytest.param("a=1\na=2\n", {"a": "2"}, id="the last one counts"),
        pytest.param("a=1,\\\n   2\n", {"a": "1,2"}, id="a line that goes on"),
        pytest.param("a=1\\\\\nb=2\n", {"a": "1\\", "b": "2"}, id="a backslash that is meant"),
        pytest.param("a\\=b=\\u0041\\t\n", {"a=b": "A\t"}, id="escapes"),
        pytest.param("a\n", {"a": ""}, id="a key alone"),
        pytest.param("a=b=c\r\n", {"a": "b=c"}, id="lines that end as on Windows"),
    ],
)
def test_parse(text, expected):
    assert properties.parse(text) == expected
