# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import broker_inputs, mirror_maker_inputs, zookeeper_inputs

BROKER = {
    "mode": "zookeeper",
    "id": 1,
    "log_dirs": ["/data/1/", "/data/2"],
    "ports": {"kafka_port": 9092},
    "exporter": None,
    "bind_addresses": {},
    "zookeeper_connect": "127.0.0.1:1",
    "config": {"default.replication.factor": 1, "broker.id.generation.enable": True},
    "brokers": 1,
    "metadata_log_dir": None,
    "properties": "/etc/kafka/server.properties",
    "security": False,
    "disks": [],
    "roles": [],
    "host": "",
    "controllers": [],
    "names": [],
    "super_users": [],
    "secure_phase": "",
    "stepping": False,
}
KRAFT = {**BROKER, "mode": "kraft", "id": 7, "zookeeper_connect": None, "metadata_log_dir": "/m"}
ZOOKEEPER = {
    "id": 1,
    "data_dir": "/z/data",
    "data_log_dir": "/z/log",
    "client_port": 2181,
    "peer_port": 2888,
    "election_port": 3888,
    "from_log": False,
    "former_elections": [],
    "exporter": None,
    "security": False,
    "secure_phase": "",
    "stepping": False,
    "purge": {"schedule": "17 3 * * *", "retain": 3, "random_delay": 0},
    "disks": [],
}


def test_a_good_broker_changes_nothing(host) -> None:
    assert broker_inputs.run(host, BROKER) == {
        "changed": False,
        "log_dirs": ["/data/1", "/data/2"],
        "left_behind": {"folders": ["/data/1", "/data/2"], "held": [], "may_be_new": True},
        "has_run": False,
        "runs": False,
        "topics": False,
        "disks": {},
        "closing": [],
        "demoted": [],
    }


@pytest.mark.parametrize(
    ("phase", "ports", "controllers", "sentence"),
    [
        ("closed", {"kafka_secure_controller_port": 9293}, [], "set kafka_secure_controller_port back to 9193."),
        ("closed", {}, ["c2:9293"], "set kafka_secure_controller_port back to 9193."),
        ("opened", {}, ["c2:9293"], "set kafka_controller_port back to 9193."),
    ],
)
def test_controllers_are_found_on_the_way_to_security(host, phase, ports, controllers, sentence) -> None:
    host.put(BROKER["properties"], "listeners=CONTROLLER_TLS://:9193\ncontroller.quorum.bootstrap.servers=c2:9193\n")
    given = {**KRAFT, "stepping": True, "secure_phase": phase, "ports": ports, "controllers": controllers}
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.run(host, given)
    assert str(raised.value).endswith(sentence)


def test_topics_of_brokers_that_are_all_empty_are_told(host, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(broker_inputs.kept_cluster, "has_topics", lambda _host, *given: asked.append(given) is None)
    assert broker_inputs.run(host, BROKER)["topics"] is True
    host.put("/data/2/meta.properties", "broker.id=1\n")
    assert broker_inputs.run(host, BROKER)["topics"] is False
    assert asked == [("/etc/kafka/server.properties", "127.0.0.1:1")]


def test_folders_of_new_disks_are_told_though_no_file_is_there_that_had_others(host) -> None:
    host.put("/data/1/meta.properties", "node.id=7\ncluster.id=x\n")  # formatted, and never used
    host.put("/data/2/meta.properties", "node.id=7\ncluster.id=x\n")
    host.put("/m/meta.properties", "node.id=7\ncluster.id=x\n")
    found = broker_inputs.run(host, KRAFT)
    assert found["left_behind"] == {"folders": ["/data/1", "/data/2"], "held": [], "may_be_new": True}
    host.put("/data/2/orders-0/1.log", "")
    assert broker_inputs.run(host, KRAFT)["left_behind"]["folders"] == []
    os.remove(host.real("/data/1/meta.properties"))
    found = broker_inputs.run(host, KRAFT)
    assert found["left_behind"] == {"folders": ["/data/1"], "held": ["orders-0"], "may_be_new": False}


def test_new_disks_that_are_still_to_be_mounted_are_judged_then(host) -> None:
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    host.put("/etc/fstab", "LABEL=data /data/1 xfs nofail 0 0\n")
    assert broker_inputs.run(host, BROKER)["left_behind"] == {"folders": [], "held": [], "may_be_new": False}


@pytest.mark.parametrize(
    ("ports", "stepping", "told"),
    [
        ({"kafka_listeners.SECURE.port": 9094}, False, ["The listener CLIENT, at port 9092, goes when the server is"]),
        ({"kafka_port": 9092, "kafka_listeners.SECURE.port": 9094}, False, []),
        ({"kafka_listeners.SECURE.port": 9094}, True, []),  # the playbook that does so tells it itself
    ],
)
def test_who_is_at_a_listener_that_goes_is_told(host, ports, stepping, told) -> None:
    host.put(BROKER["properties"], "listeners=CLIENT://:9092,SECURE://:9094,BROKER://:9091\n")
    host.put(
        "/proc/7/net/tcp",
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 0100000A:2384 0500000A:C000 01 0:0 0:0 0 0 0 1\n",
    )
    host.run = lambda argv: Completed(0, "7\n" if "MainPID" in " ".join(argv) else "", "")
    found = broker_inputs.run(host, {**BROKER, "ports": {"kafka_broker_port": 9091, **ports}, "stepping": stepping})
    assert [line.startswith(begin) for line, begin in zip(found["closing"], told)] == [True] * len(told)
    assert len(found["closing"]) == len(told)
    assert all(line.endswith("restarted: 1 connection from 10.0.0.5.") for line in found["closing"])


@pytest.mark.parametrize(
    ("ports", "given", "refused"),
    [
        ({"kafka_listeners.SAFE.port": 9094}, {}, "SECURE of this host, at port 9094, would be called SAFE, and until"),
        ({"kafka_listeners.INTERNAL.port": 9092}, {}, "CLIENT of this host, at port 9092, would be called INTERNAL, "),
        ({"kafka_port": 9094}, {}, "SECURE of this host, at port 9094, would be called CLIENT, and until"),
        ({"kafka_listeners.SAFE.port": 9095, "kafka_listeners.SECURE.port": 9094}, {}, ""),
        ({"kafka_former_listeners.CLIENT.port": 9092}, {}, ""),
        ({"kafka_listeners.SAFE.port": 9094}, {"brokers": 1}, ""),  # restarted at once for all of its clients
        # The playbook that does so has looked at who is there itself.
        ({"kafka_listeners.SAFE.port": 9094}, {"stepping": True}, ""),
        ({"kafka_listeners.SAFE.port": 9094}, {"pid": "0"}, ""),
    ],
)
def test_a_listener_is_not_called_otherwise_while_others_have_its_name(host, ports, given, refused) -> None:
    host.put(BROKER["properties"], "listeners=CLIENT://:9092,SECURE://:9094,BROKER://:9091\n")
    pid = given.get("pid", "7")
    host.run = lambda argv: Completed(0, f"{pid}\n" if "MainPID" in " ".join(argv) else "", "")
    asked = {**BROKER, "brokers": 3, "ports": {"kafka_broker_port": 9091, **ports}, **given}
    if not refused:
        assert broker_inputs.run(host, asked)["changed"] is False
        return
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.run(host, asked)
    assert refused in str(raised.value)
    assert str(raised.value).endswith(f"the port {9092 if 'INTERNAL' in refused else 9094}.")


@pytest.mark.parametrize(
    ("security", "super_users", "told"),
    [
        (True, ["User:CN=k1"], ["User:CN=k4 is no super user any more once the server is restarted, and may do then"]),
        (True, ["User:CN=k4", "User:CN=k1"], []),
        (False, [], []),  # which is no change of who may do what, but of whether anybody is asked
    ],
)
def test_super_users_that_go_are_told(host, security, super_users, told) -> None:
    listeners = f"listeners={'SSL' if security else 'PLAINTEXT'}://:1\n"
    host.put(BROKER["properties"], "super.users=User:CN=k1;User:CN=k4; User:ANONYMOUS\n" + listeners)
    found = broker_inputs.run(host, {**BROKER, "security": security, "super_users": super_users})["demoted"]
    assert [line.startswith(begin) for line, begin in zip(found, told)] == [True] * len(told)
    assert len(found) == len(told)


def test_a_server_that_runs_is_told(host) -> None:
    host.run = lambda argv: Completed(0, "42\n" if argv[0] == "systemctl" else "", "")
    assert broker_inputs.run(host, {**BROKER, "ports": {}})["runs"] is False  # no server has been made here
    host.put("/etc/kafka/server.properties", "")
    assert broker_inputs.run(host, {**BROKER, "ports": {}})["runs"] is True


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": -1}, "kafka_node_id: -1 cannot be"),
        ({"id": 2000}, "kafka_node_id is 2000, and Kafka keeps the numbers above 1000"),
        ({"exporter": {"host": "127.0.0.1", "port": 0}}, "kafka_exporter_port: 0 cannot be"),
        (
            {"bind_addresses": {"kafka_listeners.IN.bind_address": "192.0.2.1"}},
            "kafka_listeners.IN.bind_address is 192.0.2.1, where this host can't listen",
        ),
        ({"ports": {"kafka_port": 70000}}, "kafka_port: 70000 cannot be; give a whole number from 1 to 65535."),
        ({"zookeeper_connect": ""}, "The broker has no ZooKeeper"),
        ({"config": {"default.replication.factor": 2}}, "default.replication.factor is 2, more than the inventory has"),
        ({"log_dirs": ["/data", "/data/1"]}, "kafka_log_dirs has /data/1, which lies in /data"),
        ({"id": 5}, "/data/2 holds the data of broker 1, and kafka_node_id is 5"),
        ({"zookeeper_connect": "zk1:2181,zk2:2181"}, "The cluster of this broker keeps its metadata at /k in"),
    ],
)
def test_each_check_of_a_broker_is_made(host, changes, sentence: str) -> None:
    host.put("/data/2/meta.properties", "broker.id=1\n")
    host.put("/etc/kafka/server.properties", "zookeeper.connect=zk1:2181/k\n")
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.run(host, {**BROKER, **changes})
    assert str(raised.value).startswith(sentence)


def test_a_good_kraft_server_tells_what_its_folders_hold(host) -> None:
    host.put("/m/meta.properties", "node.id=7\ncluster.id=x\n")
    found = broker_inputs.run(host, KRAFT)
    assert found["storage"]["cluster_id"] == "x"
    assert found["storage"]["unformatted"] == ["/data/1", "/data/2"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": -1}, "kafka_node_id: -1 cannot be"),
        ({"id": 5}, "/m holds the data of server 7, and kafka_node_id is 5"),
        (
            {"metadata_log_dir": None},
            "This server keeps the data of cluster x in /m, as /etc/kafka/server.properties says",
        ),
        (
            {"config": {"share.coordinator.state.topic.replication.factor": 3}},
            "share.coordinator.state.topic.replication",
        ),
        ({"roles": ["broker"]}, "This host is a controller, as /etc/kafka/server.properties says"),
        ({"ports": {"kafka_controller_port": 9094}}, "The controller of this host listens at port 9093"),
        ({"ports": {"kafka_controller_port": 9093}, "host": "c2"}, "The others know the controller of this host by c1"),
        ({"controllers": ["c1:9094"]}, "The controller at c1 listens at port 9093"),
    ],
)
def test_each_check_of_a_kraft_server_is_made(host, changes, sentence: str) -> None:
    host.put("/m/meta.properties", "node.id=7\ncluster.id=x\n")
    host.put(
        "/etc/kafka/server.properties",
        "process.roles=controller\nmetadata.log.dir=/m\nlisteners=CONTROLLER://:9093\n"
        "advertised.listeners=CONTROLLER://c1:9093\ncontroller.quorum.bootstrap.servers=c1:9093\n",
    )
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.run(host, {**KRAFT, **changes})
    assert str(raised.value).startswith(sentence)


@pytest.fixture
def data(host):
    """A KRaft server with partitions in both of its folders and its metadata in the first."""
    for number in (1, 2):
        host.put(f"/data/{number}/meta.properties", "node.id=7\ncluster.id=x\n")
        host.put(f"/data/{number}/orders-{number}/1.log", "")
    host.put("/data/1/__cluster_metadata-0/1.log", "")
    host.put("/etc/kafka/server.properties", "process.roles=broker,controller\nlog.dirs=/data/1,/data/2\n")
    return host


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"metadata_log_dir": "/m"}, "The metadata of this server lie in /data/1, and kafka_metadata_log_dir is /m"),
        ({"log_dirs": ["/data/0", "/data/1", "/data/2"]}, "The metadata of this server lie in /data/1, and /data/0 is"),
        ({"log_dirs": ["/data/2", "/data/1"]}, "The metadata of this server lie in /data/1, and /data/2 is first"),
        ({"log_dirs": ["/data/1"]}, "/data/2 has 1 partition (orders-2), and kafka_log_dirs does not have it any more"),
        ({"uid": 0}, "kafka_uid is 0; give a number above 0, which is root's."),
    ],
)
def test_each_check_of_a_servers_data_is_made(data, changes, sentence: str) -> None:
    given = {**KRAFT, "metadata_log_dir": None, "user": "kafka", "reserved": [], "data_folders": [], "take_over": []}
    data.run = lambda _argv: Completed(0, "", "")
    broker_inputs.run(data, {**given, "log_dirs": ["/data/1", "/data/2", "/data/3"]})
    with pytest.raises(GroundworkError) as raised:
        broker_inputs.run(data, {**given, "log_dirs": ["/data/1", "/data/2"], **changes})
    assert str(raised.value).startswith(sentence)


def test_a_broker_that_somebody_else_has_made_keeps_its_data(data) -> None:
    os.remove(data.real("/etc/kafka/server.properties"))
    os.makedirs(data.real("/proc/42/fd"))
    os.symlink("/data/2/.lock", data.real("/proc/42/fd/7"))
    data.run = lambda _argv: Completed(0, "42\n", "")
    with pytest.raises(GroundworkError, match=r"^A Kafka that somebody else has made runs .* orders-2 in /data/2"):
        broker_inputs.run(data, {**KRAFT, "metadata_log_dir": None, "log_dirs": ["/data/1"]})


def test_a_folder_on_a_disk_that_fails_is_refused_and_once_left_out_it_is_told(data, monkeypatch) -> None:
    names = data.names

    def failing(path):
        if path.startswith("/data/2"):
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        return names(path)

    monkeypatch.setattr(data, "names", failing)
    with pytest.raises(GroundworkError, match=r"^/data/2 cannot be read .*, since its disk fails; where the disk"):
        broker_inputs.run(data, {**KRAFT, "metadata_log_dir": None, "log_dirs": ["/data/1", "/data/2"]})
    found = broker_inputs.run(data, {**KRAFT, "metadata_log_dir": None, "log_dirs": ["/data/1"]})
    assert found["left_behind"] == {"folders": ["/data/2"], "held": ["orders-1"], "may_be_new": False}


@pytest.mark.parametrize(
    ("given", "files", "has_run"),
    [
        pytest.param(BROKER, {"/data/2/meta.properties": "broker.id=1\n"}, True, id="a broker that made its mark"),
        pytest.param(KRAFT, {"/m/meta.properties": "node.id=7\n"}, False, id="a server that was only formatted"),
        pytest.param(
            KRAFT,
            {"/m/meta.properties": "node.id=7\n", "/m/__cluster_metadata-0/00000000000000000000.log": ""},
            True,
            id="one that has metadata",
        ),
        pytest.param(
            KRAFT, {"/data/1/meta.properties": "node.id=7\n", "/data/1/.lock": ""}, True, id="one that was started"
        ),
    ],
)
def test_what_has_run_is_told_for_those_whose_folders_are_empty(host, given, files, has_run: bool) -> None:
    for path, text in files.items():
        host.put(path, text)
    assert broker_inputs.run(host, given)["has_run"] is has_run


def test_a_good_zookeeper_changes_nothing(host) -> None:
    assert zookeeper_inputs.run(host, {**ZOOKEEPER, "data_log_dir": "/z/data"}) == {"changed": False}


def test_a_log_without_snapshots_is_refused_unless_the_server_is_to_start_from_it(host) -> None:
    host.put("/z/log/version-2/log.1", "")
    with pytest.raises(GroundworkError, match="/z/log holds log"):
        zookeeper_inputs.run(host, ZOOKEEPER)
    assert zookeeper_inputs.run(host, {**ZOOKEEPER, "from_log": True}) == {"changed": False}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": 0}, "zookeeper_id: 0 cannot be; give a whole number from 1 to 255."),
        (
            {"exporter": {"host": "192.0.2.1", "port": 7072}},
            "zookeeper_exporter_host is 192.0.2.1, where this host can't",
        ),
        ({"client_port": 0}, "zookeeper_client_port: 0 cannot be"),
        ({"client_port": 2888}, "zookeeper_peer_port and zookeeper_client_port are both 2888; give each a port of its"),
        ({"election_port": 2888}, "zookeeper_election_port and zookeeper_peer_port are both 2888; give each a port of"),
        ({"data_dir": ""}, "zookeeper_data_dir has ''; give absolute paths."),
        ({"data_log_dir": "log"}, "zookeeper_data_log_dir has 'log'; give absolute paths."),
        ({"id": 4}, "/z/data holds the data of ZooKeeper server 1, and zookeeper_id is 4"),
        ({"purge": {**ZOOKEEPER["purge"], "retain": 2}}, "zookeeper_snapshots_kept: 2 cannot be"),
        ({"purge": {**ZOOKEEPER["purge"], "random_delay": -1}}, "zookeeper_purge_random_delay: -1 cannot be"),
        ({"purge": {**ZOOKEEPER["purge"], "schedule": "61 3 * * *"}}, "The schedule '61 3 * * *' has '61' as its"),
    ],
)
def test_each_check_of_a_zookeeper_is_made(host, changes, sentence: str) -> None:
    host.put("/z/data/myid", "1\n")
    with pytest.raises(GroundworkError) as raised:
        zookeeper_inputs.run(host, {**ZOOKEEPER, **changes})
    assert str(raised.value).startswith(sentence)


def test_the_path_in_zookeeper_may_be_written_in_another_way(host) -> None:
    host.put("/data/2/meta.properties", "broker.id=1\n")
    host.put("/etc/kafka/server.properties", "zookeeper.connect=zk1:2181/k\n")
    broker_inputs.run(host, {**BROKER, "zookeeper_connect": "zk2:2181,zk3:2181/k/"})
    host.put("/etc/kafka/server.properties", "zookeeper.connect=zk1:2181\n")
    broker_inputs.run(host, {**BROKER, "zookeeper_connect": "zk2:2181/"})


def test_a_port_of_another_process_is_refused_by_each_service(host) -> None:
    row = "   0: 0100007F:{:04X} 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1 0 {} 1\n"
    mirror = {"port": 8083, "settings": {}}
    for module, given, port in (
        (broker_inputs, BROKER, 9092),
        (zookeeper_inputs, ZOOKEEPER, 2181),
        (mirror_maker_inputs, mirror, 8083),
    ):
        host.put("/proc/self/net/tcp", "a title\n" + row.format(port, 7))
        with pytest.raises(GroundworkError, match=f"Port {port}, which .* is taken on this host by another process"):
            module.run(host, given)
    assert mirror_maker_inputs.run(host, {**mirror, "port": None}) == {"changed": False}


def test_a_mirror_that_would_begin_anew_is_refused_by_what_its_host_has(host) -> None:
    policy, names = "replication.policy.class", "org.apache.kafka.connect.mirror.{}ReplicationPolicy"
    given = {"port": None, "settings": {policy: names.format("Identity"), "a->b.enabled": True}}
    assert mirror_maker_inputs.run(host, given) == {"changed": False}
    host.put("/etc/kafka-mirror-maker/mm2.properties", f"{policy}={names.format('Default')}\na->b.enabled=true\n")
    with pytest.raises(GroundworkError, match="a->b has mirrored with default"):
        mirror_maker_inputs.run(host, given)


def test_another_phase_of_security_is_told_before_its_ports_and_not_to_who_takes_it_there(host):
    """Where the controllers are to be is another port in that phase, and no port that is to change."""
    host.put(
        "/etc/kafka/server.properties",
        "listeners=CONTROLLER://:9093\nlistener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT\n"
        "controller.quorum.bootstrap.servers=c1:9093\n",
    )
    given = {**BROKER, "controllers": ["c1:9193"], "security": True, "secure_phase": "servers"}
    with pytest.raises(GroundworkError, match="in the phase plain of getting security"):
        broker_inputs.run(host, given)
    broker_inputs.run(host, {**given, "controllers": [], "stepping": True})
