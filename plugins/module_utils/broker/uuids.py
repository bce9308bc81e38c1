# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Ids as Kafka writes them: 22 letters for 16 bytes."""

from __future__ import annotations

import base64
import uuid


def text(raw: bytes) -> str:
    """The letters for the 16 bytes *raw*."""
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def new() -> str:
    """A new id, of which the first letter is no dash, which a command would misread."""
    while True:
        made = text(uuid.uuid4().bytes)
        if not made.startswith("-"):
            return made


def as_hex(letters: str) -> str:
    """The id *letters* as the admin API of other languages tells it, with dashes; empty for what is none."""
    try:
        return str(uuid.UUID(bytes=base64.urlsafe_b64decode(letters + "==")))
    except ValueError:
        return ""


def letters(dashed: str) -> str:
    """The id that the admin API tells as *dashed*, as Kafka's own programs take it; empty for what is none."""
    try:
        return text(uuid.UUID(dashed).bytes)
    except ValueError:
        return ""
