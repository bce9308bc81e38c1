# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A keystore for programs that read Java's own format alone (JKS), out of a key and certificates in PEM.

The same key and certificates give the same bytes, so that a run that brings nothing new changes nothing; PKCS #12, as
libraries write it, has other ones each time. Java reads it also where a PKCS #12 keystore is asked for, its default
(keystore.type.compat). Source of the format: sun.security.provider.JavaKeyStore and KeyProtector of the JDK.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
import ssl
import struct
from base64 import b64decode
from collections.abc import Iterator

_BLOCK = re.compile(r"-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", re.DOTALL)
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
_MAGIC, _VERSION, _PRIVATE_KEY, _NO_TIME = 0xFEEDFEED, 2, 1, 0
_WHITENER = b"Mighty Aphrodite"
_SALT_BYTES = 20
#: AlgorithmIdentifier of the JDK's own protection of keys, 1.3.6.1.4.1.42.2.17.1.1.
_ALGORITHM = bytes.fromhex("300e060a2b060104012a021101010500")


def of_pem(pem: str, alias: str, password: str) -> bytes:
    """The keystore of *pem*, a key as PKCS #8 and its certificates, the server's own first, under *alias*."""
    match = _BLOCK.search(pem)
    if match is None:
        raise ValueError("no private key in PKCS #8")
    secret = password.encode("utf-16-be")
    certificates = [ssl.PEM_cert_to_DER_cert(one) for one in _CERTIFICATE.findall(pem)]
    body = struct.pack(">III", _MAGIC, _VERSION, 1)
    body += struct.pack(">I", _PRIVATE_KEY) + _text(alias) + struct.pack(">Q", _NO_TIME)
    body += _bytes(_protected(b64decode(match.group(1)), secret))
    body += struct.pack(">I", len(certificates))
    body += b"".join(_text("X.509") + _bytes(one) for one in certificates)
    return body + hashlib.sha1(secret + _WHITENER + body).digest()  # noqa: S324 the format's own check


def _protected(key: bytes, secret: bytes) -> bytes:
    """*key* as an EncryptedPrivateKeyInfo."""
    salt = hmac.new(key, b"salt", hashlib.sha256).digest()[:_SALT_BYTES]
    hidden = bytes(one ^ other for one, other in zip(key, _stream(salt, secret)))
    check = hashlib.sha1(secret + key).digest()  # noqa: S324
    return _der(0x30, _ALGORITHM + _der(0x04, salt + hidden + check))


def _stream(salt: bytes, secret: bytes) -> Iterator[int]:
    block = salt
    for _number in itertools.count():
        block = hashlib.sha1(secret + block).digest()  # noqa: S324
        yield from block


def _der(tag: int, content: bytes) -> bytes:
    length = len(content)
    if length < 0x80:
        return bytes([tag, length]) + content
    size = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(size)]) + size + content


def _text(text: str) -> bytes:
    encoded = text.encode()
    return struct.pack(">H", len(encoded)) + encoded


def _bytes(content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + content
