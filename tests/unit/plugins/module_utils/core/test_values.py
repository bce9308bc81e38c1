# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import values
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4096\t65536\t2048000\n", ("4096", "65536", "2048000")),
        ("4096   65536 2048000", ("4096", "65536", "2048000")),
        ("0x10", ("16",)),
        ("010", ("8",)),
        ("-0x1", ("-1",)),
        ("00", ("0",)),
        ("fq_codel", ("fq_codel",)),
        ("", ()),
    ],
)
def test_tokens(text, expected):
    assert values.tokens(text) == expected


def test_tokens_at_a_separator():
    assert values.tokens("1024 : 4096", ":") == ("1024", "4096")


@pytest.mark.parametrize(
    ("rule", "wanted", "found", "expected"),
    [
        ("exact", "1", "1", True),
        ("exact", "1", "2", False),
        ("exact", "4096 65536 2048000", "4096\t65536\t2048000", True),
        ("at_least", "100", "100", True),
        ("at_least", "100", "99", False),
        ("at_least", "100", "infinity", True),
        ("at_least", "9", "10", True),
        ("at_least", "1 2 3", "1 3 2", False),
        ("at_least", "1 2 3", "1 2", False),
        ("at_least", "1", "text", False),
        ("at_most", "5", "5", True),
        ("at_most", "5", "6", False),
    ],
)
def test_satisfies(rule, wanted, found, expected):
    assert values.satisfies(rule, values.tokens(wanted), values.tokens(found)) is expected


def test_nothing_satisfies_no_rule():
    assert values.satisfies("at_least", ("1",), None) is False


@pytest.mark.parametrize(
    ("rule", "wanted", "other", "expected"),
    [
        ("at_least", "4096 65536 2048000", "4096 16384 4194304", "4096 65536 4194304"),
        ("at_least", "10", "9", "10"),
        ("at_most", "4096 65536 2048000", "4096 16384 4194304", "4096 16384 2048000"),
        ("exact", "10", "20", "10"),
        ("at_least", "10", "10 20", "10"),
        ("at_least", "10", "text", "10"),
        ("at_least", "10", "infinity", "infinity"),
    ],
)
def test_combine(rule, wanted, other, expected):
    assert values.combine(rule, values.tokens(wanted), values.tokens(other)) == values.tokens(expected)


@pytest.mark.parametrize(
    ("given", "elements", "expected"),
    [
        (1, 1, ("1",)),
        ("1", 1, ("1",)),
        ([4096, "65536", 2048000], 3, ("4096", "65536", "2048000")),
        ("4096 65536\t2048000", 3, ("4096", "65536", "2048000")),
        (0, 1, ("0",)),
    ],
)
def test_parse(given, elements, expected):
    assert values.parse("x", given, elements) == expected


@pytest.mark.parametrize(
    ("given", "elements", "sentence"),
    [
        (
            True,
            1,
            "x: a number is needed, not the boolean true; write digits, "
            "such as 1 or 0, since YAML reads yes, no, on and off as booleans.",
        ),
        ([4096, False, 1], 3, "not the boolean false"),
        ("yes", 1, "x: a number is needed, not 'yes'; write digits only."),
        ("5.5", 1, "x: a number is needed, not '5.5'; write digits only."),
        (5.5, 1, "x: a whole number is needed, not 5.5; write it without a fraction."),
        (None, 1, "x: a whole number is needed, not None"),
        ({}, 1, "x: a whole number is needed, not {}"),
        ("", 1, "x: a value is needed, and it is empty; give one or leave the setting out."),
        ([], 3, "x: a value is needed, and it is empty"),
        ("9" * 5000, 1, "x: 99999999999999999999... is too large; give at most 20 digits."),
        (-1, 1, "x: -1 is negative; give 0 or a larger number."),
        ("1 2", 1, "x: 1 number is needed, and 2 given (1 2); correct the value."),
        ("1 2", 3, "x: 3 numbers are needed, and 2 given (1 2); correct the value."),
    ],
)
def test_parse_refuses(given, elements, sentence):
    with pytest.raises(GroundworkError) as caught:
        values.parse("x", given, elements)
    assert sentence in str(caught.value)


def test_parse_takes_text_where_no_number_is_asked_for():
    assert values.parse("net.ipv4.tcp_congestion_control", "bbr", numeric=False) == ("bbr",)


@pytest.mark.parametrize(("given", "expected"), [(3, 3), ("7", 7), (9, 9), (-2, -2)])
def test_integer(given, expected):
    assert values.integer("x", given, -2, 9) == expected


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (2, "x: 2 cannot be; give a whole number from 3 to 9."),
        (10, "x: 10 cannot be; give a whole number from 3 to 9."),
        (-1, "x: -1 cannot be"),
        (True, "x: a number is needed, not the boolean true"),
        ("three", "x: a number is needed, not 'three'"),
        ("\u0663", "x: a number is needed"),
        ("4 5", "x: 1 number is needed, and 2 given"),
        (4.0, "x: a whole number is needed"),
    ],
)
def test_integer_refuses(given, sentence):
    with pytest.raises(GroundworkError) as caught:
        values.integer("x", given, 3, 9)
    assert sentence in str(caught.value)
