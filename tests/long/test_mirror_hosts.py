# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbooks mirror and mirror_failover on hosts in containers, between two real clusters where they log in."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Iterator, Mapping

import pytest

from tests.changes import hosts as lab
from tests.changes.clusters import Cluster, Lab
from tests.changes.hosts import Hosts
from tests.servers.mirror_maker import Node, running_node, unpacked_mirror_maker
from tests.servers.mirrored import QUICKLY, at, ends, made, read_on, written
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long
LAB = Lab("mirrored", 83)
CLUSTER = Cluster("mirrored", {"m1": 11, "m2": 12}, {}, lab=LAB)
FLOW = {"source": "berlin", "target": "potsdam", "topics": ["orders"], **QUICKLY}
NAME = "kafka_2.13-4.3.1"
OPEN = [{"resource": what, "name": "*", "operations": ["all"]} for what in ("topic", "group", "transactional_id")] + [
    {"resource": "cluster", "operations": ["all"]}
]
STARTED = "systemctl show --property=MainPID --value kafka-mirror-maker"
SECRETS = "/etc/kafka-mirror-maker/secrets.properties"


class Mirrored:
    """The *hosts*, of which those *named* run MirrorMaker between the two *nodes*."""

    def __init__(self, hosts: Hosts, nodes: tuple[Node, Node], archive: Path) -> None:
        self.hosts, self.nodes = hosts, nodes
        self.named = ["m1"]
        self.of_hosts: dict[str, Any] = {}  # what is none of the control node's
        self.inputs: dict[str, Any] = {
            "ansible_connection": "containers.podman.podman",
            "ansible_user": "root",
            "mirror_maker_archive_src": str(archive),
            "mirror_maker_archive_checksum": "sha512:" + hashlib.sha512(archive.read_bytes()).hexdigest(),
            "mirror_maker_heap": "256m",
            "mirror_maker_jvm_options": ["-XX:TieredStopAtLevel=1"],
            "mirror_maker_flows": [FLOW],
        }
        self.log_in("first")

    def log_in(self, password: str) -> None:
        """Have MirrorMaker log in everywhere with another password."""
        clusters = []
        for node in self.nodes:
            node.let_in(password)
            login = {**node.login(password), "ssl.endpoint.identification.algorithm": ""}
            clusters.append({"alias": node.alias, "bootstrap_servers": node.secured, "client_config": login})
        self.inputs["mirror_maker_clusters"] = clusters

    def play(self, *words: str, playbook: str = "mirror", **changed: Any) -> tuple[int, str]:
        """How the playbook ended, and all that it said."""
        hosts = {
            name: {"ansible_host": LAB.container(name), "mirror_maker_host": CLUSTER.addresses[name], **self.of_hosts}
            for name in self.named
        }
        inventory = {"all": {"vars": {**self.inputs, **changed}, "children": {"kafka_mirror_makers": {"hosts": hosts}}}}
        done = self.hosts.run(f"groundwork.kafka.{playbook}", inventory, *words)
        return done.returncode, done.stdout + done.stderr

    def taken(self, *words: str, **changed: Any) -> str:
        """What a playbook said that ended well."""
        returncode, said = self.play(*words, **changed)
        assert returncode == 0, said[-6000:]
        return said

    def refused(self, sentence: str, *words: str, **changed: Any) -> None:
        """A run that ends with the sentence, and changes nothing."""
        before = self.processes()
        returncode, said = self.play(*words, **changed)
        assert returncode != 0
        assert sentence in " ".join(said.split()), said[-3000:]
        assert not re.search(r"changed=[1-9]", said), said
        assert self.processes() == before

    def processes(self) -> Mapping[str, str]:
        """The process of MirrorMaker on each host, 0 for none."""
        return {name: self.hosts.on(name, STARTED) for name in CLUSTER.hosts}


@pytest.fixture
def mirrored(tmp_path: Path) -> Iterator[Mirrored]:
    """Nothing is on the hosts yet."""
    archive = tmp_path / f"{NAME}.tgz"
    words = ["--transform", f"s,^[.],{NAME},", "--owner=0", "--group=0", "-czf", str(archive), "."]
    subprocess.run(["tar", "-C", str(unpacked_mirror_maker()), *words], check=True)
    with lab.network(LAB), ExitStack() as stack:
        hosts = Hosts(CLUSTER, tmp_path)
        lab.boot(hosts, CLUSTER.hosts)
        nodes = []
        for alias in ("berlin", "potsdam"):
            (tmp_path / alias).mkdir()
            nodes.append(stack.enter_context(running_node(alias, tmp_path / alias, LAB.address(1))))
            nodes[-1].asked("cluster_acls", acls=[{"principals": ["User:mirror"], **rule} for rule in OPEN])
        yield Mirrored(hosts, (nodes[0], nodes[1]), archive)


def test_a_mirror_is_set_up_changed_grown_and_left_by_its_clients(mirrored) -> None:
    berlin, potsdam = mirrored.nodes
    made(berlin, "orders")
    written(berlin, "orders", range(300))
    at(berlin, "billing", ends(berlin, "orders"))
    said = mirrored.taken("--check", "--diff")
    assert "berlin->potsdam.topics" in said.replace("\\u003e", ">")
    assert "first" not in re.findall(r'password=\\*"(\w+)', said)
    mirrored.hosts.on(
        "m1", "test ! -e /etc/kafka-mirror-maker && test ! -e /etc/systemd/system/kafka-mirror-maker.service"
    )

    mirrored.taken()
    first = mirrored.processes()
    assert (first["m1"] != "0", first["m2"]) == (True, "0")
    assert mirrored.hosts.on("m1", f"stat -c '%a %U %G' {SECRETS}") == "640 root kafka-mirror-maker"
    assert re.search(r"m1 +: ok=\d+ +changed=0", mirrored.taken())
    assert mirrored.processes() == first

    mirrored.refused(
        "The cluster at",
        mirror_maker_flows=[{**FLOW, "source": "paris"}],
        mirror_maker_clusters=[
            {**one, "alias": {"berlin": "paris"}.get(one["alias"], one["alias"])}
            for one in mirrored.inputs["mirror_maker_clusters"]
        ],
    )
    mirrored.refused("berlin->potsdam has mirrored with default", mirror_maker_replication_policy="identity")
    mirrored.refused("and potsdam has 1 broker", mirror_maker_flows=[{**FLOW, "replication_factor": 2}])

    mirrored.log_in("second")
    mirrored.taken()
    second = mirrored.processes()
    assert second["m1"] not in ("0", first["m1"])
    assert "second" in mirrored.hosts.on("m1", f"cat {SECRETS}")
    written(berlin, "orders", range(300, 600))

    mirrored.named = ["m1", "m2"]
    mirrored.taken()
    third = mirrored.processes()
    assert third["m1"] != second["m1"]
    assert third["m2"] != "0"
    mirrored.taken()
    assert mirrored.processes() == third

    written(berlin, "orders", range(600, 900))
    at(berlin, "billing", ends(berlin, "orders"))
    said = mirrored.taken("-e", json.dumps({"mirror_failover_flow": "berlin->potsdam"}), playbook="mirror_failover")
    assert "Start the clients with the brokers of potsdam" in " ".join(said.split())
    assert set(mirrored.processes().values()) == {"0"}
    assert read_on(potsdam, "billing", "berlin.orders") == []
    assert sorted(read_on(potsdam, "all", "berlin.orders")) == list(range(900))
    written(potsdam, "orders", range(900, 1000))
    flow = {**FLOW, "source": "potsdam", "target": "berlin"}
    mirrored.taken(mirror_maker_flows=[flow])
    mirrored.taken(
        "-e",
        json.dumps({"mirror_failover_flow": "potsdam->berlin"}),
        playbook="mirror_failover",
        mirror_maker_flows=[flow],
    )
    assert sorted(read_on(berlin, "all", "potsdam.orders")) == list(range(900, 1000))


LEAVE = ("-e", json.dumps({"mirror_failover_flow": "berlin->potsdam", "mirror_failover_wait": 20}))
LOST = (*LEAVE, "-e", json.dumps({"mirror_failover_source_lost": True}))
#: A shell of a host that is hardened.
STRICT = "/usr/local/bin/strict"
STRICTLY = f"printf '#!/bin/sh\\numask 077\\nexec /bin/sh \"$@\"\\n' >{STRICT} && chmod 755 {STRICT}"
NO_FLOWS = {"mirror_maker_flows": [], "mirror_maker_clusters": []}


def test_what_a_host_or_a_cluster_lacks_is_told_and_one_that_leaves(mirrored) -> None:
    berlin = mirrored.nodes[0]
    mirrored.named = ["m1", "m2"]
    for host in mirrored.named:
        mirrored.hosts.on(host, STRICTLY)
    mirrored.of_hosts["ansible_shell_executable"] = STRICT

    mirrored.hosts.on("m2", "mv /usr/bin/java /usr/bin/elsewhere")
    mirrored.taken("--check")
    mirrored.refused("There is no java program at /usr/bin/java; install a Java runtime, or give its path")
    mirrored.hosts.on("m2", "mv /usr/bin/elsewhere /usr/bin/java")
    wrong = [{**one, "client_config": {**one["client_config"]}} for one in mirrored.inputs["mirror_maker_clusters"]]
    wrong[0]["client_config"]["sasl.jaas.config"] = wrong[0]["client_config"]["sasl.jaas.config"].replace("first", "no")
    mirrored.refused("refuse the user mirror: the password is wrong", mirror_maker_clusters=wrong)
    berlin.server.pause()
    mirrored.refused("accept connections but did not answer")
    berlin.server.resume()

    mirrored.taken()
    first = mirrored.processes()
    assert "0" not in first.values()
    mirrored.hosts.on("m2", "systemd-run -q --unit another python3 -m http.server 8093")
    mirrored.hosts.on("m2", "for turn in $(seq 50); do ss -ltn | grep -q :8093 && break; sleep 0.2; done")
    mirrored.refused("Port 8093, which mirror_maker_port is, is taken on this host by process", mirror_maker_port=8093)
    mirrored.hosts.on("m2", "systemctl stop another")
    mirrored.taken(mirror_maker_port=8093)
    mirrored.inputs["mirror_maker_port"] = 8093
    second = mirrored.processes()
    assert not set(second.values()) & {"0", *first.values()}
    mirrored.taken(mirror_maker_user="another")
    mirrored.inputs["mirror_maker_user"] = "another"
    assert not set(mirrored.processes().values()) & {"0", *second.values()}
    for host in mirrored.named:
        assert mirrored.hosts.on(host, "ps -o user= -p $(systemctl show -P MainPID kafka-mirror-maker)") == "another"

    mirrored.named = ["m1"]
    returncode, said = mirrored.play(mirror_maker_settle_timeout=40)
    assert returncode != 0
    where = CLUSTER.addresses["m2"]
    assert f"{where}:8093 from {where} is in its group, which is to have 1 host: on those" in " ".join(said.split())
    mirrored.hosts.on("m2", "systemctl disable --now kafka-mirror-maker")
    mirrored.taken()


def test_a_dead_source_is_left(mirrored) -> None:
    berlin, potsdam = mirrored.nodes
    made(berlin, "orders")
    written(berlin, "orders", range(300))
    at(berlin, "billing", ends(berlin, "orders"))
    untranslated = {"mirror_maker_flows": [{**FLOW, "sync_group_offsets": False}]}
    mirrored.taken(**untranslated)
    at(berlin, "another", ends(berlin, "orders"))
    mirrored.taken(*LEAVE, playbook="mirror_failover", **untranslated)
    assert mirrored.processes()["m1"] == "0"
    mirrored.taken()

    at(berlin, "billing", ends(berlin, "orders"))
    written(berlin, "orders", range(300, 600))
    before = mirrored.processes()
    eventually(lambda: mirrored.play("--check", *LEAVE, playbook="mirror_failover")[0], 0)
    assert mirrored.processes() == before, "a check stops nothing"
    berlin.server.kill()
    mirrored.refused("No broker accepts connections")
    mirrored.refused("No broker accepts connections", *LEAVE, playbook="mirror_failover")
    said = mirrored.taken(*LOST, playbook="mirror_failover")
    told = [int(number) for number in re.findall(r"copied\W+(\d+)", said)]
    assert (len(told), sum(told)) == (3, 600), said
    assert set(mirrored.processes().values()) == {"0"}
    assert set(read_on(potsdam, "billing", "berlin.orders")) >= set(range(300, 600))
    mirrored.taken(mirror_maker_state="stopped")
    mirrored.taken(mirror_maker_state="stopped", **NO_FLOWS)
