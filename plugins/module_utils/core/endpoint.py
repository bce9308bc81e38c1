# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``host:port`` written of a host and a port, as Kafka, ZooKeeper and their clients read it (host_port.py)."""

from __future__ import annotations

import re

from .errors import GroundworkError


def join(host: str, port: object) -> str:
    """*host*, a name or an address, and its *port*. Raises GroundworkError for a host that nobody could look up."""
    if not host or re.search(r"[\s\[\]/,]", host):
        raise GroundworkError(
            f"{host!r} is no host; give kafka_host or zookeeper_host as a name or an address alone, an IPv6 address "
            "without brackets, such as 2001:db8::1."
        )
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
