# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from fractions import Fraction

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import amounts
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (1, 1),
        ("1073741824", 1073741824),
        ("100 MB", 100_000_000),
        ("1GiB", 1073741824),
        ("2.5 kB", 2500),
        (" 1.25 GB ", 1_250_000_000),
        (1e9, 1_000_000_000),
        ("4 TB", 4_000_000_000_000),
    ],
)
def test_sizes_are_bytes_or_have_a_unit(given, expected):
    assert amounts.size("a", given) == expected


@pytest.mark.parametrize("given", ["", "ten", "1 Mb", "-1", "-5 MB", True, [1], "1 MB/s", "1 GB 2", "१", "9" * 30])
def test_what_is_no_size_is_refused(given):
    with pytest.raises(GroundworkError, match=r"^load.a: .* is no size; give a positive number of bytes"):
        amounts.size("load.a", given)


@pytest.mark.parametrize("given", ["1.5", 0, "0.0001 kB", "10000000 TiB"])
def test_sizes_that_cannot_be_are_refused(given):
    with pytest.raises(GroundworkError, match=r"^a: .* cannot be; give whole bytes, from 1 to"):
        amounts.size("a", given)


@pytest.mark.parametrize(("given", "expected"), [(24, Fraction(24)), ("2.5", Fraction(5, 2)), (0.1, Fraction(1, 10))])
def test_numbers_are_exact(given, expected):
    assert amounts.number("a", given, 0, 100) == expected


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (-1, "a: -1 cannot be; give a number from 0 to 100."),
        (101, "a: 101 cannot be; give a number from 0 to 100."),
        ("5%", "a: '5%' is no number; give digits, such as 24 or 2.5."),
        ("1/2", "a: '1/2' is no number; give digits, such as 24 or 2.5."),
        (True, "a: True is no number; give digits, such as 24 or 2.5."),
        (float("nan"), "a: nan is no number; give digits, such as 24 or 2.5."),
        (float("inf"), "a: inf is no number; give digits, such as 24 or 2.5."),
    ],
)
def test_what_is_no_number_is_refused(given, sentence):
    with pytest.raises(GroundworkError) as caught:
        amounts.number("a", given, 0, 100)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, "0 B"),
        (375, "375 B"),
        (Fraction(1000, 3), "333 B"),
        (1073741824, "1 GiB"),
        (1610612736, "1,536 MiB"),
        (6 * 1073741824, "6 GiB"),
        (50_000_000, "50 MB"),
        (25_000_000_000, "25 GB"),
        (2_400_000_000, "2.4 GB"),
        (Fraction(123456789), "123 MB"),
        (Fraction(139_900_001), "140 MB"),
        (Fraction(99_999, 10), "10 kB"),
    ],
)
def test_sizes_as_people_read_them(count, expected):
    assert amounts.shown_size(count) == expected


@pytest.mark.parametrize(
    ("count", "expected"), [(24, "24 h"), (48, "2 d"), (168, "7 d"), (Fraction(5, 2), "2.5 h"), (50, "50 h")]
)
def test_hours_as_people_read_them(count, expected):
    assert amounts.shown_hours(count) == expected


@pytest.mark.parametrize(
    ("count", "expected"), [(730000, "730,000"), (Fraction(1, 3), "0.333"), (Fraction(4001, 2), "2,000")]
)
def test_counts_as_people_read_them(count, expected):
    assert amounts.shown(count) == expected
