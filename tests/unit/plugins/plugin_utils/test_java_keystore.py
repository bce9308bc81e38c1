# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Java itself reads the keystore, in tests/admin/test_exporter.py; here is what needs no Java."""

from __future__ import annotations

import hashlib

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils import java_keystore

# No key and no certificate: the format does not look into them.
KEY = "-----BEGIN PRIVATE KEY-----\nAAECAwQFBgcICQ==\n-----END PRIVATE KEY-----\n"
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nCgsMDQ==\n-----END CERTIFICATE-----\n"


def test_it_begins_and_ends_as_java_wants_it() -> None:
    found = java_keystore.of_pem(KEY + CERTIFICATE + CERTIFICATE, "server", "planted")
    assert found.startswith(bytes.fromhex("feedfeed 00000002 00000001 00000001 0006") + b"server" + bytes(8))
    assert found.count(b"\x00\x05X.509\x00\x00\x00\x04\x0a\x0b\x0c\x0d") == 2
    secret = "planted".encode("utf-16-be")
    assert found[-20:] == hashlib.sha1(secret + b"Mighty Aphrodite" + found[:-20]).digest()  # noqa: S324
    assert bytes(range(10)) not in found, "the key is hidden"


def test_the_same_gives_the_same_and_another_key_another() -> None:
    first = java_keystore.of_pem(KEY + CERTIFICATE, "server", "planted")
    assert first == java_keystore.of_pem(KEY + CERTIFICATE, "server", "planted")
    assert first != java_keystore.of_pem(KEY.replace("AAEC", "AAED") + CERTIFICATE, "server", "planted")


def test_without_a_key_there_is_none() -> None:
    with pytest.raises(ValueError, match="no private key"):
        java_keystore.of_pem(CERTIFICATE, "server", "planted")
