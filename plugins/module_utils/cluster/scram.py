# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a cluster takes a user's password: the one way to tell, because no one reads a password back.

A handshake by SCRAM-SHA-512 (RFC 5802) in Kafka's protocol (https://kafka.apache.org/protocol.html: SaslHandshake and
SaslAuthenticate), after which the connection is closed. The broker never learns the password from it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import socket
import ssl
import struct
from typing import Dict, Tuple

from ..core import connections
from ..core.errors import GroundworkError

MECHANISM = "SCRAM-SHA-512"
_HANDSHAKE, _AUTHENTICATE = 17, 36  # the requests' numbers
_REFUSED = 58  # SASL_AUTHENTICATION_FAILED
_LARGEST = 1 << 20


def accepts(address: Tuple[str, int], context: ssl.SSLContext, user: str, password: str, timeout: float) -> bool:
    """Whether the broker at *address*, a listener of SASL_SSL, takes the *password* of *user*.

    Raises OSError when it is not reached or its certificate is not trusted, GroundworkError when it has no
    SCRAM-SHA-512.
    """
    with connections.opened(*address, context, timeout) as connection:
        return _authenticate(connection, user, password)


def _authenticate(connection: socket.socket, user: str, password: str) -> bool:
    answer = _call(connection, _HANDSHAKE, 1, _text(MECHANISM))
    if _number(answer):
        raise GroundworkError(
            f"The broker's listener for clients has no {MECHANISM}; run the playbook with kafka_security_enabled on "
            "all of the cluster's brokers first."
        )
    ours = base64.b64encode(os.urandom(24)).decode()
    first = f"n={user.replace('=', '=3D').replace(',', '=2C')},r={ours}"
    challenge = _exchange(connection, f"n,,{first}")
    if challenge is None:
        return False
    fields = _fields(challenge)
    if not fields.get("r", "").startswith(ours):
        raise GroundworkError("The broker answered another client's SCRAM message; look at what stands between.")
    last = f"c=biws,r={fields['r']}"
    message = ",".join([first, challenge, last]).encode()
    salted = hashlib.pbkdf2_hmac("sha512", password.encode(), base64.b64decode(fields["s"]), int(fields["i"]))
    key = _mac(salted, b"Client Key")
    signature = _mac(hashlib.sha512(key).digest(), message)
    proof = base64.b64encode(bytes(a ^ b for a, b in zip(key, signature))).decode()
    return _exchange(connection, f"{last},p={proof}") is not None


def _exchange(connection: socket.socket, message: str) -> str | None:
    """What the broker answers to a SCRAM *message*; None when it refuses the user."""
    data = message.encode()
    answer = _call(connection, _AUTHENTICATE, 0, struct.pack(">i", len(data)) + data)
    code = _number(answer)
    if code == _REFUSED:
        return None
    if code:
        raise GroundworkError(f"The broker ended the SCRAM handshake with its error {code}; look at its journal.")
    skipped = 4 + max(struct.unpack_from(">h", answer, 2)[0], 0)  # an error's text, of which there is none
    size = struct.unpack_from(">i", answer, skipped)[0]
    reply = answer[skipped + 4 : skipped + 4 + size].decode()
    return None if reply.startswith("e=") else reply


def _call(connection: socket.socket, request: int, version: int, body: bytes) -> bytes:
    """Send a request; the body of its answer."""
    message = struct.pack(">hhi", request, version, 1) + _text("groundwork") + body
    connection.sendall(struct.pack(">i", len(message)) + message)
    size = struct.unpack(">i", connections.exactly(connection, 4))[0]
    if not 4 <= size <= _LARGEST:
        raise GroundworkError("What listens there does not speak Kafka's protocol; look at the port.")
    return connections.exactly(connection, size)[4:]


def _number(answer: bytes) -> int:
    return int(struct.unpack_from(">h", answer)[0])


def _text(text: str) -> bytes:
    return struct.pack(">h", len(text)) + text.encode()


def _fields(message: str) -> Dict[str, str]:
    return dict(part.split("=", 1) for part in message.split(",") if "=" in part)


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha512).digest()
