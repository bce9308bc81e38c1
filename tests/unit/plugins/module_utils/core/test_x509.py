# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is read of certificates, held against the library that made them."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress

import pytest
from cryptography import x509 as library
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from ansible_collections.groundwork.kafka.plugins.module_utils.core import x509

BROKEN = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
CURVE, RSA = ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048)


def made(*names, until=datetime.datetime(2031, 3, 4, 5, 6, 7), key=CURVE, extensions=()):
    name = library.Name([library.NameAttribute(oid, value) for oid, value in names])
    builder = (
        library.CertificateBuilder()
        .subject_name(name)
        .issuer_name(library.Name([library.NameAttribute(NameOID.COMMON_NAME, "the issuer")]))
        .public_key(key.public_key())
        .serial_number(4711)
        .not_valid_before(datetime.datetime(1999, 1, 1))
        .not_valid_after(until)
    )
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(key, hashes.SHA256())


@pytest.mark.parametrize("key", [CURVE, RSA], ids=["curve", "rsa"])
@pytest.mark.parametrize("year", [1999, 2031, 2049, 2050, 9999])
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([(NameOID.ORGANIZATION_NAME, "Example"), (NameOID.COMMON_NAME, "kafka1.example.com")], "kafka1.example.com"),
        ([(NameOID.COMMON_NAME, "Küche 日本")], "Küche 日本"),
        ([(NameOID.ORGANIZATION_NAME, "x" * 60)], "serial number 1267"),
    ],
)
def test_a_certificate_is_read_as_the_library_reads_it(key, year, names, expected):
    one = made(*names, until=datetime.datetime(year, 3, 4, 5, 6, 7), key=key)
    found = x509.read(one.public_bytes(serialization.Encoding.DER))
    assert found[:3] == (expected, one.not_valid_after_utc.timestamp(), one.fingerprint(hashes.SHA256()).hex())
    assert found[3:] == ("the issuer", ())


def test_whom_a_certificate_is_for_is_read_as_the_library_reads_it():
    names = [
        library.DNSName("kafka1.example.com"),
        library.RFC822Name("people@example.com"),
        library.IPAddress(ipaddress.ip_address("192.0.2.7")),
        library.DNSName("*.example.com"),
        library.UniformResourceIdentifier("spiffe://example/kafka"),
        library.IPAddress(ipaddress.ip_address("2001:db8::7")),
    ]
    extensions = [library.BasicConstraints(ca=False, path_length=None), library.SubjectAlternativeName(names)]
    der = made((NameOID.COMMON_NAME, "kafka1"), extensions=extensions).public_bytes(serialization.Encoding.DER)
    assert x509.read(der).names == ("kafka1.example.com", "192.0.2.7", "*.example.com", "2001:db8::7")
    for at in range(len(der)):
        for broken in (der[:at], der[:at] + bytes([der[at] ^ 0xFF]) + der[at + 1 :]):
            with contextlib.suppress(ValueError):
                x509.read(broken)


@pytest.mark.parametrize("names", ["300a8708" + "00" * 8, "3003820161" + "87", "04"])
def test_a_name_that_cannot_be_read_costs_nothing_else(names):
    """Until when it is valid is what people have to know."""
    extension = library.UnrecognizedExtension(library.ObjectIdentifier("2.5.29.17"), bytes.fromhex(names))
    der = made((NameOID.COMMON_NAME, "kafka1"), extensions=[extension]).public_bytes(serialization.Encoding.DER)
    found = x509.read(der)
    assert (found.name, found.until, found.names) == ("kafka1", 1930367167.0, ())


def test_all_of_a_truststore_are_read_but_what_is_none():
    pem = [made((NameOID.COMMON_NAME, name)).public_bytes(serialization.Encoding.PEM).decode() for name in ("a", "b")]
    assert [one.name for one in x509.every(f"# both\n{BROKEN}{pem[0]}{pem[1]}")] == ["a", "b"]


def test_the_first_of_a_keystore_is_the_servers_own():
    own, issuer = made((NameOID.COMMON_NAME, "own")), made((NameOID.COMMON_NAME, "issuer"))
    key = CURVE.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem = [one.public_bytes(serialization.Encoding.PEM) for one in (own, issuer)]
    found = x509.first((key + b"Bag Attributes\n" + b"".join(pem)).decode())
    assert found is not None
    assert found.name == "own"


@pytest.mark.parametrize("text", ["", "x", BROKEN, "-----BEGIN CERTIFICATE-----\n"])
def test_what_is_no_certificate_is_none(text):
    assert x509.first(text) is None


def test_a_keystore_of_beginnings_alone_is_read_once(no_waiting):  # noqa: ARG001
    """Any user may name one, in the configuration of what looks like a server."""
    assert x509.first("-----BEGIN CERTIFICATE-----\n" * 500_000) is None


def test_no_cut_or_changed_certificate_is_an_error_of_its_own():
    der = made((NameOID.COMMON_NAME, "kafka1")).public_bytes(serialization.Encoding.DER)
    for at in range(len(der)):
        for broken in (der[:at], der[:at] + bytes([der[at] ^ 0xFF]) + der[at + 1 :]):
            try:
                x509.read(broken)
            except ValueError:
                continue
