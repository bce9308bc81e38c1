# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import key_values

CODECS = "none|gzip"


@pytest.mark.parametrize(
    ("value", "kind", "limits"),
    [
        ("8", "int", "1.."),
        (" 8 ", "int", "1.."),
        ("-1", "int", "1..9,-1"),
        ("2147483647", "int", "-"),
        ("9223372036854775807", "long", "-2.."),
        ("TRUE", "boolean", "-"),
        ("0.5", "double", "0..1"),
        ("gzip", "string", CODECS),
        ("", "list", "compact|delete"),
        ("compact, delete", "list", "compact|delete"),
        ("upgrade", "string", "~DISABLED|UPGRADE"),
        ("x", "string", "filled"),
        ("", "string", "-"),
        ("${vault:kafka:threads}", "int", "1.."),
    ],
)
def test_values_that_kafka_takes(value: str, kind: str, limits: str) -> None:
    assert key_values.wrong(value, kind, limits) == ""


@pytest.mark.parametrize(
    ("value", "kind", "limits", "said"),
    [
        ("0", "int", "1..", "is '0' where a whole number of at least 1 is wanted"),
        ("1g", "int", "14..", "is '1g' where a whole number of at least 14 is wanted"),
        ("1.5", "long", "-", "is '1.5' where a whole number is wanted"),
        ("", "int", "-", "is '' where a whole number is wanted"),
        ("2147483648", "int", "-", "is '2147483648' where a whole number is wanted"),
        ("32768", "short", "1..", "is '32768' where a whole number of at least 1 is wanted"),
        ("10", "int", "1..9,-1", "is '10' where a whole number from 1 to 9, or -1, is wanted"),
        ("2", "double", "0..1", "is '2' where a number from 0 to 1 is wanted"),
        ("half", "double", "0..1", "is 'half' where a number from 0 to 1 is wanted"),
        ("yes", "boolean", "-", "is 'yes' where true or false is wanted"),
        ("GZIP", "string", CODECS, "is 'GZIP' where one of none, gzip is wanted"),
        ("compact,drop", "list", "compact|delete", "is 'drop' where one of compact, delete is wanted"),
        (" ", "string", "filled", "is empty where a value is wanted"),
    ],
)
def test_values_that_kafka_refuses(value: str, kind: str, limits: str, said: str) -> None:
    assert key_values.wrong(value, kind, limits) == said


KNOWN = "0.8.0 0.10.0 0.10.0-IV0 0.11.0 3.8 3.8-IV0 3.9 3.9-IV0 4.0-IV0"


@pytest.mark.parametrize(
    "value", ["3.9", " 3.9 ", "3.9-IV0", "3.9.1", "3.8.x", "0.8.0", "0.11.0.1", "4.0-IV0", "${v:p}"]
)
def test_protocols_that_kafka_takes(value: str) -> None:
    assert not key_values.wrong_protocol(value, KNOWN)


@pytest.mark.parametrize("value", ["3.99", "3", "3.9.", "3.9-IV1", "4.0", "0.10", "", "latest"])
def test_protocols_that_kafka_refuses(value: str) -> None:
    assert key_values.wrong_protocol(value, KNOWN) == (
        f"is {value!r} where a version of the protocol, from 0.8.0 to 3.9, such as 3.9 or 3.9-IV0, is wanted"
    )
