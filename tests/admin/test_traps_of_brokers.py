# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Traps of brokers, their hosts and racks, taken away by the words of their remedies: gone, and nothing lost.

What stands in files, heaps and flags comes into force by one restart of each server; what remains of racks, of one.
"""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import jvm
from tests.admin.by_hand import ByHand, started
from tests.admin.reviewing import (
    RECORDS,
    alter,
    audit,
    create,
    fill,
    findings,
    in_sync,
    records,
    review_files,
    text,
    type_in,
)
from tests.servers.cluster import HOMES
from tests.servers.server import KAFKA, Server, format_storage, free_port, free_ports, java, unpacked, zookeeper
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

#: A class that is not Kafka's own, which it loads and never uses as no listener has TLS, and a key that may be its.
IN_FILES = ("ssl.engine.factory.class=com.fasterxml.jackson.databind.ObjectMapper", "engine.level=3")
OWN = {2: ["log.cleaner.enable=false"], 3: ["group.coordinator.rebalance.protocols=classic,consumer"]}
OUT = ("engine.level=3", OWN[2][0], OWN[3][0])
TOPICS: Mapping[str, dict[str, str]] = {"newest": {"cleanup.policy": "compact"}, "dust": {"segment.ms": "1000"}}
_SEGMENTS = "review segment size, retention and roll time, which decide how many segments there are; only then raise "
#: What the cluster tells at the beginning.
OF_CLUSTER = {
    "compaction_cleaner_off": "take log.cleaner.enable out, whose default is true, one broker at a time, with room on "
    "its disks for the first pass",
    "compaction_buffer_small": "raise log.cleaner.dedupe.buffer.size, which is taken from the heap: at most a quarter "
    "of it",
    "setting_deprecated": "read what Kafka's documentation of the key names instead, and leave it out",
    "setting_unknown": "make sure that it is theirs, or leave it out",
    "racks_unknown": "set broker.rack (kafka_rack) of every broker, if they do not all share one rack",
}
#: What its host tells beside that.
OF_HOST = {
    "compaction_unwatched": "have uncleanable-partitions-count and time-since-last-run-ms watched, by JMX or an agent, "
    "and the cleaner's log",
    "dedupe_buffer_over_heap": "lower log.cleaner.dedupe.buffer.size, or give the broker a larger heap",
    "descriptors_short": f"{_SEGMENTS}LimitNOFILE of the service",
    "headroom_descriptors": f"{_SEGMENTS}LimitNOFILE",
    "map_areas_short": f"{_SEGMENTS}vm.max_map_count",
    "page_cache_small": "give the broker a smaller heap, or the host more memory",
    "zookeeper_heap_large": "give it less heap (3 to 5 GB is generous for large clusters), or the host more memory",
}
#: What it tells where nobody says how to reach the cluster.
UNASKED = {
    "cluster_not_asked": "name its brokers in audit_bootstrap_servers, and how to connect in audit_client_config, and "
    "audit it again"
}
#: What it tells of the racks that the brokers are given first.
OF_RACKS = {
    "racks_uneven": "add brokers to the small racks, or move some there",
    "racks_fewer_than_replicas": "spread the brokers over more racks, or count on losing more than one replica with a "
    "rack",
}
_JMX = "com.sun.management.jmxremote"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByHand]:
    """Three servers whose heaps are too small for one's cleaner, and too large for the page cache."""
    large = f"{memory() * 45 // 100 >> 20}m"
    heaps = {1: "400m", 2: large, 3: large}
    with started(tmp_path_factory.mktemp("brokers"), IN_FILES, OWN, heaps=heaps) as made:
        create(made, {name: {"assignments": {0: [1, 2, 3]}, "configs": own} for name, own in TOPICS.items()})
        fill(made, TOPICS, keyed=True)
        lower_limit(made.servers[1])
        yield made


def lower_limit(server: Server) -> None:
    """Have a server that runs use 80 of 100 descriptors."""
    pid = server.process.pid if server.process else 0
    limit = len(os.listdir(f"/proc/{pid}/fd")) * 100 // 80
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, limit))


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A ZooKeeper server on the same machine, whose heap alone is nearly all of its memory, and which holds a node."""
    server = zookeeper(unpacked(HOMES["zookeeper"]), tmp_path_factory.mktemp("keeper"), 500)
    server.heap = f"{memory() * 80 // 100 >> 20}m"
    try:
        server.start()
        assert "Created /kept" in asked(server, "create", "/kept", "whole")
        yield server
    finally:
        server.kill()


def asked(server: Server, *command: str) -> str:
    """What ZooKeeper's own client says."""
    words = ("-server", f"127.0.0.1:{server.port}", *command)
    java_command = java(server.home, "org.apache.zookeeper.ZooKeeperMain", *words, heap="64m")
    done = subprocess.run(java_command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr


def memory() -> int:
    return jvm.memory(Host())


def remedies(found: list[dict[str, Any]], names: Mapping[str, str]) -> dict[str, str]:
    return {str(one["id"]): str(one["remedy"]) for one in found if one["id"] in names}


def of_host(made: ByHand, keeper: Server, folder: Path) -> dict[str, str]:
    """What the audit tells of these servers, with as much written as a quarter of the memory holds for 30 seconds."""
    folder.mkdir()
    load = {"written": memory() // 4 // 30 * len(made.servers)}
    _said, found = audit(
        folder, made.addresses, audit_client_config={"security.protocol": "PLAINTEXT"}, audit_load=load
    )
    assert remedies(found, UNASKED) == {}
    names = [str(server.process.pid) for server in (keeper, *made.servers.values()) if server.process]
    names.append("ZooKeeper on here")  # the only one on the machine
    return remedies([one for one in found if any(name in one["subject"] for name in names)], OF_HOST)


def restart(made: ByHand, number: int, rack: str) -> None:
    """Restart a server without what its file is to be without, in its *rack*."""
    server = made.servers[number]
    lines = [line for line in server.settings.read_text().splitlines() if line not in OUT and "broker.rack" not in line]
    server.stop()
    server.settings.write_text("\n".join([*lines, f"broker.rack={rack}", ""]))
    server.start()
    in_sync(made)


@pytest.mark.remedy(
    "compaction_cleaner_off",
    "compaction_buffer_small",
    "setting_deprecated",
    "setting_unknown",
    "racks_unknown",
    "compaction_unwatched",
    "dedupe_buffer_over_heap",
    "descriptors_short",
    "headroom_descriptors",
    "map_areas_short",
    "page_cache_small",
    "zookeeper_heap_large",
    "cluster_not_asked",
)
def test_what_one_restart_of_each_server_takes_away(cluster: ByHand, keeper: Server, tmp_path: Path) -> None:
    (tmp_path / "unasked").mkdir()
    assert remedies(audit(tmp_path / "unasked", ["127.0.0.1:1"])[1], UNASKED) == UNASKED
    assert remedies(findings(cluster.addresses), OF_CLUSTER) == OF_CLUSTER
    assert of_host(cluster, keeper, tmp_path / "before") == OF_HOST
    alter(cluster, "dust", "segment.ms", None)
    ports = dict(zip(cluster.servers, free_ports(len(cluster.servers))))
    for (number, server), rack in zip(cluster.servers.items(), "aab"):
        given = {"port": ports[number], "host": "127.0.0.1", "authenticate": "false", "ssl": "false"}
        server.heap = "700m"
        server.options = (*server.options, *(f"-D{_JMX}.{key}={value}" for key, value in given.items()))
        restart(cluster, number, rack)
    keeper.stop()
    keeper.heap = "96m"
    keeper.start()
    size = (700 << 20) // 4
    change = f"--entity-type brokers --entity-default --add-config log.cleaner.dedupe.buffer.size={size}"
    type_in(cluster, f"kafka-configs.sh --alter {change}")
    eventually(lambda: remedies(findings(cluster.addresses), OF_CLUSTER), {}, 30)
    assert of_host(cluster, keeper, tmp_path / "after") == {}
    assert "whole" in asked(keeper, "get", "/kept")
    watched = seen(cluster, ports[1])
    assert "uncleanable-partitions-count" in watched
    assert "time-since-last-run-ms" in watched


def seen(made: ByHand, port: int) -> str:
    """What Kafka's own tool sees of the cleaner by JMX."""
    words = ("--object-name", "kafka.log:type=LogCleanerManager,*", "--one-time")
    url = f"service:jmx:rmi:///jndi/rmi://127.0.0.1:{port}/jmxrmi"
    command = java(made.home, "org.apache.kafka.tools.JmxTool", *words, "--jmx-url", url, heap="96m")
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.remedy("racks_uneven", "racks_fewer_than_replicas")
def test_a_broker_is_moved_to_a_rack_of_its_own(cluster: ByHand) -> None:
    assert remedies(findings(cluster.addresses), OF_RACKS) == OF_RACKS
    restart(cluster, 2, "c")
    eventually(lambda: remedies(findings(cluster.addresses), OF_RACKS), {}, 30)


@pytest.mark.remedy("broker_ids_same")
def test_a_broker_with_the_number_of_another_is_given_that_of_its_data(cluster: ByHand) -> None:
    first = cluster.servers[1]
    server = Server(cluster.home, first.folder, "server4", KAFKA, free_port())
    lines = dict(line.split("=", 1) for line in first.settings.read_text().splitlines())
    own = {"process.roles": "broker", "node.id": "4", "listeners": f"PLAINTEXT://127.0.0.1:{server.port}"}
    own["log.dirs"] = f"{first.folder}/data4"
    right = "".join(f"{key}={value}\n" for key, value in {**lines, **own}.items())
    server.settings.write_text(right)
    format_storage(cluster.home, server.folder, server.name)
    server.settings.write_text(right.replace("node.id=4", "node.id=1"))
    files = [*cluster.files, server.settings]
    assert review_files(files, cluster.version)["broker_ids_same"] == (
        "give each a number of its own, that of its data where it has some"
    )
    with pytest.raises(RuntimeError, match="server4 ended at once"):
        server.start()
    server.settings.write_text(right)
    assert "broker_ids_same" not in review_files(files, cluster.version)
    try:
        server.start()
    finally:
        server.stop()


def test_nothing_was_lost_on_the_way(cluster: ByHand) -> None:
    for name in TOPICS:
        assert [value for _key, value in records(cluster, name)] == [text(name, number) for number in range(RECORDS)]
