# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a client is to connect, in Kafka's own format: what is refused of it, and logs in as the refusal says."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Mapping

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, users, users_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.remedies.refusals import sentence
from tests.servers.cluster import Cluster

_USER, _PASSWORD = "l-somebody", "marker-somebody"
_MODULE = "org.apache.kafka.common.security.scram.ScramLoginModule"
_LOGIN = f'{_MODULE} required username="{_USER}" password="{_PASSWORD}";'
_JAAS = "write it as Kafka does: org.apache.kafka.common.security.scram.ScramLoginModule"


@dataclass(frozen=True)
class Login:
    """With *wrong* in the place of what fits, None for nothing, it is refused by what *begins* so, and *tells* more.

    *then* is in the place of it where a person writes something else than what fits.
    """

    begins: str
    tells: str
    wrong: Mapping[str, str | None]
    then: Mapping[str, str] = field(default_factory=dict)


CASES = (
    Login(
        "security.protocol is …; give one of",
        "give one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL",
        {"security.protocol": "TLS"},
    ),
    Login("… is not known here; …", "perhaps sasl.mechanism is meant", {"sasl.mechanisms": "SCRAM-SHA-512"}),
    Login(
        "sasl.mechanism is … (Kafka's default is 'GSSAPI'); give one",
        "give one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512",
        {"sasl.mechanism": None},
    ),
    Login("sasl.jaas.config cannot be used (…); …", _JAAS, {"sasl.jaas.config": f"{_MODULE} username={_USER}"}),
    Login("sasl.jaas.config gives no user and password; …", _JAAS, {"sasl.jaas.config": f"{_MODULE} required;"}),
    Login(
        "ssl.endpoint.identification.algorithm is …; give https, or nothing",
        "or nothing for no check",
        {"ssl.endpoint.identification.algorithm": "LDAPS"},
        {"ssl.endpoint.identification.algorithm": ""},
    ),
    Login(
        "the certificates to trust could not be read from",
        "give CA certificates as PEM",
        {"ssl.truststore.location": "/nowhere/ca.pem"},
    ),
)
_GIVEN = [pytest.param(one, id=one.begins, marks=pytest.mark.remedy(one.begins)) for one in CASES]


@pytest.fixture(scope="module")
def fits(cluster: Cluster) -> Iterator[dict[str, str]]:
    """What logs somebody in."""
    with connection.connected(cluster.bootstrap_servers, {}, 15) as client:
        users_admin.apply(client, [users.User(_USER, _PASSWORD, [])], users.Plan([_USER], [], [], []))
    yield {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": _LOGIN,
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(cluster.authority),
    }
    with connection.connected(cluster.bootstrap_servers, {}, 15) as client:
        users_admin.apply(client, [users.User(_USER, "", [])], users.Plan([], [_USER], [], []))


def refused(cluster: Cluster, config: Mapping[str, Any]) -> str:
    """What is said of the *config*."""
    with pytest.raises(GroundworkError) as raised, connection.connected(cluster.secure_servers, config, 15):
        pass
    return str(raised.value)


def logs_in(cluster: Cluster, config: Mapping[str, Any]) -> None:
    with connection.connected(cluster.secure_servers, config, 15) as client:
        assert len(client.describe_cluster()["brokers"]) == 3


@pytest.mark.parametrize("case", _GIVEN)
def test_the_remedy_of_a_login(cluster: Cluster, fits: dict[str, str], case: Login) -> None:
    wrong = {key: value for key, value in {**fits, **case.wrong}.items() if value is not None}
    said = refused(cluster, wrong)
    assert re.search(sentence(case.begins), said), said
    assert case.tells in said
    assert _PASSWORD not in said
    logs_in(cluster, {**fits, **case.then})


@pytest.mark.remedy("ssl.….type is … and only PEM can be read")
def test_a_java_keystore_is_exported_as_it_is_told(cluster: Cluster, fits: dict[str, str], tmp_path: Path) -> None:
    store = tmp_path / "truststore.jks"

    def run(command: str) -> None:
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True)

    run(f"keytool -importcert -noprompt -file {cluster.authority} -keystore {store} -storetype JKS -storepass secret")
    of_java = {**fits, "ssl.truststore.type": "JKS", "ssl.truststore.location": str(store)}
    said = refused(cluster, of_java)
    assert "export it (keytool -importkeystore to PKCS12, then openssl pkcs12 -nodes)" in said
    assert "and set ssl.truststore.type=PEM with ssl.truststore.location or ssl.truststore.certificates" in said
    passwords = "-srcstorepass secret -deststorepass secret"
    run(f"keytool -importkeystore -srckeystore {store} -destkeystore ca.p12 -deststoretype PKCS12 {passwords}")
    run("openssl pkcs12 -nodes -in ca.p12 -passin pass:secret -out ca.pem")
    logs_in(cluster, {**fits, "ssl.truststore.type": "PEM", "ssl.truststore.location": str(tmp_path / "ca.pem")})


@pytest.mark.remedy("the client's key and certificate could not be read")
def test_a_client_shows_its_certificate_with_its_key(cluster: Cluster, fits: dict[str, str], tmp_path: Path) -> None:
    made, own = cluster.authority.parent, tmp_path / "client.pem"
    shown = {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(own)}
    own.write_text((made / "client.pem").read_text())
    said = refused(cluster, {**fits, **shown})
    assert (
        "give PEM with the key and its certificate, and the right ssl.key.password where the key is encrypted" in said
    )
    own.write_text((made / "client.key").read_text() + (made / "client.pem").read_text())
    logs_in(cluster, {**fits, **shown})
