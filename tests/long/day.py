# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster over a day: the inventory as it is by now, what its operator types, and what each step has restarted."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Sequence

from kafka import KafkaAdminClient

from tests.changes import readings
from tests.changes.clusters import Cluster, Inventory, Lab
from tests.changes.hosts import Hosts
from tests.long.disks import DEVICE, MOUNT_POINT
from tests.servers.versions import KRAFT_FORMER
from tests.servers.waiting import eventually

USER, PASSWORD = "soak", "planted"
FOLDERS = ["/data/kafka/log", f"{MOUNT_POINT}/log"]
_RULES = [{"resource": "topic", "name": "soak", "operations": ["read", "write", "describe"]}]
#: All machines of the day; which of them are in its groups is the inventory's to say.
CLUSTER = Cluster(
    "day",
    {"k1": 11, "k2": 12, "k3": 13, "k4": 14},
    {},
    {
        "kafka_version": KRAFT_FORMER,
        "kafka_heap": "320m",
        "kafka_log_dirs": FOLDERS,
        "data_disks_devices": [{"device": DEVICE, "mount_point": MOUNT_POINT}],
        "kafka_admin_client_properties": "{{ tls }}/../client.properties",
        "kafka_users": [{"name": USER, "password": PASSWORD, "acls": _RULES}],
    },
    secured=True,
    lab=Lab("day", 86),
)
#: Kafka's commands as its archive has them; that of the lab has their jars alone.
_COMMANDS = {
    "kafka-acls.sh": "org.apache.kafka.tools.AclCommand",
    "kafka-cluster.sh": "org.apache.kafka.tools.ClusterTool",
    "kafka-configs.sh": "kafka.admin.ConfigCommand",
    "kafka-reassign-partitions.sh": "org.apache.kafka.tools.reassign.ReassignPartitionsCommand",
    "kafka-metadata-quorum.sh": "org.apache.kafka.tools.MetadataQuorumCommand",
}
_COMMAND = "#!/bin/sh\nexec java -Xmx128m -XX:TieredStopAtLevel=1 -cp '{}/libs/*' {} \"$@\"\n"
NEW, STOPPED = "new", "stopped"


@dataclass
class Step:
    """What a step did: how often it started each server that there was, or that it was *new* or *stopped*."""

    name: str
    expected: Mapping[str, Any]
    began: float
    ended: float = 0.0
    restarts: dict[str, Any] = field(default_factory=dict)

    @property
    def wrong(self) -> dict[str, tuple[Any, Any]]:
        """What was found of a server and what is to be, by host, where they differ."""
        of = {host: self.expected.get(host, 0) for host in self.restarts}
        return {host: (self.restarts[host], of[host]) for host in of if self.restarts[host] != of[host]}


@dataclass
class Day:
    """The *hosts* with the inventory of the moment: *brokers*, *controllers*, *inputs* of all hosts and of some."""

    hosts: Hosts
    home: Path
    brokers: list[str] = field(default_factory=list)
    controllers: list[str] = field(default_factory=list)
    inputs: dict[str, Any] = field(default_factory=dict)
    own: dict[str, dict[str, Any]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def inventory(self) -> Inventory:
        """What stands in the operator's file by now."""
        used = {name: self.hosts.cluster.hosts[name] for name in dict.fromkeys([*self.brokers, *self.controllers])}
        groups = {"kafka": self.brokers, "kafka_controllers": self.controllers}
        made = replace(self.hosts.cluster, hosts=used, groups=groups).inventory(self.inputs)
        for name, given in self.own.items():
            made["all"]["hosts"].get(name, {}).update(given)
        return made

    def play(self, playbook: str = "site", *words: str, ends: int = 0, **extra: Any) -> str:
        """What a playbook says, in one line; it has to end so."""
        done = self.hosts.play(playbook, self.inventory(), *words, *(["-e", json.dumps(extra)] if extra else []))
        assert done.returncode == ends, (done.stdout + done.stderr)[-6000:]
        return " ".join((done.stdout + done.stderr).replace('\\"', '"').split())

    @contextlib.contextmanager
    def step(self, name: str, **expected: Any) -> Iterator[None]:
        """Count what is started meanwhile; *expected* are the servers that are, by host, and no others."""
        before, since = readings.starts(self.hosts), readings.clock(self.hosts)
        invocations = readings.invocations(self.hosts)
        made = Step(name, expected, time.time())
        self.steps.append(made)
        try:
            yield
        finally:
            made.ended = time.time()
            counted, after = readings.started(self.hosts, since, invocations), readings.starts(self.hosts)
            for host in self.hosts.cluster.hosts:
                had, has = (host, "kafka") in before, (host, "kafka") in after
                if had and has and made.expected.get(host) != NEW:
                    made.restarts[host] = counted[host, "kafka"]
                elif has:  # it starts once, and is started by nobody again
                    made.restarts[host] = NEW if counted[host, "kafka"] == 1 else counted[host, "kafka"]
                elif had:
                    made.restarts[host] = STOPPED

    def commands(self) -> None:
        """Have Kafka's commands on the control node, of the version that is unpacked there."""
        self._install(lambda name, text: _write(self.hosts.folder / "bin" / name, text), self.home)

    def commands_on(self, host: str) -> None:
        """Have them on a host, of the version that its link leads to."""
        path = "/usr/local/bin/{}"
        script = "printf '%s' '{}' >{} && chmod 755 {}"
        self._install(
            lambda name, text: self.hosts.on(
                host, script.format(text.replace("'", "'\\''"), path.format(name), path.format(name))
            ),
            Path("/opt/kafka"),
        )

    def _install(self, put: Callable[[str, str], Any], home: Path) -> None:
        for name, main in _COMMANDS.items():
            put(name, _COMMAND.format(home, main))

    def type(self, line: str) -> str:
        """What a shell of the control node prints for *line*, with Kafka's commands on its path."""
        given = f"PATH={self.hosts.folder / 'bin'}:$PATH; {line}"
        done = subprocess.run(
            ["sh", "-c", given], cwd=self.hosts.folder, capture_output=True, text=True, check=False, timeout=180
        )
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        return done.stdout

    @contextlib.contextmanager
    def admin(self) -> Iterator[KafkaAdminClient]:
        """The operator's client, which asks the brokers that the inventory has."""
        options = readings.client(self.hosts)
        addresses = [self.hosts.cluster.addresses[name] for name in self.brokers]
        client = KafkaAdminClient(**{**options, "bootstrap_servers": [f"{one}:9091" for one in addresses]})
        try:
            yield client
        finally:
            client.close()

    def replicas(self) -> dict[tuple[str, int], dict[str, Any]]:
        """Each partition of each topic as the cluster describes it."""
        with self.admin() as admin:
            topics = admin.describe_topics()
        return {(one["name"], part["partition_index"]): part for one in topics for part in one["partitions"]}

    def check_in_sync(self, least: int) -> None:
        """Wait until each partition has as many brokers in sync as it is to have, and at *least* so many."""

        def behind() -> list[Any]:
            return [
                (where, one["replica_nodes"], one["isr_nodes"])
                for where, one in self.replicas().items()
                if sorted(one["isr_nodes"]) != sorted(one["replica_nodes"]) or len(one["isr_nodes"]) < least
            ]

        eventually(behind, [], 180)

    def voters(self) -> dict[int, str]:
        """The directories of the quorum's voters, by number."""
        with self.admin() as admin:
            (partition,) = admin.describe_metadata_quorum()["topics"][0]["partitions"]
        return {one["replica_id"]: str(one["replica_directory_id"]) for one in partition["current_voters"]}

    def move(self, plan: Mapping[str, Any]) -> None:
        """Have the partitions moved as *plan* says, in the format of Kafka's command, and wait for that."""
        (self.hosts.folder / "plan.json").write_text(json.dumps(plan))
        command = f"kafka-reassign-partitions.sh {self._reach()} --reassignment-json-file plan.json"
        self.type(f"{command} --execute")
        deadline = time.monotonic() + 180
        while "still in progress" in (said := self.type(f"{command} --verify")) and time.monotonic() < deadline:
            time.sleep(1)
        assert "still in progress" not in said, said
        assert f"Reassignment of partition {plan['partitions'][0]['topic']}-" in said, said

    def proposal(self, brokers: Sequence[int]) -> dict[str, Any]:
        """What Kafka's command proposes for all topics on *brokers*."""
        topics = [{"topic": name} for name in sorted({topic for topic, _number in self.replicas()})]
        (self.hosts.folder / "topics.json").write_text(json.dumps({"version": 1, "topics": topics}))
        said = self.type(
            f"kafka-reassign-partitions.sh {self._reach()} --topics-to-move-json-file topics.json "
            f"--broker-list {','.join(map(str, brokers))} --generate"
        )
        found: dict[str, Any] = json.loads(re.search(r"Proposed partition reassignment.*\n(\{.*\})", said).group(1))  # type: ignore[union-attr]
        return found

    def _reach(self) -> str:
        address = self.hosts.cluster.addresses[self.brokers[0]]
        return f"--bootstrap-server {address}:9091 --command-config client.properties"


def client(
    hosts: Hosts, *names: str, user: str = USER, password: str = PASSWORD, seconds: int = readings.PATIENCE
) -> dict[str, Any]:
    """kafka-python's options of a user, who tries for so many *seconds* to log in."""
    return {
        "bootstrap_timeout_ms": seconds * 1000,
        "bootstrap_servers": [f"{hosts.cluster.addresses[name]}:9092" for name in names],
        "security_protocol": "SASL_SSL",
        "ssl_cafile": str(hosts.folder / "tls" / "ca.pem"),
        "sasl_mechanism": "SCRAM-SHA-512",
        "sasl_plain_username": user,
        "sasl_plain_password": password,
    }


def add_voters(day: Day, said: str, *hosts: str) -> None:
    """Type what the finding of each controller that does not vote says, on its host."""
    for host in hosts:
        found = re.search(
            rf"controller_does_not_vote: controller \d+ \({host}\).*?on {host}, as root: (.*? add-controller)", said
        )
        assert found, said[-6000:]
        day.hosts.on(host, found.group(1))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def table(steps: Sequence[Step], hosts: Sequence[str], waits: Mapping[str, float]) -> str:
    """The steps with what each restarted, how long it took, and the longest that a record waited meanwhile."""
    rows = [["step", *hosts, "minutes", "longest wait of a record (s)"]]
    for one in steps:
        counts = [str(one.restarts.get(host, "-")) for host in hosts]
        rows.append([one.name, *counts, f"{(one.ended - one.began) / 60:.1f}", f"{waits.get(one.name, 0):.1f}"])
    totals = [sum(one.restarts[host] for one in steps if isinstance(one.restarts.get(host), int)) for host in hosts]
    minutes = sum(one.ended - one.began for one in steps) / 60
    rows.append(["restarts in all", *map(str, totals), f"{minutes:.1f}", f"{max(waits.values(), default=0):.1f}"])
    rows.insert(1, ["---"] * len(rows[0]))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
