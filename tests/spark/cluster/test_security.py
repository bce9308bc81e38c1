# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The validation over TLS and SASL, and no secret in anything that it or Spark shows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from kafka import KafkaProducer
from pyspark.sql import SparkSession

from spark_validation.cli import main
from spark_validation.cluster.connection import Connection, load
from spark_validation.reading.consume import read
from spark_validation.reading.observation import Span
from spark_validation.spark.session import spark_session
from tests.servers.broker import Broker
from tests.servers.server import free_port
from tests.spark import command
from tests.spark.standalone import Said, Standalone, connector, events, watched
from tests.spark.watching import PAGES, Watcher

LOGIN = 'org.apache.kafka.common.security.scram.ScramLoginModule required username="{}" password="{}";'


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


@dataclass(frozen=True)
class Shown:
    """What a run on a cluster left: its exit code, every text that anybody can see, by place, and the smoke's tasks."""

    code: int
    places: dict[str, str]
    tasks: list[dict[str, Any]]


@pytest.fixture(scope="module")
def shown(broker: Broker, standalone: Standalone, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A smoke run and a soak with an event log and the web interface, a login and a key in the file itself."""
    folder = tmp_path_factory.mktemp("secrets")
    for name in ("events", "temporary"):
        (folder / name).mkdir()
    key, certificate = broker.pki.client.read_text().split("-----BEGIN CERTIFICATE-----")
    own = {"ssl_keystore_type": "PEM", "ssl_keystore_key": key, "ssl_key_password": broker.pki.client_password}
    own["ssl_keystore_certificate_chain"] = f"-----BEGIN CERTIFICATE-----{certificate}"
    config = scram(broker, folder / "client.properties", broker.password, **own)
    port = free_port()
    secure = ["--bootstrap-servers", broker.scram, "--client-config", str(config), "--partitions", "4", "--debug"]
    reports = [word for kind in ("json", "html") for word in (f"--{kind}", str(folder / f"r.{kind}"))]
    smoke = ["smoke", *secure, "--records", "20000", *reports]
    soak = ["soak", *secure, "--rate", "1000", "--seconds", "3", "--report", str(folder / "soak")]
    entry = folder / "both.py"
    entry.write_text(
        f"import sys\nsys.path.insert(0, {str(command.ROOT)!r})\nfrom spark_validation.cli import main\n"
        f"sys.exit(main({smoke!r}) or main({soak!r}))\n"
    )
    watcher = Watcher(port, folder / "temporary")
    watcher.start()
    process = standalone.submit(
        *("--jars", connector(), entry),
        settings=watched(port, folder / "events"),
        cwd=folder,
        env={"TMPDIR": str(folder / "temporary")},
    )
    said = Said(process).until_the_end(400)
    watcher.ended.set()
    watcher.join()
    files = [*folder.glob("r.*"), *folder.glob("soak/*"), *folder.rglob("events_*")]
    told = {str(path.relative_to(folder)): path.read_text() for path in files}
    places = {"console": said, **watcher.places(), **told, **standalone.shown(), **standalone.written()}
    of_smoke = min((folder / "events").iterdir())
    return Shown(process.returncode, places, events(of_smoke, "TaskEnd"))


@pytest.mark.long
def test_no_secret_is_shown_anywhere(shown: Shown, broker: Broker) -> None:
    places = shown.places
    assert shown.code == 0, places["console"]
    # The proof that this looked where the options are shown: their names stand there, and their values are hidden.
    logged = {name: text for name, text in places.items() if name.startswith("events/")}
    assert len(logged) == 2
    assert all("SaveIntoDataSourceCommand" in text and "redacted" in text for text in logged.values())
    assert all("kafka.sasl.jaas.config" in text for text in logged.values())
    assert {*PAGES, "r.json", "r.html", "soak/soak.json", "soak/soak.html"} <= set(places)
    assert "SaveIntoDataSourceCommand" in places[PAGES[3]]
    assert "CoarseGrainedExecutorBackend" in places["command lines"]
    assert [name for name in places if re.fullmatch(r"groundwork-soak-\w+/offsets/0", name)]
    executors = [text for name, text in places.items() if re.search(r"/worker\d/app-[^/]+/\d+/stderr\Z", name)]
    assert len(executors) >= 4
    assert all("sasl.jaas.config = [hidden]" in text for text in executors)
    secrets = (broker.password, broker.pki.client_password, broker.pki.client_secret)
    assert [(name, secret) for name, text in places.items() for secret in secrets if secret in text] == []


@pytest.mark.long
def test_both_workers_do_the_work(shown: Shown) -> None:
    """Of the smoke run's two large stages, each has a task for each of four Kafka partitions."""
    told = json.loads(shown.places["r.json"])
    assert (told["status"], [row["read"] for row in told["details"]["partitions"]]) == ("passed", [5000] * 4)
    assert told["environment"]["Spark master"].startswith("spark://")
    by_stage: dict[int, list[str]] = {}
    for task in shown.tasks:
        by_stage.setdefault(task["Stage ID"], []).append(task["Task Info"]["Executor ID"])
    large = [set(executors) for executors in by_stage.values() if len(executors) == 4]
    assert len(large) >= 2
    assert all(executors == {"0", "1"} for executors in large)


@pytest.mark.core
def test_no_secret_in_a_plan(
    spark: SparkSession, broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    producer = KafkaProducer(bootstrap_servers=broker.plain)
    producer.send("planned", b"value").get()
    producer.close()
    connection = Connection(broker.scram, load(scram(broker, tmp_path / "client.properties", broker.password)))
    with spark_session([]):
        frame = read(spark, connection, "planned", {0: Span(0, 0, 1)}, attempts=True)
    assert frame.count() == 1
    frame.explain(extended=True)
    frame.explain("formatted")
    plan = capsys.readouterr().out
    assert "kafka" in plan
    assert broker.password not in plan


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
    assert said.splitlines()[-1] == f"spark_validation: could not run: {kept_out(broker, config, '--client-config')}"
    assert "marker-wrong-password" not in said


def kept_out(broker: Broker, config: Path, option: str) -> str:
    return (
        f"no Kafka broker answers at {broker.scram} within 10 seconds, although something listens at {broker.scram}: "
        f"check security.protocol, sasl.mechanism, the password and the certificates in {config} ({option}), and that "
        "it is a broker and does not hang"
    )


def test_without_a_right_to_come_in_where_the_copy_is(
    broker: Broker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = scram(broker, tmp_path / "client.properties", "marker-wrong-password")
    source, copy = ["--bootstrap-servers", broker.plain], ["--to-bootstrap-servers", broker.scram]
    for given, said in (
        (["--to-client-config", str(config)], kept_out(broker, config, "--to-client-config")),
        ([], "check whether it wants --to-client-config, without which this client comes without security"),
    ):
        assert main(["compare", *source, *copy, "--topic", "copied", *given]) == 3
        assert said in capsys.readouterr().err.splitlines()[-1]
