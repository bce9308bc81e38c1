# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates for the tests' brokers and their clients, all PEM, by one authority."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

#: What makes an authority and certificates for the lab.
CERTIFICATES = (sys.executable, str(Path(__file__).resolve().parents[2] / "lab/certificates"))


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

    @property
    def settings(self) -> list[str]:
        """What a server.properties says of them, and of SCRAM at the listener SASL_SSL."""
        return [
            "sasl.enabled.mechanisms=SCRAM-SHA-512",
            "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config="
            "org.apache.kafka.common.security.scram.ScramLoginModule required;",
            f"ssl.keystore.type=PEM\nssl.keystore.location={self.broker}",
            f"ssl.truststore.type=PEM\nssl.truststore.location={self.authority}",
        ]


def _encrypted(pem: str, password: str) -> str:
    """The key behind a password, in the one way that Kafka on Java 17 can open."""
    convert = ["openssl", "pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES", "-passout", "env:KEY_PASSWORD"]
    told = {**os.environ, "KEY_PASSWORD": password}
    return subprocess.run(convert, input=pem, env=told, capture_output=True, text=True, check=True).stdout


def make_pki(folder: Path) -> Pki:
    """Write them to ``folder``."""
    made, names = folder / "tls", ("broker", "client")
    hosts = [f"{name}=127.0.0.1" for name in names]
    subprocess.run([*CERTIFICATES, "--days=1", "--authority=authority", made, *hosts], check=True)
    password = f"marker-{secrets.token_hex(8)}"
    broker, client = ((made / f"{name}.key").read_text() for name in names)
    keys = dict(zip(names, (broker, _encrypted(client, password))))
    for name, key in keys.items():
        own = folder / f"{name}.pem"
        own.write_text(key + (made / f"{name}.pem").read_text())
        own.chmod(0o600)
    return Pki(made / "ca.pem", folder / "broker.pem", folder / "client.pem", password, keys["client"].splitlines()[2])
