# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One node of a ZooKeeper, read over its client protocol, which is all that a host without a client can be asked by.

Source: zookeeper.jute of ZooKeeper 3.8.4. Numbers are big-endian; a message, text or buffer has its length before it.
"""

from __future__ import annotations

import socket
import ssl
import struct
from typing import Tuple

from ..core import connections

_ATTEMPT_SECONDS = 5
_SESSION_MILLISECONDS = 10000
_LONGEST = 1 << 20
_GET_DATA, _CLOSE_SESSION = 4, -11
_NO_NODE = -101
_XID = 1
_REPLY = struct.Struct(">iqi")  # xid, zxid, error
_STAT = struct.Struct(">qqqqiiiqiiq")
_NUMBER_OF_CHILDREN = 9


def read(host: str, port: int, path: str, context: ssl.SSLContext | None = None) -> bytes | None:
    """The data of the node *path*, None where there is no such node; over TLS where *context* tells how.

    Raises OSError where nobody answers at *host*:*port*, or nobody who serves.
    """
    found = _node(host, port, path, context)
    return None if found is None else found[0]


def children(host: str, port: int, path: str, context: ssl.SSLContext | None = None) -> int:
    """How many nodes lie below the node *path*; none where there is no such node. Raises as :func:`read` does."""
    found = _node(host, port, path, context)
    if found is None:
        return 0
    if len(found[1]) < _STAT.size:
        raise OSError("it answers what ZooKeeper does not")
    return int(_STAT.unpack_from(found[1])[_NUMBER_OF_CHILDREN])


def _node(host: str, port: int, path: str, context: ssl.SSLContext | None) -> Tuple[bytes, bytes] | None:
    """The data of the node *path* and what is told of it (Stat), None where there is no such node."""
    with connections.opened(host, port, context, _ATTEMPT_SECONDS) as connection:
        _send(connection, struct.pack(">iqiq", 0, 0, _SESSION_MILLISECONDS, 0) + _text(bytes(16)) + b"\0")
        _receive(connection)  # the session; a server that does not serve closes the connection instead
        _send(connection, struct.pack(">ii", _XID, _GET_DATA) + _text(path.encode()) + b"\0")
        answer = _receive(connection)
        _send(connection, struct.pack(">ii", _XID + 1, _CLOSE_SESSION))
    if len(answer) < _REPLY.size:
        raise OSError("it answers what ZooKeeper does not")
    _xid, _zxid, error = _REPLY.unpack_from(answer)
    if error == _NO_NODE:
        return None
    if error or len(answer) < _REPLY.size + 4:
        raise OSError(f"it answers with the error {error}")
    (length,) = struct.unpack_from(">i", answer, _REPLY.size)
    begin, end = _REPLY.size + 4, _REPLY.size + 4 + max(length, 0)
    return answer[begin:end], answer[end:]


def _text(text: bytes) -> bytes:
    return struct.pack(">i", len(text)) + text


def _send(connection: socket.socket, message: bytes) -> None:
    connection.sendall(_text(message))


def _receive(connection: socket.socket) -> bytes:
    (length,) = struct.unpack(">i", connections.exactly(connection, 4))
    if not 0 <= length <= _LONGEST:
        raise OSError("it answers what ZooKeeper does not")
    return connections.exactly(connection, length)
