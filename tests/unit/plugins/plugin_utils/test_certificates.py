# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates that a broker can work with, and one that it can't for each reason there is."""

from __future__ import annotations

import datetime
import ipaddress

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import certificates, pem

NOW = datetime.datetime(2026, 6, 1, tzinfo=datetime.timezone.utc)
DAY = datetime.timedelta(days=1)
BOTH = (ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH)
PEM, PKCS8, PKCS1 = (
    serialization.Encoding.PEM,
    serialization.PrivateFormat.PKCS8,
    serialization.PrivateFormat.TraditionalOpenSSL,
)
OPEN = serialization.NoEncryption()
RSA = rsa.generate_private_key(65537, 2048)
SHORT = rsa.generate_private_key(65537, 1024)  # noqa: S505 - it is to be refused
CURVE = ec.generate_private_key(ec.SECP256R1())
CA, SUB, OTHER = (ec.generate_private_key(ec.SECP256R1()) for _number in range(3))


def name(common, *more):
    return x509.Name([*more, x509.NameAttribute(NameOID.COMMON_NAME, common)])


def made(subject, key, issuer, signer, *, names=("kafka1", "10.0.0.1"), usage=BOTH, ca=False, start=-1, end=365):
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject if isinstance(subject, x509.Name) else name(subject))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(NOW + start * DAY)
        .not_valid_after(NOW + end * DAY)
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
    )
    if names:
        general = [
            x509.IPAddress(ipaddress.ip_address(one)) if one[0].isdigit() else x509.DNSName(one) for one in names
        ]
        builder = builder.add_extension(x509.SubjectAlternativeName(general), critical=False)
    if usage:
        builder = builder.add_extension(x509.ExtendedKeyUsage(usage), critical=False)
    return builder.sign(signer, hashes.SHA256()).public_bytes(PEM).decode()


def issuer(subject, key, by=None, signer=None, **more):
    return made(subject, key, by or subject, signer or key, names=(), usage=(), ca=True, **more)


def text(key, form=PKCS8, protection=OPEN):
    return key.private_bytes(PEM, form, protection).decode()


ROOT = issuer("root", CA)
MIDDLE = issuer("middle", SUB, "root", CA)
STRANGER = issuer("root", OTHER)
KEY = text(RSA)
LOCKED = text(RSA, protection=serialization.BestAvailableEncryption(b"planted-password"))
GOOD = made("kafka1", RSA, "root", CA)


def check(certificate=GOOD, key=KEY, ca=ROOT, hosts=("kafka1", "10.0.0.1"), password=""):
    return certificates.check(pem.Given("kafka_tls", certificate, key, password, ca), hosts, NOW)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"key": text(RSA, PKCS1)},
        {"key": LOCKED, "password": "planted-password"},
        {"key": "Bag Attributes\n" + KEY},
        {"certificate": "subject=CN = kafka1\n" + GOOD},
        {"certificate": made("kafka1", CURVE, "root", CA), "key": text(CURVE)},
        {"certificate": made("kafka1", CURVE, "root", CA), "key": text(CURVE, PKCS1)},
        {"certificate": made("kafka1", RSA, "middle", SUB) + MIDDLE},
        {"certificate": made("kafka1", RSA, "middle", SUB), "ca": MIDDLE},
        {"certificate": GOOD + ROOT},
        {"ca": STRANGER + ROOT},
        {"ca": issuer("root", CA, end=-1, start=-9) + ROOT},
        {"certificate": made("kafka1", RSA, "root", CA, names=["*.example.com"]), "hosts": ["Kafka1.Example.com"]},
        {"certificate": made("kafka1", RSA, "root", CA, names=["2001:db8::1"]), "hosts": ["2001:DB8:0::1"]},
        {"certificate": made("kafka1", RSA, "root", CA, usage=())},
        {"certificate": made("kafka1", RSA, "root", CA, usage=[ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE])},
    ],
    ids=[
        "as it should be",
        "the key as PKCS#1",
        "a locked key with its password",
        "words before the key",
        "words before the certificate",
        "an elliptic curve",
        "an elliptic curve as SEC1",
        "one between",
        "only the one between is trusted",
        "with its root",
        "two are trusted, of one name",
        "the old root beside the new",
        "a wildcard",
        "an IPv6 address written differently",
        "without an extended usage",
        "any extended usage",
    ],
)
def test_a_broker_can_work_with_it(given):
    found = check(**given)
    assert found["findings"] == []
    assert found["principal"] == "User:CN=kafka1"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"key": text(CURVE)},
            "kafka_tls_key does not belong to the first certificate in kafka_tls_certificate (CN=kafka1); give the key "
            "that it was requested with, and the server's own certificate before those of its issuers.",
        ),
        ({"certificate": MIDDLE + GOOD}, "first certificate in kafka_tls_certificate (CN=middle); give the key"),
        (
            {"ca": STRANGER},
            "does not lead to kafka_tls_ca: CN=kafka1 is issued by CN=root, and trusted are CN=root; give",
        ),
        (
            {"certificate": made("kafka1", RSA, "middle", SUB)},
            "CN=kafka1 is issued by CN=middle, and trusted are CN=root",
        ),
        (
            {"certificate": GOOD + MIDDLE},
            "has CN=middle after CN=kafka1, which it has not issued; give the server's own",
        ),
        ({"ca": made("root", CA, "root", CA)}, "does not lead to kafka_tls_ca"),
        ({"ca": issuer("root", CA, start=-9, end=-1)}, "kafka_tls_ca has expired (CN=root); give a renewed one"),
        (
            {"hosts": ["kafka1", "10.0.0.2"]},
            "kafka_tls_certificate of CN=kafka1 does not name 10.0.0.2, by which others reach the server (its subject "
            "alternative names: kafka1, 10.0.0.1); ask for one with the IP address 10.0.0.2 among them.",
        ),
        ({"hosts": ["kafka2"]}, "ask for one with the DNS name kafka2 among them"),
        ({"certificate": made("kafka1", RSA, "root", CA, names=())}, "alternative names: none)"),
        (
            {"certificate": made("kafka1", RSA, "root", CA, names=["*.example.com"]), "hosts": ["a.b.example.com"]},
            "does not name a.b.example.com",
        ),
        (
            {"certificate": made("kafka1", RSA, "root", CA, names=["*.example.com"]), "hosts": ["10.0.0.1"]},
            "does not name 10.0.0.1",
        ),
        (
            {"certificate": made("kafka1", RSA, "root", CA, start=-9, end=-1)},
            "kafka_tls_certificate of CN=kafka1 expired on 2026-05-31; give a renewed one.",
        ),
        (
            {"certificate": made("kafka1", RSA, "root", CA, start=1)},
            "of CN=kafka1 is not valid before 2026-06-02 00:00 UTC",
        ),
        (
            {"certificate": made("kafka1", RSA, "middle", SUB) + issuer("middle", SUB, "root", CA, start=-9, end=-1)},
            "of CN=middle expired on 2026-05-31",
        ),
        ({"certificate": made("kafka1", RSA, "root", CA, usage=BOTH[:1])}, "extended key usage without clientAuth"),
        ({"certificate": made("kafka1", RSA, "root", CA, usage=BOTH[1:])}, "extended key usage without serverAuth"),
        (
            {"key": LOCKED},
            "kafka_tls_key is encrypted; give its password in kafka_tls_key_password, or a key without one.",
        ),
        (
            {"key": LOCKED, "password": "wrong"},
            "kafka_tls_key_password does not open kafka_tls_key; give the one that it was",
        ),
        ({"key": text(SHORT)}, "neither an RSA key of 2048 bits or more nor an elliptic curve key"),
        ({"key": text(ed25519.Ed25519PrivateKey.generate())}, "neither an RSA key of 2048 bits or more nor"),
        ({"key": GOOD}, "kafka_tls_key holds no private key in PEM (-----BEGIN PRIVATE KEY-----); give its contents"),
        ({"key": "/etc/ssl/kafka1.key"}, "kafka_tls_key holds no private key in PEM"),
        ({"key": KEY.replace(KEY[100:200], "")}, "kafka_tls_key can't be read; give a private key in PEM"),
        ({"certificate": "/etc/ssl/kafka1.pem"}, "kafka_tls_certificate holds no certificate in PEM"),
        ({"certificate": KEY}, "kafka_tls_certificate holds no certificate in PEM"),
        ({"certificate": GOOD.replace(GOOD[100:200], "")}, "kafka_tls_certificate can't be read as PEM ("),
        ({"ca": ""}, "kafka_tls_ca holds no certificate in PEM"),
        (
            {
                "certificate": made(
                    name("kafka1", x509.NameAttribute(NameOID.EMAIL_ADDRESS, "a@example.com")), RSA, "root", CA
                )
            },
            "which Java writes in another way; ask for a certificate with only CN, OU",
        ),
    ],
)
def test_one_sentence_tells_why_a_broker_can_not_work_with_it(given, sentence):
    with pytest.raises(GroundworkError) as error:
        check(**given)
    assert sentence in str(error.value)


@pytest.mark.parametrize(("days", "findings"), [(29, 1), (31, 0)])
def test_a_certificate_that_expires_soon_is_a_finding(days, findings):
    found = check(certificate=made("kafka1", RSA, "root", CA, end=days))["findings"]
    assert [one["subject"] for one in found] == ["certificate of CN=kafka1"] * findings


def test_a_trusted_certificate_that_expires_soon_is_a_finding():
    found = check(ca=issuer("root", CA, end=3))["findings"]
    assert [(one["subject"], one["found"]) for one in found] == [
        ("certificate of CN=root", "valid until 2026-06-04 00:00 UTC")
    ]


@pytest.mark.parametrize("key", [LOCKED, KEY.replace(KEY[100:200], ""), text(CURVE)])
def test_no_part_of_a_key_or_its_password_is_in_a_sentence(key):
    with pytest.raises(GroundworkError) as error:
        check(key=key, password="planted-wrong")
    said = str(error.value)
    assert "planted" not in said
    assert not [line for line in key.splitlines() if len(line) == 64 and line in said]


FOREIGN = made("kafka1", RSA, "root", OTHER)
BELOW = made("kafka1", RSA, "middle", SUB) + MIDDLE
EXPIRED = made("kafka1", RSA, "root", CA, start=-9, end=-1)


def change(presents, trusts, certificate=GOOD, ca=ROOT):
    certificates.check_change(pem.Given("kafka_tls", certificate, KEY, "", ca), presents, trusts)


@pytest.mark.parametrize(
    "given",
    [
        {"presents": GOOD, "trusts": ROOT},
        {"presents": EXPIRED, "trusts": ROOT},
        {"presents": GOOD, "trusts": ROOT, "ca": ROOT + STRANGER},
        {"presents": GOOD, "trusts": ROOT + STRANGER, "ca": ROOT + STRANGER, "certificate": FOREIGN},
        {"presents": FOREIGN, "trusts": ROOT + STRANGER, "ca": STRANGER, "certificate": FOREIGN},
        {"presents": BELOW, "trusts": MIDDLE, "certificate": BELOW, "ca": MIDDLE},
    ],
    ids=[
        "renewed",
        "renewed too late",
        "first the other authority is trusted as well",
        "then there are certificates of it",
        "then the old one goes",
        "one between is what is trusted",
    ],
)
def test_an_authority_is_replaced_in_three_steps(given):
    change(**given)


@pytest.mark.parametrize("ca", [STRANGER, ROOT + STRANGER])
def test_certificates_of_an_authority_that_running_servers_do_not_trust_are_refused(ca):
    with pytest.raises(GroundworkError) as raised:
        change(GOOD, ROOT, FOREIGN, ca)
    said = str(raised.value)
    assert said.startswith("kafka_tls_certificate of CN=kafka1 is issued by CN=root, which the servers that run do not")
    assert "into kafka_tls_ca and run the playbook; then" in said


def test_an_authority_by_which_servers_run_is_not_taken_out():
    with pytest.raises(GroundworkError) as raised:
        change(GOOD, ROOT + STRANGER, FOREIGN, STRANGER)
    assert str(raised.value).startswith("kafka_tls_ca lacks CN=root, by which the certificate of CN=kafka1 is issued")
