# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Versions in numbers, and that of the collection, for a host that does not have the collection's galaxy.yml."""

from __future__ import annotations

import re
from typing import Tuple

VERSION = "0.3.0"

Release = Tuple[int, ...]


def numbers(text: str) -> Release:
    """The numbers that *text* begins with, such as (6, 1, 0) of 6.1.0-13-amd64; none where it begins with no digit."""
    match = re.match(r"[0-9]+(?:\.[0-9]+)*", text)
    return tuple(int(part) for part in match.group().split(".")) if match else ()
