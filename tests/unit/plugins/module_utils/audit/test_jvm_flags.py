# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import jvm_flags
from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_command
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import Server

G1 = ["-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20"]


def server(*options):
    """A broker with the JVM *options*."""
    return Server("broker", "42", java_command.parse(["java", *options, "kafka.Kafka"]), unit="kafka")


def rows(observed):
    return [(seen.row["name"], seen.row["wanted"], seen.row["effective"], seen.row["status"]) for seen in observed]


def findings_of(observed):
    return [finding for seen in observed for finding in seen.findings]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("-XX:+UseG1GC", {"UseG1GC": "true"}),
        ("-XX:-UseG1GC", {"UseG1GC": "false"}),
        ("-XX:G1HeapRegionSize=16M", {"G1HeapRegionSize": "16M"}),
        ("-Xmx6g", {"Xmx": "6g"}),
        ("-Xms512m", {"Xms": "512m"}),
        ("-XX:MaxHeapSize=6g", {"Xmx": "6g"}),
        ("-XX:InitialHeapSize=6g", {"Xms": "6g"}),
        ("-Xlog:gc*:file=/l/gc.log:time,tags:filecount=10", {"gc log": "file"}),
        ("-Xlog:gc:/l/gc.log", {"gc log": "file"}),
        ("-Xloggc:/l/gc.log", {"gc log": "file"}),
        ("-Xlog:gc", {}),
        ("-Xlog:gc*:stdout:time", {}),
        ("-Xlog:gc*::time", {}),
        ("-Xlog:class+load:file=/l/x.log", {}),
        ("-Djavax.net.ssl.keyStorePassword=secret", {}),
        ("-javaagent:/x.jar=password", {}),
        ("-javaagent:/x.jar=k1:7071:/etc/kafka/exporter.yml", {}),
        ("-javaagent:/opt/jmx_prometheus_javaagent-1.0.1.jar=password", {}),
        (
            "-javaagent:/opt/jmx_prometheus_javaagent-1.0.1.jar=[::1]:7071:/etc/kafka/exporter.yml",
            {"JMX exporter": "[::1]:7071:/etc/kafka/exporter.yml"},
        ),
        ("-server", {}),
    ],
)
def test_parse(option, expected):
    assert jvm_flags.parse([option]) == expected


def test_of_a_flag_given_twice_the_last_one_counts():
    assert jvm_flags.parse(["-Xmx1g", "-XX:+UseG1GC", "-Xmx2g", "-XX:-UseG1GC"]) == {"Xmx": "2g", "UseG1GC": "false"}


def test_flags_as_wanted():
    observed = jvm_flags.observe(server("-Xms1024m", "-Xmx1g", *G1), G1, None, None)
    assert rows(observed) == [
        ("kafka heap", "Xms = Xmx", "Xms 1024m, Xmx 1g", "in_effect"),
        ("kafka UseG1GC", "true", "true", "in_effect"),
        ("kafka MaxGCPauseMillis", "20", "20", "in_effect"),
    ]
    assert findings_of(observed) == []


@pytest.mark.parametrize("given", ["16m", "16384k", "16777216"])
def test_sizes_are_the_same_in_whatever_unit(given):
    observed = jvm_flags.observe(
        server("-Xms1g", "-Xmx1g", f"-XX:G1HeapRegionSize={given}"), ["-XX:G1HeapRegionSize=16M"], None, None
    )
    assert findings_of(observed) == []


def test_one_finding_for_all_flags_that_differ():
    observed = jvm_flags.observe(server("-Xms1g", "-Xmx2g", "-XX:+UseG1GC"), G1, None, None)
    assert rows(observed)[0] == ("kafka heap", "Xms = Xmx", "Xms 1g, Xmx 2g", "drifted")
    assert rows(observed)[2] == ("kafka MaxGCPauseMillis", "20", None, "drifted")
    assert observed[2].row["note"] == "not on the command line, so it is the JVM's default"
    (finding,) = findings_of(observed)
    assert (finding["id"], finding["severity"], finding["subject"]) == ("jvm_flags_differ", "medium", "jvm kafka")
    assert finding["wanted"] == "heap: Xms = Xmx, MaxGCPauseMillis: 20"
    assert finding["found"] == "heap: Xms 1g, Xmx 2g, MaxGCPauseMillis: not given"
    assert "KAFKA_JVM_PERFORMANCE_OPTS" in finding["remedy"]


@pytest.mark.parametrize(
    ("options", "heap", "status"),
    [
        (["-Xms6g", "-Xmx6g"], "6g", "in_effect"),
        (["-Xms6144m", "-Xmx6g"], "6G", "in_effect"),
        (["-Xms5g", "-Xmx5g"], "6g", "drifted"),
        (["-Xms5g", "-Xmx5g"], None, "in_effect"),
        (["-Xmx6g"], None, "drifted"),
        ([], None, "drifted"),
    ],
)
def test_heap(options, heap, status):
    assert jvm_flags.observe(server(*options), [], heap, None)[0].row["status"] == status


def test_right_in_the_unit_and_old_in_the_process():
    configured = jvm_flags.parse(G1)
    observed = jvm_flags.observe(server("-Xms1g", "-Xmx1g", "-XX:+UseG1GC"), G1, None, configured, at="/u.service:9")
    assert rows(observed)[2] == ("kafka MaxGCPauseMillis", "20", None, "pending_restart")
    assert (observed[2].row["persisted"], observed[2].row["persisted_at"]) == ("20", "/u.service:9")
    (finding,) = findings_of(observed)
    assert finding["remedy"] == "restart the service, one host at a time"


def test_wrong_in_the_unit():
    observed = jvm_flags.observe(server("-Xms1g", "-Xmx1g"), G1, None, {"UseG1GC": "true"}, at="/u.service:9")
    assert [row[3] for row in rows(observed)] == ["in_effect", "pending_restart", "drifted"]
    assert findings_of(observed)[0]["remedy"].startswith(
        "correct the command line in the unit, run systemctl daemon-reload, and restart"
    )


@pytest.mark.parametrize(
    ("exec_start", "expected"),
    [
        (
            "{ path=/usr/bin/java ; argv[]=/usr/bin/java -Xmx1g -XX:+UseG1GC kafka.Kafka /c ; pid=0 }",
            {"Xmx": "1g", "UseG1GC": "true"},
        ),
        ("{ path=/opt/k/bin/start.sh ; argv[]=/opt/k/bin/start.sh /c ; ignore_errors=no }", None),
        ("", None),
    ],
)
def test_configured(exec_start, expected):
    assert jvm_flags.configured(exec_start) == expected


@pytest.mark.parametrize(
    ("options", "running", "effective", "status", "note"),
    [
        (["-XX:+UseG1GC"], "UseG1GC", "true", "in_effect", None),
        (
            ["-XX:+UseParallelGC"],
            "UseParallelGC",
            "UseParallelGC",
            "drifted",
            "UseParallelGC, as its command line says",
        ),
        (["-XX:-UseG1GC"], "UseParallelGC", "UseParallelGC", "drifted", "its own choice, or"),
        ([], "UseSerialGC", "UseSerialGC", "drifted", "fewer than two CPUs or less than 1792 MB"),
        ([], "UseZGC", "UseZGC", "drifted", "its own choice, or an environment variable's"),
        ([], "UseG1GC", "true", "in_effect", "which its command line does not name"),
        ([], None, None, "drifted", "not on the command line, so it is the JVM's default"),
    ],
)
def test_the_collector_that_runs_is_named(options, running, effective, status, note):
    observed = jvm_flags.observe(server("-Xms1g", "-Xmx1g", *options), G1[:1], None, None, running=running)
    row = observed[1].row
    assert (row["effective"], row["status"]) == (effective, status)
    assert (note in row["note"]) if note else row["note"] is None
    assert [finding["found"] for finding in findings_of(observed)] == (
        [f"UseG1GC: {effective or 'not given'}"] if status == "drifted" else []
    )
