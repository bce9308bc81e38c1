# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""HOST:PORT as Kafka, ZooKeeper and their clients read it. The collection and the validation share it."""

from __future__ import annotations

import re
import socket

#: Kafka takes no other letters in a host. A link-local address is reached by its zone alone, which stands behind ``%``.
_HOST_PORT = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]+)(?P<zone>%[A-Za-z0-9._-]+)?\]|(?P<name>[A-Za-z0-9_][A-Za-z0-9._-]*))"
    r":(?P<port>[0-9]{1,5})\Z"
)
LARGEST_PORT = 65535


def split(text: str) -> tuple[str, int] | None:
    """Host and port of HOST:PORT, an IPv6 address without its brackets; None for anything else, blanks among it."""
    found = _HOST_PORT.match(text)
    if not found or not 1 <= int(found.group("port")) <= LARGEST_PORT:
        return None
    port = int(found.group("port"))
    if found.group("name"):
        return found.group("name"), port
    try:
        socket.inet_pton(socket.AF_INET6, found.group("six"))
    except OSError:
        return None
    return found.group("six") + (found.group("zone") or ""), port
