# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Text from outside, such as names that clients choose, as it can be shown on a terminal. The collection shares it."""

from __future__ import annotations


def escaped(text: str) -> str:
    """*text* with all written out that could steer a terminal or begin a line; twice is no harm.

    Whatever prints, prints by it: names of groups, hosts and files are anybody's free text.
    """
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def _escape(letter: str) -> str:
    if ord(letter) < 0x100:
        return f"\\x{ord(letter):02x}"
    return letter.encode("ascii", errors="backslashreplace").decode()
