# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates and keys as Java reads them, whatever form they are given in."""

from __future__ import annotations

import re
import ssl
import subprocess

import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import pem
from ansible_collections.groundwork.kafka.tests.unit.plugins.plugin_utils.test_certificates import (
    CA,
    GOOD,
    KEY,
    LOCKED,
    PKCS1,
    ROOT,
    RSA,
    STRANGER,
    made,
    name,
    text,
)


@pytest.mark.parametrize("key", [KEY, text(RSA, PKCS1), LOCKED, "Bag Attributes\n" + KEY])
def test_whatever_form_a_key_has_the_keystore_is_the_same(key):
    found = pem.keystore(pem.Given("kafka_tls", "words\n" + GOOD, key, "planted-password"))
    assert found == KEY + GOOD


def test_a_truststore_has_the_certificates_alone():
    assert pem.truststore("# ours\n" + ROOT + "# theirs\n" + STRANGER, "kafka_tls") == ROOT + STRANGER


@pytest.mark.parametrize("between", ["", " ", "\r\n", "\n# theirs\n"])
def test_certificates_of_files_that_were_joined_anyhow_are_read_by_openssl(between):
    joined = pem.certificates_alone(ROOT.rstrip("\n") + between + STRANGER, "kafka_tls_ca")
    assert joined == ROOT + STRANGER
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=joined)
    assert len(context.get_ca_certs()) == 2


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (
            name(
                "kafka1",
                x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"),
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example, Inc."),
                x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Kafka"),
            ),
            "User:CN=kafka1,OU=Kafka,O=Example\\, Inc.,C=DE",
        ),
        (name("Zoë"), "User:CN=Zoë"),
        (name('#1 "<a>\\'), 'User:CN=\\#1 \\"\\<a\\>\\\\'),
    ],
)
def test_a_principal_is_written_as_java_writes_it(subject, expected):
    assert pem.principal(made(subject, RSA, "root", CA), "x") == expected


@pytest.mark.parametrize("common", ["a;b", "a=b"])
def test_a_name_that_java_writes_otherwise_or_that_separates_super_users_is_refused(common):
    with pytest.raises(GroundworkError, match="no semicolon or equals sign"):
        pem.principal(made(common, RSA, "root", CA), "x")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pem.truststore("", "kafka_tls"),
        lambda: pem.principal("", "kafka_tls_certificate"),
        lambda: pem.key_alone(pem.Given("kafka_operator", "", "")),
    ],
)
def test_a_library_that_is_too_old_is_one_sentence_with_the_way(monkeypatch, ask):
    monkeypatch.setattr("cryptography.__version__", "38.0.4")
    with pytest.raises(
        GroundworkError, match=r"cryptography 38\.0\.4, .* run \S+ -m pip install 'cryptography>=42', or"
    ):
        ask()


def test_the_command_that_is_told_writes_a_key_that_is_taken() -> None:
    with pytest.raises(GroundworkError) as raised:
        pem.load_key(pem.Given("kafka_tls", "", KEY.replace(KEY[100:200], "")))
    (command,) = re.findall("`(.+)`", str(raised.value))
    written = subprocess.run(command.split(), input=KEY, capture_output=True, text=True, check=True).stdout
    assert pem.load_key(pem.Given("kafka_tls", "", written))
