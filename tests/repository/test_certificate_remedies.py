# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates that are refused, and those that are asked for then as the sentence says."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

from tests.remedies.refusals import sentence

_HOST = "k1.example.com"
_NOW = datetime.datetime.now(datetime.timezone.utc)
_YEAR = datetime.timedelta(days=365)
_SERVER, _CLIENT = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH
Pair = tuple[ec.EllipticCurvePrivateKey, x509.Certificate]


def _made(
    name: str,
    issuer: Pair | None = None,
    valid: tuple[datetime.datetime, datetime.datetime] = (_NOW - _YEAR, _NOW + _YEAR),
    usages: Sequence[ObjectIdentifier] = (_SERVER, _CLIENT),
    kind: ObjectIdentifier = NameOID.COMMON_NAME,
) -> Pair:
    """A certificate of *name* that is *valid* so long, by *issuer* for a server, or by itself for an authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(kind, name)])
    builder = (
        x509.CertificateBuilder(issuer[1].subject if issuer else subject, subject, key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(valid[0])
        .not_valid_after(valid[1])
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if issuer:
        builder = builder.add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(_HOST)]), critical=False)
    return key, builder.sign(issuer[0] if issuer else key, hashes.SHA256())


def _text(*certificates: Pair) -> str:
    return "".join(one.public_bytes(serialization.Encoding.PEM).decode() for _key, one in certificates)


def _given(own: Pair, *authorities: Pair, **more: Any) -> dict[str, Any]:
    """What the module is given of a server's certificate and key, and of whom servers trust."""
    private = own[0].private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem = {"certificate": _text(own), "key": private.decode(), "ca": _text(*authorities)}
    return {"prefix": "kafka_tls", "hosts": [_HOST], **pem, **more}


@dataclass(frozen=True)
class Case:
    """What is *given* is refused with the sentence that *begins* so and *tells* what to do; *then* is as that says."""

    begins: str
    tells: str
    given: Mapping[str, Any]
    then: Mapping[str, Any]


_AUTHORITY = _made("authority")
_FORMER = _made("former authority")
_EXPIRED = _made("expired", valid=(_NOW - 2 * _YEAR, _NOW - _YEAR))
_RUNNING = _made("k1", _FORMER)
_GOOD = _given(_made("k1", _AUTHORITY), _AUTHORITY)
_IN_USE = {"presents": _text(_RUNNING), "trusts": _text(_AUTHORITY, _FORMER)}
CASES = (
    Case(
        "…_certificate of … expired on …; give a renewed one.",
        "give a renewed one",
        _given(_made("k1", _AUTHORITY, valid=(_NOW - 2 * _YEAR, _NOW - _YEAR)), _AUTHORITY),
        _GOOD,
    ),
    Case(
        "…_certificate of … has an extended key usage without …, and",
        "has an extended key usage without clientAuth, and servers are each other's clients; ask for one with "
        "serverAuth and clientAuth",
        _given(_made("k1", _AUTHORITY, usages=[_SERVER]), _AUTHORITY),
        _GOOD,
    ),
    Case(
        "… has expired (…); give a renewed one, and",
        "kafka_tls_ca has expired (CN=expired); give a renewed one, and certificates of it",
        _given(_made("k1", _EXPIRED), _EXPIRED),
        _GOOD,
    ),
    Case(
        "… lacks …, by which the certificate of … is issued",
        "Keep that authority in kafka_tls_ca until all of them run with certificates of another one, which takes a run "
        "of its own; then take it out",
        {**_GOOD, "in_use": _IN_USE},
        {**_GOOD, "ca": _text(_AUTHORITY, _FORMER), "in_use": _IN_USE},
    ),
    Case(
        "… is for …, which Java writes in another way;",
        "ask for a certificate with only CN, OU, O, L, ST, C, DC, UID and STREET in its name",
        _given(_made("k1", _AUTHORITY, kind=NameOID.SERIAL_NUMBER), _AUTHORITY),
        _GOOD,
    ),
)
_GIVEN = [pytest.param(one, id=one.begins, marks=pytest.mark.remedy(one.begins)) for one in CASES]


@pytest.fixture(scope="module")
def judged(ended: Callable[..., list[Mapping[str, Any]]]) -> list[Mapping[str, Any]]:
    """What the module ends with of each case, as it is given and as it is then, one after the other."""
    asked = [given for one in CASES for given in (one.given, one.then)]
    return ended("certificates", asked)


@pytest.mark.parametrize("case", _GIVEN)
def test_the_remedy_of_a_certificate(judged: list[Mapping[str, Any]], case: Case) -> None:
    number = 2 * CASES.index(case)
    refused, taken = judged[number : number + 2]
    assert re.search(sentence(case.begins), refused["msg"]), refused
    assert case.tells in refused["msg"]
    assert not taken["failed"], taken
    assert taken["principal"].startswith("User:CN=")


@pytest.mark.long  # it waits
@pytest.mark.remedy("…_certificate of … is not valid before … UTC; wait,")
def test_a_certificate_that_is_not_valid_yet_is_waited_for(played) -> None:
    now, patience = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(seconds=20)
    own = _given(_made("k1", _AUTHORITY, valid=(now + patience, now + _YEAR)), _AUTHORITY)
    asked = {"groundwork.kafka.certificates": own}
    refused = {**asked, "register": "refused", "failed_when": "'; wait, or correct the clock' not in refused.msg"}
    done = played({"tasks": [refused, {"ansible.builtin.pause": {"seconds": 21}}, asked]})
    assert done.returncode == 0, done.stdout


@pytest.mark.remedy("… … could not be read on the control")
def test_a_file_that_a_client_logs_in_with_is_given_by_its_path(played, tmp_path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text(_text(_AUTHORITY))

    def shown(path: Path) -> str:
        config = {"ssl.truststore.type": "PEM", "ssl.truststore.location": str(path)}
        shows = {"msg": f"{{{{ {config!r} | groundwork.kafka.inline_certificates }}}}"}
        return " ".join(played({"tasks": [{"ansible.builtin.debug": shows}]}).stdout.split())

    said = shown(tmp_path / "ca.pm")
    assert "ca.pm could not be read on the control node (No such file or directory)" in said, said
    assert "give the path of a PEM file there" in said
    assert "ssl.truststore.certificates" in shown(file)
