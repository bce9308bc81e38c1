# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import ssl
import tempfile

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import client_format, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

# A key of nobody and its certificate, which nothing trusts.
KEY = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxdgZced25rurwf8r
s3zp9ZurrIPWXjopFls/dk0t7PehRANCAAT3+6VR5HaCu28xxuUCOlCaNh9r/v/k
zwWeVUIV/j113Ojh/PF9CQw/SrMOYAZiMEaZHz/46DaOMEDyz5py167c
-----END PRIVATE KEY-----
"""
CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBbzCCARWgAwIBAgIUI6lLxf0uPAKvAHABfGqCaMYZM58wCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBdDAgFw0yNjExMjExNDMzNDNaGA8yMTI2MTAyODE0MzM0M1ow
DDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPf7pVHkdoK7
bzHG5QI6UJo2H2v+/+TPBZ5VQhX+PXXc6OH88X0JDD9Ksw5gBmIwRpkfP/joNo4w
QPLPmnLXrtyjUzBRMB0GA1UdDgQWBBTF9nVy6RW/fciWxPDaL4egw7EwhjAfBgNV
HSMEGDAWgBTF9nVy6RW/fciWxPDaL4egw7EwhjAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0gAMEUCIQCsiBC7HowUrmg86Bh0IyvSy0/TWK//2tr3a8R6/Pp4
aAIgOT+OhkhpNR2ewf4H/iejQU/kUiEOrbRarB7Ua7W5osM=
-----END CERTIFICATE-----
"""
JAAS = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="alice" password="a\\"b\\\\c d";'
SCRAM = {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "SCRAM-SHA-512", "sasl.jaas.config": JAAS}


def test_nothing_connects_without_security() -> None:
    assert client_format.options({}) == {"security_protocol": "PLAINTEXT"}


def test_what_does_not_concern_the_connection_is_passed_over() -> None:
    given = {"bootstrap.servers": "a:1", "client.id": "x", "ssl.enabled.protocols": "TLSv1.3", "sasl.mechanism": None}
    assert connection.client_options(given) == {"security_protocol": "PLAINTEXT"}


@pytest.mark.parametrize(
    ("jaas", "user", "password"),
    [
        (JAAS, "alice", 'a"b\\c d'),
        ("x.ScramLoginModule required username='bob' password='b c';", "bob", "b c"),
        ("x.ScramLoginModule required password=plain username=eve;", "eve", "plain"),
        ('x.ScramLoginModule required\n  username = "al"\n  password = "p;w"\n;', "al", "p;w"),
    ],
)
def test_user_and_password_come_from_the_login(jaas: str, user: str, password: str) -> None:
    assert client_format.options({**SCRAM, "sasl.jaas.config": jaas}) == {
        "security_protocol": "SASL_PLAINTEXT",
        "sasl_mechanism": "SCRAM-SHA-512",
        "sasl_plain_username": user,
        "sasl_plain_password": password,
    }


@pytest.fixture
def files(tmp_path):
    for name, text in {"both": KEY + CERTIFICATE, "ca": CERTIFICATE, "key": KEY, "not": "nothing"}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def tls(files, **changes):
    given = {
        "security.protocol": "SSL",
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": f"{files}/ca",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": f"{files}/both",
    }
    return {**given, **{key.replace("__", "."): value for key, value in changes.items()}}


def test_tls_by_files(files) -> None:
    context = client_format.options(tls(files))["ssl_context"]
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
    assert len(context.get_ca_certs()) == 1


VALUES = {
    "security.protocol": "SSL",
    "ssl.truststore.certificates": CERTIFICATE,
    "ssl.keystore.key": KEY,
    "ssl.keystore.certificate.chain": CERTIFICATE,
    "ssl.endpoint.identification.algorithm": "",
}


def test_tls_by_values() -> None:
    context = client_format.options(VALUES)["ssl_context"]
    assert (context.check_hostname, len(context.get_ca_certs())) == (False, 1)


def test_a_key_of_the_values_is_in_no_file_that_a_killed_process_leaves(monkeypatch) -> None:
    monkeypatch.setattr(tempfile, "mkstemp", lambda: pytest.fail("a file is made"))
    before = os.listdir("/proc/self/fd")
    assert "ssl_context" in client_format.options(VALUES)
    assert os.listdir("/proc/self/fd") == before


def test_a_system_that_has_no_file_in_memory_has_one_that_goes(monkeypatch, tmp_path) -> None:
    monkeypatch.delattr(os, "memfd_create")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = tempfile.mkstemp
    monkeypatch.setattr(tempfile, "mkstemp", lambda: made(prefix="made"))
    assert "ssl_context" in client_format.options(VALUES)
    assert os.listdir(tmp_path) == []
    with pytest.raises(ValueError, match=r"could not be read from ssl\.keystore\.key"):
        client_format.options({**VALUES, "ssl.keystore.key": "nothing"})
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"securty__protocol": "SSL"},
            "securty.protocol is not known here; perhaps security.protocol is meant.",
        ),
        ({"acks": "all"}, "acks is not known here; take it out; known are security.protocol"),
        ({"security__protocol": "TLS"}, "security.protocol is 'TLS'; give one of PLAINTEXT, SSL"),
        (
            {"security__protocol": "SASL_SSL"},
            "sasl.mechanism is 'GSSAPI' (Kafka's default is 'GSSAPI'); give one of",
        ),
        ({"ssl__truststore__type": "JKS"}, "ssl.truststore.type is JKS and only PEM can be read"),
        (
            {"ssl__keystore__type": None},
            "ssl.keystore.type is JKS, as nothing else is said, and only PEM can be read",
        ),
        ({"ssl__truststore__type": "pem"}, "ssl.truststore.type is pem and only PEM can be read"),
        (
            {"ssl__endpoint__identification__algorithm": "none"},
            "ssl.endpoint.identification.algorithm is 'none'; give https, or nothing",
        ),
        (
            {"ssl__truststore__location": "/nowhere"},
            "the certificates to trust could not be read from /nowhere (No such",
        ),
        (
            {"ssl__keystore__location": "/nowhere"},
            "the client's key and certificate could not be read from /nowhere (No",
        ),
    ],
)
def test_each_mistake_is_told(files, changes, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        connection.client_options(tls(files, **changes))
    assert str(raised.value).startswith(f"client_config: {sentence}")


@pytest.mark.parametrize("name", ["not", "key", "ca"])
def test_a_file_without_key_or_certificate_is_named(files, name: str) -> None:
    with pytest.raises(GroundworkError, match=f"could not be read from {files}/{name} "):
        connection.client_options(tls(files, ssl__keystore__location=f"{files}/{name}"))


def test_a_file_that_holds_nothing_to_trust_is_named(files) -> None:
    with pytest.raises(GroundworkError, match=f"could not be read from {files}/not "):
        connection.client_options(tls(files, ssl__truststore__location=f"{files}/not"))


@pytest.mark.parametrize("jaas", ["", "x required;", 'x required username="a";', 'x required password="hidden";'])
def test_a_login_without_user_or_password_is_told_without_the_secret(jaas: str) -> None:
    with pytest.raises(GroundworkError, match=r"sasl\.jaas\.config (gives no|cannot be)") as raised:
        connection.client_options({**SCRAM, "sasl.jaas.config": jaas})
    assert "hidden" not in str(raised.value)
