# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The services: who runs them, with which flags, and that they serve."""

import json
import os
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic

from tests.servers.waiting import eventually

G1 = [
    "-XX:+UseG1GC",
    "-XX:MaxGCPauseMillis=20",
    "-XX:InitiatingHeapOccupancyPercent=35",
    "-XX:G1HeapRegionSize=16M",
    "-XX:MetaspaceSize=96m",
    "-XX:MinMetaspaceFreeRatio=50",
    "-XX:MaxMetaspaceFreeRatio=80",
]


def arguments(host, process):
    return host.check_output(f"cat /proc/{process}/cmdline | tr '\\0' '\\n'").splitlines()


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_java_runs_directly_as_the_services_own_user(host, pid, service):
    process = pid(service)
    assert arguments(host, process)[0].endswith("/java")
    assert host.file(f"/proc/{process}").user == service
    assert host.service(service).is_enabled


def test_the_broker_runs_with_the_documented_flags(host, pid):
    flags = arguments(host, pid("kafka"))
    assert [flag for flag in G1 if flag not in flags] == []
    assert {"-Xms1g", "-Xmx1g"} <= set(flags)


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_a_full_heap_is_dumped_once_and_the_process_ends_for_systemd(host, pid, service):
    flags = arguments(host, pid(service))
    folder = host.file(f"/var/lib/{service}-heap-dumps")
    assert {"-XX:+ExitOnOutOfMemoryError", "-XX:+HeapDumpOnOutOfMemoryError"} <= set(flags)
    assert f"-XX:HeapDumpPath={folder.path}/{service}.hprof" in flags
    assert (folder.user, oct(folder.mode)) == (service, "0o750")
    assert "Restart=on-failure" in host.check_output("systemctl show --property Restart %s", service)


@pytest.mark.parametrize("service", ["kafka", "zookeeper"])
def test_the_collector_writes_a_log_that_rotates(host, pid, service):
    (log,) = [flag for flag in arguments(host, pid(service)) if flag.startswith("-Xlog:")]
    assert log == f"-Xlog:gc*:file=/var/log/{service}/gc.log:time,uptime,tags:filecount=10,filesize=100M"
    assert "gc" in host.file(f"/var/log/{service}/gc.log").content_string


def test_zookeeper_answers(host):
    ask = "import socket; c = socket.create_connection(('localhost', 2181)); c.send(b'ruok'); print(c.recv(9))"
    answer = host.check_output("python3 -c %s", ask)
    assert answer == "b'imok'"


def test_settings_are_not_for_everybodys_eyes(host):
    for path, group in (("/etc/kafka/server.properties", "kafka"), ("/etc/zookeeper/zoo.cfg", "zookeeper")):
        file = host.file(path)
        assert (file.user, file.group, oct(file.mode)) == ("root", group, "0o640")


def test_the_log_is_in_the_journal(host):
    assert "started (server.KafkaServer)" in host.check_output("journalctl --unit kafka --no-pager --output cat")


@pytest.mark.parametrize("compression", ["zstd", "snappy", "lz4", "gzip"])
def test_a_broker_compresses_though_nothing_in_tmp_may_be_run(host, address, compression):
    assert "noexec" in host.check_output("findmnt --noheadings --output OPTIONS /tmp")
    topic = NewTopic(f"compressed-by-{compression}", 1, 1, topic_configs={"compression.type": compression})
    admin = KafkaAdminClient(bootstrap_servers=address)
    admin.create_topics([topic])
    producer = KafkaProducer(bootstrap_servers=address, acks="all", retries=0)  # which sends what is not compressed
    assert producer.send(topic.name, b"x" * 1000).get(timeout=30).offset == 0
    producer.close()
    admin.delete_topics([topic.name])
    admin.close()


def test_journald_drops_no_line_of_a_starting_broker(host):
    limit = "/run/systemd/journald.conf.d/limit.conf"
    text = "[Journal]\nRateLimitIntervalSec=1h\nRateLimitBurst=5\n"  # journald multiplies it, where there is room
    host.check_output("mkdir -p /run/systemd/journald.conf.d && printf %s > %s", text, limit)
    try:
        host.check_output("systemctl restart systemd-journald && systemctl restart kafka")
        number = host.check_output("systemctl show --property InvocationID --value kafka")
        said = "journalctl --no-pager --output cat _SYSTEMD_INVOCATION_ID=" + number
        eventually(lambda: "started (server.KafkaServer)" in host.check_output(said), expected=True)
        assert len(host.check_output(said).splitlines()) > 200
    finally:
        host.check_output("rm %s && systemctl restart systemd-journald", limit)


def test_one_timer_purges_and_autopurge_is_off(host):
    shown = host.check_output("systemctl list-timers --all --no-legend 'groundwork-*'")
    assert "groundwork-zookeeper-purge.service" in shown
    assert host.service("groundwork-zookeeper-purge.timer").is_enabled
    assert host.file("/etc/cron.d/groundwork-zookeeper-purge").exists is False
    assert "autopurge.purgeInterval=0" in host.file("/etc/zookeeper/zoo.cfg").content_string


def test_the_purge_needs_no_cron_daemon(host):
    service = "groundwork-zookeeper-purge.service"
    host.check_output("systemctl stop cron")
    try:
        host.check_output("systemctl start %s", service)
        assert (
            host.check_output("systemctl show --property ConditionResult,Result --value %s", service) == "success\nyes"
        )
    finally:
        host.check_output("systemctl start cron")


def test_the_smoke_test_accounted_for_every_record():
    result = json.loads((Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"]) / "reports" / "smoke.json").read_text())
    assert result["status"] == "passed"
    assert result["details"]["plan"]["records"] == 200000
