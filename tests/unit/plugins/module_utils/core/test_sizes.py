# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import sizes
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("6g", 6442450944),
        ("512m", 536870912),
        ("1G", 1073741824),
        ("64K", 65536),
        ("1t", 1099511627776),
        (" 1024 ", 1024),
        (7, 7),
    ],
)
def test_sizes_in_bytes(text: object, size: int) -> None:
    assert sizes.parse_size(text, "heap") == size


@pytest.mark.parametrize("text", ["", "0", "0g", "-1g", "1.5g", "6gb", "6 g", "g", "six", True, None, "²g"])
def test_what_is_no_size_is_refused_by_name(text: object) -> None:
    with pytest.raises(GroundworkError) as raised:
        sizes.parse_size(text, "heap")
    assert str(raised.value) == (
        f"heap: {text!r} is not a size; give a whole number with k, m, g or t behind it, such as 6g or 512m."
    )


@pytest.mark.parametrize(
    ("size", "text"), [(6442450944, "6g"), (1610612736, "1536m"), (1025, "1025"), (2048, "2k"), (0, "0")]
)
def test_sizes_are_shown_exactly_in_the_largest_unit(size: int, text: str) -> None:
    assert sizes.show_size(size) == text
