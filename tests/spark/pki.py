# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates for the tests' broker and its clients, all PEM, by one authority."""

from __future__ import annotations

import ipaddress
import os
import secrets
import subprocess
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Pki:
    """Files: the authority's certificate, and key with certificate of the broker and of a client.

    ``client_password`` opens the client's key; ``client_secret`` is a piece of that key as it stands in the file.
    """

    authority: Path
    broker: Path
    client: Path
    client_password: str
    client_secret: str


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _signed(common: str, key: ec.EllipticCurvePrivateKey, by: str, by_key: ec.EllipticCurvePrivateKey) -> str:
    now = datetime.now(timezone.utc)
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_name(common))
        .issuer_name(_name(by))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=common == by, path_length=None), critical=True)
        .add_extension(address, critical=False)
        .sign(by_key, hashes.SHA256())
    )
    return certificate.public_bytes(Encoding.PEM).decode()


def _encrypted(pem: str, password: str) -> str:
    """The key behind a password, in the one way that Kafka on Java 17 can open."""
    convert = ["openssl", "pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES", "-passout", "env:KEY_PASSWORD"]
    told = {**os.environ, "KEY_PASSWORD": password}
    return subprocess.run(convert, input=pem, env=told, capture_output=True, text=True, check=True).stdout


def make_pki(folder: Path) -> Pki:
    """Write them to ``folder``."""
    authority_key, broker_key, client_key = (ec.generate_private_key(ec.SECP256R1()) for _key in range(3))
    password = f"marker-{secrets.token_hex(8)}"
    (folder / "authority.pem").write_text(_signed("authority", authority_key, "authority", authority_key))
    pem = {}
    for name, key in (("broker", broker_key), ("client", client_key)):
        pem[name] = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
        if name == "client":
            pem[name] = _encrypted(pem[name], password)
        own = folder / f"{name}.pem"
        own.write_text(pem[name] + _signed(name, key, "authority", authority_key))
        own.chmod(0o600)
    secret = pem["client"].splitlines()[2]
    return Pki(folder / "authority.pem", folder / "broker.pem", folder / "client.pem", password, secret)
