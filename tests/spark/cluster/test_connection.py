# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Properties files of Kafka's client format: what is read, and what is refused before anything is begun."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest

from spark_validation.cli import main
from spark_validation.cluster.connection import Connection, load
from spark_validation.commands import compare
from tests.servers.pki import Pki, make_pki

JAAS = r'org.apache.kafka.common.security.scram.ScramLoginModule required username="u" password="p\"w\\d";'


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Pki:
    return make_pki(tmp_path_factory.mktemp("pki"))


def written(folder: Path, *lines: str) -> Path:
    path = folder / "client.properties"
    path.write_text("\n".join(lines).replace("\\", "\\\\"))
    return path


def test_no_file_is_no_security() -> None:
    assert Connection("h:1", load(None)).for_spark() == {"kafka.bootstrap.servers": "h:1"}
    assert Connection("h:1,i:2").for_python() == {"bootstrap_servers": ["h:1", "i:2"], "security_protocol": "PLAINTEXT"}


def test_every_client_gets_the_login(tmp_path: Path) -> None:
    path = written(tmp_path, "security.protocol=SASL_PLAINTEXT", "sasl.mechanism=PLAIN", f"sasl.jaas.config={JAAS}")
    client = load(path)
    assert client.for_spark() == {
        "kafka.security.protocol": "SASL_PLAINTEXT",
        "kafka.sasl.mechanism": "PLAIN",
        "kafka.sasl.jaas.config": JAAS,
    }
    assert client.for_python() == {
        "security_protocol": "SASL_PLAINTEXT",
        "sasl_mechanism": "PLAIN",
        "sasl_plain_username": "u",
        "sasl_plain_password": 'p"w\\d',
    }


def test_what_concerns_no_connection_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, "bootstrap.servers=h:1", "acks=0", "client.id=x", "security.protocol=PLAINTEXT")
    assert load(path).for_spark() == {"kafka.security.protocol": "PLAINTEXT"}


def test_locations_become_absolute(pki: Pki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(pki.authority.parent)
    lines = ("security.protocol=SSL", "ssl.truststore.type=PEM", f"ssl.truststore.location={pki.authority.name}")
    client = load(written(tmp_path, *lines))
    assert client.for_spark()["kafka.ssl.truststore.location"] == str(pki.authority)
    context = client.for_python()["ssl_context"]
    (authority,) = context.get_ca_certs()
    assert dict(name[0] for name in authority["subject"])["commonName"] == "authority"
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)


def test_the_name_is_not_checked_when_that_is_asked_for(pki: Pki, tmp_path: Path) -> None:
    trust = ("ssl.truststore.type=PEM", f"ssl.truststore.location={pki.authority}")
    path = written(tmp_path, "security.protocol=SSL", *trust, "ssl.endpoint.identification.algorithm=")
    assert load(path).for_python()["ssl_context"].check_hostname is False


@pytest.mark.parametrize(
    ("servers", "known", "said"),
    [
        ("a:1", [], ", as this machine knows no address of the name a: check the spelling, DNS and /etc/hosts"),
        (
            "a:1,b:1",
            [],
            ", as this machine knows no address of the names a and b: check the spelling, DNS and /etc/hosts",
        ),
        (
            "a:1,b:1",
            ["b"],
            ", as this machine knows no address of the name a: check the spelling, DNS and /etc/hosts, and see whether "
            "the other brokers run",
        ),
        ("a:1", ["a"], ": check the address, the listener and that the broker runs"),
    ],
)
def test_a_name_without_an_address_is_told(
    servers: str, known: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked_up(host: str, *_more: object, **_named: object) -> list[tuple[object, ...]]:
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 1))]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    assert Connection(servers).to_check() == said


def test_secrets_are_hidden_and_not_shown(tmp_path: Path) -> None:
    client = load(written(tmp_path, "security.protocol=SASL_SSL", "sasl.mechanism=PLAIN", f"sasl.jaas.config={JAAS}"))
    assert client.hide(f'said {JAAS} and p"w\\d, u') == "said [hidden] and [hidden], u"
    assert 'p"w' not in repr(client)


LOGIN = "security.protocol=SASL_PLAINTEXT"
TLS = "security.protocol=SSL"
REFUSED = [
    ([TLS, "ssl.truststore.location={pki.authority}"], "ssl.truststore.type is JKS, as nothing else is said, and only"),
    ([TLS, "ssl.truststore.type=PKCS12"], "ssl.truststore.type is PKCS12 and only PEM can be read by all clients"),
    ([TLS, "ssl.keystore.type=JKS"], "ssl.keystore.type is JKS and only PEM can be read by all clients"),
    ([TLS, "ssl.truststore.password=secret-marker"], "ssl.truststore.password is not known here"),
    (
        [TLS, "ssl.truststore.type=PEM", "ssl.truststore.location=/no/such"],
        "could not be read from /no/such (No such file",
    ),
    (
        [TLS, "ssl.truststore.certificates=secret-marker"],
        "could not be read from ssl.truststore.certificates",
    ),
    (
        [TLS, "ssl.keystore.key=secret-marker"],
        "key and certificate could not be read from ssl.keystore.key",
    ),
    (
        [TLS, "ssl.keystore.type=PEM", "ssl.keystore.location={pki.client}", "ssl.key.password=secret-marker"],
        "and the right ssl.key.password where the key is encrypted",
    ),
    (
        [TLS, "ssl.keystore.type=PEM", "ssl.keystore.location={pki.client}"],
        "and the right ssl.key.password where the key is encrypted",
    ),
    (["security.protocol=TLS"], "security.protocol is 'TLS'; give one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL"),
    ([LOGIN], "sasl.mechanism is 'GSSAPI' (Kafka's default is 'GSSAPI'); give one of PLAIN, SCRAM-SHA-256"),
    (
        [LOGIN, "sasl.mechanism=PLAIN"],
        "sasl.jaas.config cannot be used (it names no login module); write",
    ),
    (
        [LOGIN, "sasl.mechanism=PLAIN", "sasl.jaas.config=secret-marker"],
        "cannot be used (the module is not followed by",
    ),
    ([LOGIN, "sasl.mechanism=PLAIN", "sasl.password=secret-marker"], "sasl.password is not known here"),
]


@pytest.mark.parametrize(("lines", "said"), REFUSED, ids=[" ".join(case[0])[18:70] for case in REFUSED])
def test_refused_with_one_sentence(
    lines: list[str], said: str, pki: Pki, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *(line.format(pki=pki) for line in lines))
    assert main(["smoke", "--bootstrap-servers", "127.0.0.1:9", "--client-config", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert f" {path}: " in line
    assert "secret-marker" not in line


def test_a_file_that_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.properties"
    assert main(["smoke", "--bootstrap-servers", "127.0.0.1:9", "--client-config", str(path)]) == 2
    assert f"the client configuration {path} cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("debug", [[], ["--debug"]], ids=["sentence", "traceback"])
def test_no_error_shows_a_secret_of_either_cluster(
    debug: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = "org.apache.kafka.common.security.plain.PlainLoginModule required"
    files = []
    for password in ("marker-one", "marker-two"):
        files.append(tmp_path / password)
        files[-1].write_text(
            "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n"
            f'sasl.jaas.config={module} username="u" password="{password}";\n'
        )

    def fail(*_given: object) -> int:
        raise RuntimeError("marker-one was refused, marker-two too")

    monkeypatch.setattr(compare, "run", fail)
    options = ["--bootstrap-servers", "a:1", "--topic", "t", "--to-topic", "u"]
    configs = ["--client-config", str(files[0]), "--to-client-config", str(files[1])]
    assert main(["compare", *options, *configs, *debug]) == 3
    said = capsys.readouterr().err.splitlines()
    expected = "could not run: [hidden] was refused, [hidden] too (--debug shows the traceback)"
    assert said[-1] == f"spark_validation: {expected}"
    assert "marker-one" not in "".join(said).replace(str(files[0]), "")
    assert "marker-two" not in "".join(said).replace(str(files[1]), "")
