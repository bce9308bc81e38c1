# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether something accepts connections at a host and port. The collection and the validation share it."""

from __future__ import annotations

import socket


def resolves(host: str) -> bool:
    """Whether the name *host* has an address on this machine; one that is an address has."""
    try:
        socket.getaddrinfo(host, None)
    except OSError:
        return False
    return True


def refusal(host: str, port: int, seconds: float) -> str:
    """Empty when something at *host*:*port* accepts a connection within so many *seconds*, else why not."""
    try:
        socket.create_connection((host, port), timeout=seconds).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""
