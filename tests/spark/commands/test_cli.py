# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Bad input and missing ground: each is one sentence, an exit code, and nothing begun."""

from __future__ import annotations

import importlib.util
import os
import socket
import stat
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

from spark_validation.cli import main, root_cause
from spark_validation.cluster.connection import Connection
from spark_validation.commands import requirements
from spark_validation.commands.requirements import require_writable
from spark_validation.core.errors import CouldNotRunError
from spark_validation.report import write
from spark_validation.spark import jars
from tests.spark import command, connector

SERVERS = ("--bootstrap-servers", "127.0.0.1:9")
SMOKE = ("smoke", *SERVERS)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["smoke"],
        ["smoke", "--bootstrap-servers", "localhost"],
        ["smoke", "--bootstrap-servers", "localhost:0"],
        ["smoke", "--bootstrap-servers", "localhost:70000"],
        ["smoke", "--bootstrap-servers", "a:1, b:2"],
        ["smoke", "--bootstrap-servers", "kafka://a:1"],
        [*SMOKE, "--records", "0"],
        [*SMOKE, "--records", "1e6"],
        [*SMOKE, "--partitions", "-3"],
        [*SMOKE, "--topic", "two words"],
        [*SMOKE, "--leftover-hours", "9" * 30],
        [*SMOKE, "--unknown"],
        ["clean", *SERVERS, "--topic", "orders"],
        ["migrate", *SERVERS, "--topic", "orders"],
        ["migrate", *SERVERS, "--topic", "orders", "--to-topic", "two words"],
        ["migrate", *SERVERS, "--topic", "orders", "--to-topic", "orders-2", "--until-idle", "0"],
        ["lag", *SERVERS, "--interval", "0"],
        ["lag", *SERVERS, "--interval", "86401"],
        ["lag", *SERVERS, "--interval", "9" * 18],
        ["lag", *SERVERS, "--group", ""],
        ["lag", "--bootstrap-servers", "localhost:\N{ARABIC-INDIC DIGIT THREE}\N{ARABIC-INDIC DIGIT FOUR}"],
        [*SMOKE, "--run-id", ""],
        ["soak", *SERVERS, "--report", ""],
        [*SMOKE, "--record-bytes", "10k"],
        [*SMOKE, "--record-bytes", "100:1,"],
        [*SMOKE, "--record-bytes", "100:0.5"],
        [*SMOKE, "--keys", "many"],
        [*SMOKE, "--key-skew", "nan"],
        [*SMOKE, "--key-skew", "1e3"],
        [*SMOKE, "--tombstones", "5%"],
    ],
)
def test_bad_usage_is_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--audit-only"], "--audit-only needs --topic and --run-id"),
        (["--isolation-level", "read_committed"], "--isolation-level is for --audit-only"),
        (["--run-id", "a b"], "run id 'a b' must be 1 to 32 letters, digits and hyphens"),
        (["--partitions", "1001"], "number of partitions 1001 must be from 1 to 1000"),
        (["--seed", "-1"], "seed -1 must be from 0 to 2^63 - 1"),
    ],
)
def test_what_cannot_be_meant_is_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMOKE, *arguments]) == 2
    assert one_sentence(capsys).startswith(f"spark_validation: {said}")


@pytest.mark.parametrize("command", ["smoke", "soak"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--record-bytes", "0"], "a record of 0 bytes has no room for what tells it from others"),
        (["--record-bytes", "200:9,-1"], "a record of -1 bytes has no room"),
        (["--record-bytes", "20"], "a record of 20 bytes is too small for its key, the run id "),
        (["--record-bytes", "99000000"], "a record of 99,000,000 bytes is more than this writes"),
        (["--keys", "0"], "number of keys 0 must be from 1 to 100,000"),
        (["--keys", "61"], "61 keys are more than the 60 records that are to have them"),
        (["--keys", "5", "--key-skew", "-1"], "a skew of -1 is none"),
        (["--key-skew", "1"], "a skew of the keys hangs on how many there are"),
        (["--compression", "brotli"], "compression 'brotli' is none that Kafka knows"),
        (["--transaction-records", "0"], "0 records in a transaction are none"),
        (["--tombstones", "0.1"], "tombstones delete keys in a compacted topic alone"),
        (["--compacted", "--tombstones", "1"], "a part of 1 of the records cannot be tombstones"),
        (["--compacted", "--transaction-records", "9"], "offsets that compaction takes cannot be told from those "),
    ],
)
def test_a_load_that_cannot_be_meant_is_2(
    command: str, arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of sixty records, where their number counts."""
    more = ["--records", "60"] if command == "smoke" else ["--rate", "1", "--seconds", "60", "--report", str(tmp_path)]
    assert main([command, *SERVERS, *more, *arguments]) == 2
    assert one_sentence(capsys).startswith(f"spark_validation: {said}")


def test_transactions_that_kafka_python_cannot_compress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "zstandard" else find(name))
    for asked in (
        [*SMOKE, "--transaction-records", "9"],
        ["migrate", *SERVERS, "--topic", "one", "--to-topic", "two"],
    ):
        assert main([*asked, "--compression", "zstd"]) == 3
        assert one_sentence(capsys) == (
            "spark_validation: could not run: transactions are written by kafka-python, which needs a Python package "
            "for zstd that is missing here: pip install zstandard"
        )


def test_a_plan_alone_has_no_verdict_to_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", *SERVERS, "--topic", "one", "--to-topic", "two", "--plan-only", "--json", "x.json"]) == 2
    assert one_sentence(capsys).startswith("spark_validation: --plan-only comes to no verdict to report")


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["smoke"], "lost"),
        (["soak", "--report", "soak"], "lost"),
        (["lag"], "lost_unread"),
        (["keys", "--topic", "t"], "split_keys"),
        (["compare", "--topic", "t", "--to-topic", "u"], "missing"),
        (["migrate", "--topic", "t", "--to-topic", "u"], "missing"),
    ],
)
def test_limits_that_cannot_be_meant_are_2(
    arguments: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, *SERVERS, "--threshold", f"{name}=5:1"]) == 2
    assert one_sentence(capsys).startswith(f"spark_validation: the threshold of {name} fails above 1, ")


def test_a_letter_that_a_terminal_lacks_is_written_out() -> None:
    ended = command.run("lag", "--help", env={"PYTHONIOENCODING": "ascii"})
    assert (ended.code, "HOST:PORT[,\\u2026]" in ended.stdout) == (0, True)


@pytest.mark.parametrize(
    ("to", "secured"),
    [
        ([], [True, True]),
        (["--to-bootstrap-servers", SERVERS[1]], [True, True]),
        (["--to-bootstrap-servers", "127.0.0.1:10"], [True, False]),
        (["--to-bootstrap-servers", "127.0.0.1:10", "--to-client-config", "client"], [True, True]),
    ],
    ids=["same", "same by name", "another", "another with its own"],
)
def test_a_login_goes_to_no_other_cluster_unasked(
    to: list[str],
    secured: list[bool],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("client").write_text("security.protocol=SSL\n")
    reached: list[Connection] = []

    @contextmanager
    def cluster(connection: Connection) -> Iterator[None]:
        reached.append(connection)
        yield

    def stop(*_given: object) -> None:
        raise CouldNotRunError("this is enough")

    monkeypatch.setattr("spark_validation.cluster.admin.Cluster", cluster)
    monkeypatch.setattr("spark_validation.commands.compare.connector", lambda _jars: [])
    monkeypatch.setattr("spark_validation.compare.run.hold_against", stop)
    assert main(["compare", *SERVERS, "--topic", "t", "--to-topic", "u", "--client-config", "client", *to]) == 3
    assert [bool(connection.client.path) for connection in reached] == secured
    said = "client is for the source: 127.0.0.1:10 is reached without security, for want of --to-client-config"
    assert (said in capsys.readouterr().err) == (not all(secured))


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_closed_port_is_reported_within_30_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    began = time.monotonic()
    assert main(["smoke", "--bootstrap-servers", address]) == 3
    assert time.monotonic() - began < 30
    assert one_sentence(capsys).endswith(
        f"could not run: no Kafka broker answers at {address} within 10 seconds: check the address, the listener and "
        "that the broker runs"
    )


def test_a_silent_port_is_reported_within_30_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(8)
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        began = time.monotonic()
        assert main(["smoke", "--bootstrap-servers", address]) == 3
        assert time.monotonic() - began < 30
    assert one_sentence(capsys).endswith(
        f"no Kafka broker answers at {address} within 10 seconds, although something listens at {address}: check "
        "whether it wants --client-config, without which this client comes without security, and that it is a broker "
        "and does not hang"
    )


@pytest.mark.parametrize(
    ("package", "cure"),
    [
        ("pyspark", "pip install pyspark==4.0.0"),
        ("kafka", "pip install kafka-python"),
        ("jinja2", "pip install jinja2"),
    ],
)
def test_a_missing_package(package: str, cure: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Blocked:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.split('.')[0] == {package!r}:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Blocked())\n"
    )
    ended = command.run(*SMOKE, "--html", tmp_path / "report.html", env={"PYTHONPATH": f"{tmp_path}:{command.ROOT}"})
    assert (ended.code, ended.stdout) == (3, "")
    assert ended.stderr == f"spark_validation: could not run: the Python package {package} is missing here: {cure}\n"


INSTALL = "install a Java 17 runtime (Debian: apt-get install openjdk-17-jre-headless) or set JAVA_HOME to one"


def test_no_java_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert main(SMOKE) == 3
    assert one_sentence(capsys) == f"spark_validation: could not run: there is no Java on the PATH: {INSTALL}"


def test_java_home_without_java(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert main(SMOKE) == 3
    assert (
        one_sentence(capsys) == f"spark_validation: could not run: there is no Java in JAVA_HOME {tmp_path}: {INSTALL}"
    )


@pytest.mark.parametrize(
    ("version", "is_java"), [("1.8.0_402", "8"), ("11.0.22", "11"), ("16", "16"), ("none at all", "unknown")]
)
def test_an_old_java(
    version: str,
    is_java: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    assert main(SMOKE) == 3
    assert one_sentence(capsys) == (
        f"spark_validation: could not run: {java} is Java {is_java}, Spark needs 17 or later: {INSTALL}"
    )


@pytest.mark.parametrize(
    ("spark", "java", "newest"),
    [
        ("4.0.0", "25.0.2", "22"),
        ("4.0.1", "23", "22"),
        ("4.1.1", "25", "22"),
        ("4.0.0", "22.0.1", ""),
        ("4.2.0", "25.0.2", ""),
        ("9.9.9", "99", ""),
    ],
)
def test_a_java_that_is_too_new_for_this_spark(
    spark: str, java: str, newest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{java}\"' >&2\n")
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setattr(requirements, "pyspark_version", lambda: spark)
    if not newest:
        assert requirements.require_java() == program
        return
    with pytest.raises(CouldNotRunError) as error:
        requirements.require_java()
    number = java.split(".", maxsplit=1)[0]
    sentence = (
        f"{program} is Java {number}, Spark {spark} starts on 17 to {newest}: {INSTALL}, or install a later pyspark"
    )
    assert str(error.value) == sentence


@pytest.mark.parametrize("option", ["--json", "--html"])
def test_a_report_that_cannot_be_written(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    report = tmp_path / "file" / "report"
    assert main([*SMOKE, option, str(report)]) == 3
    assert one_sentence(capsys).endswith(
        f"report {report} cannot be written: {tmp_path / 'file'} is a file and no folder, name another place"
    )


def test_a_report_that_is_no_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        assert main([*SMOKE, "--json", str(tmp_path / name)]) == 3
        assert "cannot be written: it is a device, a pipe or a socket, name a file" in one_sentence(capsys)
    assert (tmp_path / "pipe").is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


def test_a_link_to_a_report_stays_one(tmp_path: Path) -> None:
    (tmp_path / "latest").symlink_to(tmp_path / "folder" / "report")
    require_writable(tmp_path / "latest")
    assert write({"new": 1}, tmp_path / "latest", None) == [tmp_path / "folder" / "report"]
    assert (tmp_path / "latest").is_symlink()
    assert (tmp_path / "latest").read_text() == '{\n  "new": 1\n}\n'


def test_reports_that_no_file_is_named_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--json", "--html"):
        assert main([*SMOKE, option, ""]) == 2
        assert one_sentence(capsys) == ("spark_validation: a report has no name: name a file, or leave the option out")
    same = str(tmp_path / "r"), str(tmp_path / "folder" / ".." / "r")
    assert main([*SMOKE, "--json", same[0], "--html", same[1]]) == 2
    assert one_sentence(capsys) == f"spark_validation: --json and --html both name {same[1]}: name a file for each"


def test_a_report_that_is_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMOKE, "--json", str(tmp_path)]) == 3
    assert f"report {tmp_path} cannot be written: it is a folder" in one_sentence(capsys)


def test_a_named_folder_without_jars(
    bootstrap_servers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["smoke", "--bootstrap-servers", bootstrap_servers, "--jars", str(tmp_path)]) == 3
    said = one_sentence(capsys)
    assert f"{tmp_path}/{connector.jars()[0]} is missing" in said
    assert f"python -m spark_validation jars --directory {tmp_path}" in said


def test_jars_are_fetched_and_a_damaged_one_is_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = connector.jars()
    (tmp_path / names[0]).write_bytes(b"not a jar")
    assert jars.fault(tmp_path).startswith(f"{tmp_path / names[0]} has the SHA-256 sum ")
    assert main(["jars", "--directory", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / name) for name in names]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert jars.fault(tmp_path) == ""


def test_jars_that_cannot_be_fetched_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=9")
    assert main(["jars", "--directory", str(tmp_path)]) == 3
    assert "could not be fetched from Maven Central" in capsys.readouterr().err.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_an_untested_pyspark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(jars, "pyspark_version", lambda: "9.9.9")
    assert main(["jars", "--directory", str(tmp_path)]) == 3
    assert "checksums are not known for pyspark 9.9.9, only for 4.0.0, 4.0.1, 4.1.1 and 4.2.0: " in one_sentence(capsys)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("An error\n: org.A: one\n\tat x\nCaused by: b.B: two\n\tat y\nCaused by: c.C: three\n\tat z", "c.C: three"),
        ("An error occurred while calling o1.x.\n: org.A: one\n\tat x", "org.A: one"),
        ("\nonly line", "only line"),
        ("", "ValueError"),
    ],
)
def test_root_cause_is_one_line(message: str, expected: str) -> None:
    assert root_cause(ValueError(message)) == f"{expected} (--debug shows the traceback)"


def test_brokers_that_did_not_answer_spark_come_with_what_to_do() -> None:
    cause = "org.apache.kafka.common.errors.TimeoutException: 60 s"
    assert root_cause(ValueError(f": org.apache.spark.SparkException: Job aborted\nCaused by: {cause}\n")) == (
        f"{cause}; see that all brokers run and can be reached from where Spark's tasks do, and run again "
        "(--debug shows the traceback)"
    )


def test_debug_shows_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMOKE, "--run-id", "a b", "--debug"]) == 2
    assert "Traceback" in capsys.readouterr().err
