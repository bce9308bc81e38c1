# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""ZooKeeper's four-letter words: https://zookeeper.apache.org/doc/r3.8.4/zookeeperAdmin.html#sc_4lw."""

from __future__ import annotations

import re
import socket
import ssl
import time
from typing import Any, Dict

from ..core import connections
from ..core.errors import GroundworkError

#: How modules take the files of :func:`tls`; documented by the fragment ``zookeeper_tls``.
TLS_ARGUMENTS: Dict[str, Any] = {"keystore": {"type": "path"}, "truststore": {"type": "path"}}

_ATTEMPT_SECONDS = 5.0
_LEAST_SECONDS = 0.01  # none at all would not block, and fail at once


def tls(keystore: str | None, truststore: str | None) -> ssl.SSLContext | None:
    """How to ask a server over TLS, with the key and certificates of the PEM files; None, without TLS, for no files."""
    if not keystore or not truststore:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_verify_locations(cafile=truststore)
        context.load_cert_chain(keystore)
    except OSError as error:  # an SSLError is an OSError
        raise GroundworkError(
            f"{keystore} and {truststore}, with which ZooKeeper is asked over TLS, can't be used ({error}); run the "
            "playbook groundwork.kafka.site again, as root."
        ) from error
    return context


def ask(
    host: str, port: int, word: str, context: ssl.SSLContext | None = None, seconds: float = _ATTEMPT_SECONDS
) -> str:
    """What the server at *host*:*port* answers to the four-letter *word*, over TLS where *context* tells how.

    Raises OSError when it is not reached, also where its certificate is not trusted, or does not end within *seconds*.
    """
    deadline = time.monotonic() + seconds
    with connections.opened(host, port, context, seconds) as connection:
        return _converse(connection, word, deadline)


def _converse(connection: socket.socket, word: str, deadline: float) -> str:
    connection.sendall(word.encode("ascii"))
    if not isinstance(connection, ssl.SSLSocket):  # which has no way to close one direction alone
        connection.shutdown(socket.SHUT_WR)
    answer = b""
    while True:
        connection.settimeout(max(_LEAST_SECONDS, deadline - time.monotonic()))
        part = connection.recv(65536)
        if not part:
            return answer.decode("utf-8", "replace")
        answer += part
        if time.monotonic() > deadline:
            raise TimeoutError("timed out")


def parse_srvr(answer: str) -> Dict[str, str]:
    """Version and mode from the answer to ``srvr``; raises ValueError with the reason when it does not serve."""
    mode = re.search(r"^Mode: (\S+)", answer, re.MULTILINE)
    version = re.search(r"^Zookeeper version: ([^-,\s]+)", answer, re.MULTILINE)
    if mode is None or version is None:
        raise ValueError(answer.strip() or "it closed the connection without an answer")
    return {"mode": mode.group(1), "version": version.group(1)}
