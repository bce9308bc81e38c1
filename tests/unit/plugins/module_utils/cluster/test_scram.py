# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The handshake with a broker that is written down here."""

from __future__ import annotations

import base64
import hashlib
import hmac
import socket
import struct
import threading

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import scram
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

SALT, ITERATIONS = b"salted", 4096


class Broker(threading.Thread):
    """Speaks both requests over one end of a pair of sockets, and knows one user's password."""

    def __init__(self, end, *, handshake=0, nonce=None, code=58, raw=None):
        super().__init__(daemon=True)
        self.end, self.handshake, self.nonce, self.code, self.raw = end, handshake, nonce, code, raw
        self.received = []

    def run(self):
        with self.end:
            self.ask()
            if self.raw is not None:
                self.end.sendall(self.raw)
                return
            self.answer(struct.pack(">hi", self.handshake, 0))
            if self.handshake:
                return
            first = self.ask()[4:].decode()
            nonce = (self.nonce or first.split("r=")[1]) + "server"
            if not first.startswith("n,,n=alice=2C =3D,"):
                self.refuse()
                return
            challenge = f"r={nonce},s={base64.b64encode(SALT).decode()},i={ITERATIONS}"
            self.reply(challenge)
            last = self.ask()
            if not last:
                return
            without, proof = last[4:].decode().split(",p=")
            if proof == self.proof(",".join([first[3:], challenge, without])):
                self.reply("v=signature")
            else:
                self.refuse()

    def ask(self):
        header = self.end.recv(4, socket.MSG_WAITALL)
        if not header:
            return b""
        data = self.end.recv(struct.unpack(">i", header)[0], socket.MSG_WAITALL)
        self.received.append(data)
        return data[8 + 2 + len("groundwork") :]

    def answer(self, body):
        self.end.sendall(struct.pack(">ii", 4 + len(body), 1) + body)

    def reply(self, text):
        self.answer(struct.pack(">hhi", 0, -1, len(text)) + text.encode())

    def refuse(self):
        self.answer(struct.pack(">hh", self.code, 7) + b"refused" + struct.pack(">i", 0))

    def proof(self, message):
        salted = hashlib.pbkdf2_hmac("sha512", b"pass w\xc3\xb6rd", SALT, ITERATIONS)
        key = hmac.digest(salted, b"Client Key", "sha512")
        signature = hmac.digest(hashlib.sha512(key).digest(), message.encode(), "sha512")
        return base64.b64encode(bytes(a ^ b for a, b in zip(key, signature))).decode()


def accepts(user, password, **broker):
    ours, theirs = socket.socketpair()
    thread = Broker(theirs, **broker)
    thread.start()
    with ours:
        ours.settimeout(10)
        try:
            return scram._authenticate(ours, user, password)
        finally:
            ours.close()
            thread.join(10)
            assert not any(password.encode() in message for message in thread.received)


@pytest.mark.parametrize(
    ("user", "password", "expected"),
    [("alice, =", "pass wörd", True), ("alice, =", "pass word", False), ("nobody", "pass wörd", False)],
)
def test_a_password_is_taken_or_refused(user, password, expected):
    assert accepts(user, password) is expected


@pytest.mark.parametrize(
    ("broker", "sentence"),
    [
        ({"handshake": 33}, "has no SCRAM-SHA-512; run the playbook with kafka_security_enabled"),
        ({"nonce": "another"}, "answered another client's SCRAM message"),
        ({"raw": b"HTTP/1.1 400 Bad Request\r\n\r\n"}, "does not speak Kafka's protocol"),
    ],
)
def test_one_sentence_tells_what_is_no_such_listener(broker, sentence):
    with pytest.raises(GroundworkError) as error:
        accepts("alice, =", "pass wörd", **broker)
    assert sentence in str(error.value)


def test_another_error_is_no_refusal():
    with pytest.raises(GroundworkError, match="ended the SCRAM handshake with its error 35"):
        accepts("alice, =", "wrong", code=35)


def test_a_closed_connection_is_no_refusal():
    with pytest.raises(ConnectionResetError):
        accepts("alice, =", "pass wörd", raw=b"")
