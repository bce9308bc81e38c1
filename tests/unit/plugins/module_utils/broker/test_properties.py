# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How long a text takes that somebody has made to take long; tests/oracle holds what a text means against Java."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties

BYTES = 4 << 20  # a quarter of what is read of a file at most


@pytest.mark.parametrize("line", ["a=b\\\n", " = \\\n"], ids=repr)
def test_a_line_that_goes_on_and_on_is_read_once(no_waiting, line: str) -> None:  # noqa: ARG001
    """Any user of a host may run what looks like a broker, with any configuration."""
    found = properties.parse("x = y\n" + line * (BYTES // len(line)))
    assert (found["x"], len(found)) == ("y", 2)


@pytest.mark.parametrize(
    ("text", "refused"),
    [("a=\\u00e4", False), ("a=\\u12", True), ("a\\u00=b", True), ("a=\\\\u12", False), ("# \\u12\na=b", False)],
)
def test_an_escape_that_java_refuses_is_known(text: str, refused: bool) -> None:
    assert properties.has_malformed_escape(text) is refused
