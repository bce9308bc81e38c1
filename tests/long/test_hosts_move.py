# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A secured KRaft cluster grows to four hosts and goes back to three while a client writes.

The fourth host is the last of its rack. Its decommission is killed twice, and ended by the next run. What is there at
the end, Kafka's own tools tell.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Callable

import pytest
from kafka import KafkaProducer

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.clusters import Cluster, Lab
from tests.changes.hosts import CHECKOUT
from tests.long import day as days
from tests.long import soak as soaks
from tests.long.day import NEW, STOPPED, Day
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long
CLUSTER = Cluster(
    "grown",
    {"k1": 11, "k2": 12, "k3": 13, "k4": 14},
    {},
    {
        "kafka_heap": "320m",
        "kafka_admin_client_properties": "{{ tls }}/../client.properties",
        "kafka_rack": "{{ {'k1': 'a', 'k2': 'b', 'k3': 'a', 'k4': 'c'}[inventory_hostname] }}",
        "kafka_users": days.CLUSTER.inputs["kafka_users"],
    },
    secured=True,
    lab=Lab("grown", 85),
)
HOSTS = list(CLUSTER.hosts)
THREE = HOSTS[:3]
#: Enough to be copied for longer than it takes to kill who has it copied, under SLOWLY.
FILLING, PARTITIONS, RECORDS = "filling", 6, 3000
SLOWLY = {"reassign_throttle": "500k", "reassign_at_once": 1}
LEAVING = {"decommission_hosts": ["k4"]}
LOPSIDED = "lopsided"
_DUMP = (
    "java -Xmx128m -cp '/opt/kafka/libs/*' org.apache.kafka.tools.DumpLogSegments --cluster-metadata-decoder "
    "--files $(ls /data/kafka/log/__cluster_metadata-0/*.log | paste -sd,) "
    """| grep -o '{"type":"CONFIG_RECORD".*'"""
)


def fill(day: Day) -> None:
    """Give the cluster what is copied for a while: 10 KB a record, on three brokers."""
    with day.admin() as admin:
        for topic, count in ((soaks.TOPIC, soaks.PARTITIONS), (FILLING, PARTITIONS)):
            admin.create_topics({topic: {"num_partitions": count, "replication_factor": -1}})
    options = {**readings.client(day.hosts), "bootstrap_servers": f"{CLUSTER.addresses['k1']}:9091"}
    producer = KafkaProducer(**options, acks="all")
    for number in range(RECORDS):
        producer.send(FILLING, os.urandom(10000), partition=number % PARTITIONS)
    producer.flush()
    producer.close()


def held(day: Day, broker: int) -> int:
    """How many partitions have a replica on *broker*."""
    return sum(broker in one["replica_nodes"] for one in day.replicas().values())


def asked(day: Day, tool: str, words: str) -> str:
    """What one of Kafka's tools tells of the cluster, as the operator."""
    config = "--config" if tool == "kafka-cluster.sh" else "--command-config"
    verb, _space, rest = words.partition(" ")
    given = f"{verb} --bootstrap-server {CLUSTER.addresses['k1']}:9091 {config} client.properties {rest}"
    return day.type(f"{tool} {given}")


def registered(day: Day) -> set[int]:
    """The brokers that are registered, fenced ones too."""
    said = asked(day, "kafka-cluster.sh", "list-endpoints --include-fenced-brokers")
    return {int(number) for number in re.findall(r"^(\d+)\s", said, re.MULTILINE)}


def own_settings(day: Day) -> dict[str, str | None]:
    """The settings of broker 4 alone, as Kafka's tool reads them out of a controller's log; None for one that is gone.

    Nobody else tells them: brokers do of their own alone, and of one that is no controller kafka-configs.sh tells
    none with --bootstrap-controller.
    """
    lines = day.hosts.on("k1", _DUMP).splitlines()
    told = [json.loads(line[line.index("{") :])["data"] for line in lines]
    return {one["name"]: one["value"] for one in told if (one["resourceType"], one["resourceName"]) == (4, "4")}


def rules(day: Day) -> str:
    """Who may do what."""
    return asked(day, "kafka-acls.sh", "--list")


def under_way(day: Day) -> bool:
    return "No partition reassignments found" not in asked(day, "kafka-reassign-partitions.sh", "--list")


def limits(day: Day) -> list[str]:
    """What limits replication, by brokers and topics."""
    said = [asked(day, "kafka-configs.sh", f"--describe --entity-type {kind}") for kind in ("brokers", "topics")]
    return re.findall(r"\S*replication\.throttled\S*", " ".join(said))


def killed(day: Day, due: Callable[[], bool], **extra: object) -> None:
    """Begin with the decommission, and kill it and all that it has started, as soon as that is *due*."""
    process = day.hosts.begin("decommission", day.inventory(), "-e", json.dumps({**LEAVING, **extra}))
    deadline = time.monotonic() + 180
    while not due() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert process.poll() is None, "it has ended before"
    _kill(process.pid)
    process.wait()


def _kill(pid: int) -> None:
    """SIGKILL for a process, then for its children: the workers of a run go on otherwise."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    for child in listed.stdout.split():
        _kill(int(child))


def show_only(day: Day) -> None:
    """Told is what would become of a topic that one broker has alone, and nothing is done."""
    with day.admin() as admin:
        admin.create_topics({LOPSIDED: {"assignments": {number: [1] for number in range(8)}}})
    time.sleep(5)  # until the broker has made its folders
    before, files = (day.replicas(), limits(day)), readings.written(day.hosts)
    said = day.play("rebalance", "--check", "--diff")
    assert re.search(r"[1-9]\d* partitions to change", said), said[-3000:]
    assert re.search(rf"{LOPSIDED}-\d: 1", said), said[-3000:]
    assert (day.replicas(), limits(day)) == before
    now = readings.written(day.hosts)
    assert [sorted({*lines} ^ {*now[host]}) for host, lines in files.items()] == [[] for _host in files]
    assert not under_way(day)


def rebalance(day: Day) -> None:
    """What was shown is done, and once more nothing is."""
    day.play("rebalance")
    leaders = {one["replica_nodes"][0] for (topic, _number), one in day.replicas().items() if topic == LOPSIDED}
    assert len(leaders) > 1
    assert "Nothing to change." in day.play("rebalance")
    with day.admin() as admin:  # no broker that has the only replica of a partition is restarted
        admin.delete_topics([LOPSIDED])


def grow(day: Day) -> None:
    day.brokers = HOSTS
    with day.step("expand to 4", k1=1, k2=1, k3=1, k4=NEW):
        day.play("expand")
    day.check_in_sync(least=3)
    assert registered(day) == {1, 2, 3, 4}
    assert held(day, 4) > 0
    assert (under_way(day), limits(day)) == (False, [])


def leave(day: Day) -> None:
    """Killed while replicas are moved, and once the broker was stopped; the next run ends it."""
    asked(
        day,
        "kafka-configs.sh",
        "--alter --entity-type brokers --entity-name 4 --add-config log.cleaner.threads=2",
    )
    assert own_settings(day)["log.cleaner.threads"] == "2"
    assert "CN=k4" in rules(day)
    with day.step("decommission, killed twice", k4=STOPPED):
        before = held(day, 4)
        killed(day, lambda: under_way(day), **SLOWLY)
        assert (under_way(day), bool(limits(day))) == (True, True)
        assert 0 < held(day, 4) <= before
        killed(day, lambda: "active" not in day.hosts.on("k4", "systemctl is-active kafka || true").split())
        day.play("decommission", **LEAVING)
    assert (registered(day), held(day, 4)) == ({1, 2, 3}, 0)
    assert set(own_settings(day).values()) == {None}
    assert "CN=k4" not in rules(day)
    assert (under_way(day), limits(day)) == (False, [])
    again = day.play("decommission", **LEAVING)
    assert re.findall(r"changed=(\d+)", again) == ["0"] * len(HOSTS), again[-2000:]


def forget(day: Day) -> None:
    """Out of the inventory: the others take its name out of their files, and nobody misses it."""
    day.brokers = THREE
    with day.step("site without it", k1=1, k2=1, k3=1):
        said = day.play()
    assert "broker 4" not in said.lower()
    day.check_in_sync(least=1)


def tell(day: Day, soak: soaks.Soak | None) -> None:
    """Print what each step took, and write it to the folder of reports."""
    sent = soak.acknowledged() if soak else []
    waits = {
        step.name: max((one.back - one.sent for one in sent if step.began <= one.sent < step.ended), default=0.0)
        for step in day.steps
    }
    text = days.table(day.steps, HOSTS, waits) + f"\n{len(sent)} records were acknowledged.\n"
    print(text)
    reports = CHECKOUT / "reports"
    reports.mkdir(exist_ok=True)
    (reports / "hosts_move.md").write_text(text)


def test_a_host_comes_and_goes_while_a_client_writes(tmp_path: Path) -> None:
    with lab.running(CLUSTER, tmp_path) as hosts:
        day, soak = Day(hosts, unpacked("GROUNDWORK_KRAFT_HOME"), THREE, THREE), None
        day.commands()
        try:
            with day.step("site", k1=NEW, k2=NEW, k3=NEW):
                day.play()
            fill(day)
            with soaks.soak(tmp_path / "soak", days.client(hosts, *THREE)) as soak:
                for step in (grow, show_only, rebalance, leave, forget):
                    soak.check_flows()
                    step(day)
                soak.check_flows()
                soak.end()
                soaks.check_all_there(soak)
        finally:
            tell(day, soak)
        assert {step.name: step.wrong for step in day.steps if step.wrong} == {}
        eventually(lambda: held(day, 4), 0)
