# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``host:port`` as Kafka, ZooKeeper and their clients write it: an IPv6 address is in brackets there, only there."""

from __future__ import annotations

import re
from typing import Tuple

from .errors import GroundworkError

_ENDPOINT = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+(?:%[^\[\]\s]+)?)\]|(?P<name>[^\s:/\[\]]+)):(?P<port>[0-9]+)\Z")


def join(host: str, port: object) -> str:
    """*host*, a name or an address, and its *port*. Raises GroundworkError for a host that nobody could look up."""
    if not host or re.search(r"[\s\[\]/,]", host):
        raise GroundworkError(
            f"{host!r} is no host; give kafka_host or zookeeper_host as a name or an address alone, an IPv6 address "
            "without brackets, such as 2001:db8::1."
        )
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def split(text: str) -> Tuple[str, int] | None:
    """Host and port of what :func:`join` gives; None for anything else."""
    found = _ENDPOINT.match(text.strip())
    return (found.group("six") or found.group("name"), int(found.group("port"))) if found else None
