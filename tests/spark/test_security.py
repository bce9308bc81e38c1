# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The validation over TLS and SASL, and no secret in anything that it or Spark shows."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from spark_validation import jars
from spark_validation.cli import main
from spark_validation.requirements import require_java
from tests.spark import command
from tests.spark.broker import QUICK, Broker

LOGIN = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="{}" password="{}";'
PAGES = (
    "api/v1/applications/{id}/environment",
    "api/v1/applications/{id}/jobs",
    "api/v1/applications/{id}/stages?details=true",
    "api/v1/applications/{id}/sql?details=true&planDescription=true&length=1000",
    "SQL/",
    "SQL/execution/?id=0",
    "environment/",
)


def written(path: Path, **settings: str) -> Path:
    """A properties file; ``_`` in a name stands for a dot."""
    joined = {
        name.replace("_", "."): value.replace("\\", "\\\\").replace("\n", "\\n") for name, value in settings.items()
    }
    path.write_text("".join(f"{name}={value}\n" for name, value in joined.items()))
    return path


def scram(broker: Broker, path: Path, password: str, **more: str) -> Path:
    return written(
        path,
        security_protocol="SASL_SSL",
        ssl_truststore_type="PEM",
        ssl_truststore_location=str(broker.pki.authority),
        sasl_mechanism="SCRAM-SHA-512",
        sasl_jaas_config=LOGIN.format(broker.user, password),
        **more,
    )


class Watcher(threading.Thread):
    """Asks Spark's web interface for all that it shows, over and over, until it is told to end."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.address = f"http://127.0.0.1:{port}/"
        self.shown: dict[str, str] = {}
        self.ended = threading.Event()

    def _ask(self, page: str) -> str:
        with urllib.request.urlopen(self.address + page, timeout=5) as answer:  # noqa: S310 our own address
            return str(answer.read().decode())

    def run(self) -> None:
        while not self.ended.wait(0.5):
            try:
                (application,) = json.loads(self._ask("api/v1/applications"))
                self.shown.update({page: self._ask(page.format(id=application["id"])) for page in PAGES})
            except (OSError, ValueError):  # not up yet, or gone already
                continue


def test_no_secret_is_shown_anywhere(broker: Broker, tmp_path: Path) -> None:
    """Run by spark-submit with an event log and the web interface, a login and a key in the file itself."""
    key, certificate = broker.pki.client.read_text().split("-----BEGIN CERTIFICATE-----")
    own = {"ssl_keystore_type": "PEM", "ssl_keystore_key": key, "ssl_key_password": broker.pki.client_password}
    own["ssl_keystore_certificate_chain"] = f"-----BEGIN CERTIFICATE-----{certificate}"
    config = scram(broker, tmp_path / "client.properties", broker.password, **own)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        watcher = Watcher(free.getsockname()[1])
    settings = {
        "spark.ui.enabled": "true",
        "spark.ui.port": watcher.address.rsplit(":", 1)[1].strip("/"),
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.dir": str(tmp_path / "events"),
        "spark.driver.memory": "512m",
        "spark.driver.extraJavaOptions": " ".join(QUICK),
        "spark.ui.showConsoleProgress": "false",
    }
    (tmp_path / "events").mkdir()
    secure = ["--bootstrap-servers", broker.scram, "--client-config", str(config), "--partitions", "2", "--debug"]
    smoke = [
        "smoke",
        *secure,
        "--records",
        "20000",
        "--json",
        str(tmp_path / "r.json"),
        "--html",
        str(tmp_path / "r.html"),
    ]
    soak = ["soak", *secure, "--rate", "1000", "--seconds", "3", "--report", str(tmp_path / "soak")]
    entry = tmp_path / "both.py"
    entry.write_text(
        f"import sys\nsys.path.insert(0, {str(command.ROOT)!r})\nfrom spark_validation.cli import main\n"
        f"sys.exit(main({smoke!r}) or main({soak!r}))\n"
    )
    connector = ",".join(map(str, jars.ensure(jars.default_directory(), require_java(), print)))
    watcher.start()
    done = subprocess.run(
        [
            *(str(Path(sys.executable).parent / "spark-submit"), "--master", "local[2]", "--jars", connector),
            *(word for name, value in settings.items() for word in ("--conf", f"{name}={value}")),
            str(entry),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    watcher.ended.set()
    watcher.join()
    assert done.returncode == 0, done.stdout + done.stderr
    logged = {path.name: path.read_text() for path in (tmp_path / "events").rglob("events_*")}
    told = {path.name: path.read_text() for path in [*tmp_path.glob("r.*"), *tmp_path.glob("soak/*")]}
    places = {"stdout": done.stdout, "stderr": done.stderr, **watcher.shown, **logged, **told}
    # The proof that this looked where the options are shown: their names stand there, and their values are hidden.
    assert set(PAGES) <= set(places)
    assert all("SaveIntoDataSourceCommand" in text and "redacted" in text for text in logged.values())
    assert "kafka.sasl.jaas.config" in "".join(logged.values())
    assert "SaveIntoDataSourceCommand" in places[PAGES[3]]
    assert len(logged) == 2
    assert {"r.json", "r.html", "soak.json", "soak.html"} == set(told)
    secrets = (broker.password, broker.pki.client_password, broker.pki.client_secret)
    assert [(name, secret) for name, text in places.items() for secret in secrets if secret in text] == []


@pytest.mark.usefixtures("spark")
def test_a_run_with_a_client_certificate(broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = written(
        tmp_path / "client.properties",
        security_protocol="SSL",
        ssl_truststore_type="PEM",
        ssl_truststore_location=str(broker.pki.authority),
        ssl_keystore_type="PEM",
        ssl_keystore_location=str(broker.pki.client),
        ssl_key_password=broker.pki.client_password,
    )
    secure = ("--bootstrap-servers", broker.mutual, "--client-config", str(config))
    assert main(["smoke", *secure, "--records", "1000", "--partitions", "2", "--keep-topic"]) == 0
    said = capsys.readouterr()
    assert "Passed: all 1,000 records came out of" in said.out
    (remedy,) = [line for line in said.err.splitlines() if "delete it with: " in line]
    assert f"--client-config {config}" in remedy


def test_without_a_right_to_come_in(broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = scram(broker, tmp_path / "client.properties", "marker-wrong-password")
    assert main(["smoke", "--bootstrap-servers", broker.scram, "--client-config", str(config), "--debug"]) == 3
    said = capsys.readouterr().err
    assert f"no Kafka broker answers at {broker.scram}" in said.splitlines()[-1]
    assert f"the protocol, certificates and password in {config}" in said.splitlines()[-1]
    assert "marker-wrong-password" not in said
