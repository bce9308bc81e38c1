# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Connections to servers whose protocols are spoken here, as no client for them is on every host."""

from __future__ import annotations

import socket
import ssl
from contextlib import contextmanager
from typing import Iterator


@contextmanager
def opened(host: str, port: int, context: ssl.SSLContext | None, seconds: float) -> Iterator[socket.socket]:
    """A connection to *host*:*port*, over TLS where *context* tells how; no step of it waits longer than *seconds*.

    Raises OSError where nobody answers, or with a certificate that is not trusted.
    """
    with socket.create_connection((host, port), timeout=seconds) as connection:
        if context is None:
            yield connection
        else:
            with context.wrap_socket(connection, server_hostname=host) as secured:
                yield secured


def exactly(connection: socket.socket, count: int) -> bytes:
    """The next *count* bytes; ConnectionResetError where there come fewer."""
    found = b""
    while len(found) < count:
        part = connection.recv(count - len(found))
        if not part:
            raise ConnectionResetError("it closed the connection")
        found += part
    return found
