# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import (
    JAVA,
    KAFKA,
    PEER,
    ZOOKEEPER,
)


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    host.put("/etc/kafka.properties", "broker.id=7\nlog.dirs=/data/1, /data/2/\nssl.key.password=secret\n")
    host.put("/etc/zoo.cfg", "dataDir=/var/lib/zookeeper\ndataLogDir=/data/zookeeper\n")
    host.put("/usr/lib/jvm/java-17/release", 'IMPLEMENTOR="Debian"\nJAVA_VERSION="17.0.19"\n')
    return host


def only(host):
    """The one server of the host."""
    (found,), elsewhere = running_servers.find(host)
    assert elsewhere == []
    return found


def test_a_broker(host):
    fake_servers.run(host, 42, KAFKA)
    found = only(host)
    assert (found.kind, found.pid, found.unit, found.name, found.user) == ("broker", "42", "kafka", "kafka", "kafka")
    assert found.started == fake_servers.BOOTED + 100
    assert (found.java, found.java_version) == (JAVA, "17.0.19")
    assert found.config == "/etc/kafka.properties"
    assert found.directories == [("log.dirs", "/data/1"), ("log.dirs", "/data/2")]


def test_a_zookeeper(host):
    fake_servers.run(host, 43, ZOOKEEPER, cgroup="0::/system.slice/zookeeper.service\n")
    found = only(host)
    assert (found.kind, found.name, found.config) == ("zookeeper", "zookeeper", "/etc/zoo.cfg")
    assert found.directories == [("dataDir", "/var/lib/zookeeper"), ("dataLogDir", "/data/zookeeper")]


@pytest.mark.parametrize(
    ("main", "kind"),
    [
        ("kafka.Kafka", "broker"),
        ("io.confluent.support.metrics.SupportedKafka", "broker"),
        ("com.cloudera.kafka.wrap.Kafka", "broker"),
        (PEER, "zookeeper"),
        ("org.apache.zookeeper.server.ZooKeeperServerMain", "zookeeper"),
    ],
)
def test_servers_by_their_main_class(host, main, kind):
    fake_servers.run(host, 42, [JAVA, "-cp", "x", main, "/etc/x"])
    assert only(host).kind == kind


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param([JAVA, "-cp", "x", "kafka.tools.ConsoleConsumer", "--topic", "kafka.Kafka"], id="a console"),
        pytest.param([JAVA, "-cp", "x", "kafka.admin.ConfigCommand"], id="a tool"),
        pytest.param([JAVA, "-cp", "x", "org.apache.zookeeper.ZooKeeperMain"], id="ZooKeeper's shell"),
        pytest.param([JAVA, "-cp", "kafka.Kafka", "a.Main"], id="a class path of that name"),
        pytest.param(["/bin/sh", "kafka-server-start.sh", "kafka.Kafka"], id="the script around it"),
        pytest.param(["vim", "kafka.Kafka"], id="an editor"),
    ],
)
def test_what_is_no_server(host, argv):
    fake_servers.run(host, 42, argv)
    assert running_servers.find(host) == ([], [])


def test_a_host_without_any_server(host):
    assert running_servers.find(host) == ([], [])


@pytest.mark.parametrize(
    ("roles", "kind", "directories"),
    [
        ("broker", "broker", ["/data/1"]),
        ("broker,controller", "broker", ["/data/1", "/data/meta"]),
        ("controller", "controller", ["/data/meta"]),
    ],
)
def test_roles_of_kraft(host, roles, kind, directories):
    metadata = "metadata.log.dir=/data/meta\n" if "controller" in roles else ""
    host.put("/etc/kafka.properties", f"process.roles={roles}\nlog.dirs=/data/1\n{metadata}")
    fake_servers.run(host, 42, KAFKA)
    assert (only(host).kind, [path for _key, path in only(host).directories]) == (kind, directories)


def test_a_controller_without_a_metadata_directory_uses_the_log_directory(host):
    host.put("/etc/kafka.properties", "process.roles=controller\nlog.dirs=/data/1\n")
    fake_servers.run(host, 42, KAFKA)
    assert only(host).directories == [("log.dirs", "/data/1")]


def test_overrides_on_the_command_line_count(host):
    fake_servers.run(host, 42, [*KAFKA, "--override", "log.dirs=/data/9", "--override", "broker.id=3"])
    assert only(host).directories == [("log.dirs", "/data/9")]
    assert only(host).properties["broker.id"] == "3"


def test_a_relative_path_is_relative_to_the_processs_directory(host):
    host.put("/home/kafka/config/server.properties", "log.dir=/data/5\n")
    fake_servers.run(host, 42, [*KAFKA[:-1], "config/server.properties"])
    assert (only(host).config, only(host).directories) == (
        "/home/kafka/config/server.properties",
        [("log.dir", "/data/5")],
    )


def test_kafkas_own_default_is_known(host):
    host.put("/etc/kafka.properties", "broker.id=1\n")
    fake_servers.run(host, 42, KAFKA)
    assert only(host).directories == [("log.dir", "/tmp/kafka-logs")]


def test_a_zookeeper_without_a_file(host):
    main = "org.apache.zookeeper.server.ZooKeeperServerMain"
    fake_servers.run(host, 42, [JAVA, "-cp", "x", main, "2181", "/data/zk"])
    assert (only(host).config, only(host).directories) == (None, [("dataDir", "/data/zk")])


def test_one_that_no_service_holds_is_called_by_its_process(host):
    fake_servers.run(host, 42, KAFKA, cgroup="0::/user.slice/user-0.slice/session-3.scope\n")
    assert (only(host).unit, only(host).name) == (None, "broker 42")


def test_one_in_a_container_is_not_mixed_up(host):
    os.makedirs(host.real("/containers/root"))
    fake_servers.run(host, 42, KAFKA, namespace=fake_servers.OTHER)
    fake_servers.run(host, 43, ZOOKEEPER, root="/containers/root")
    fake_servers.run(host, 44, KAFKA)
    found, elsewhere = running_servers.find(host)
    assert [server.pid for server in found] == ["44"]
    assert [(one.kind, one.pid) for one in elsewhere] == [("broker", "42"), ("zookeeper", "43")]


def test_a_java_that_was_replaced_on_disk(host):
    fake_servers.run(host, 42, KAFKA, exe=JAVA + " (deleted)")
    assert (only(host).java, only(host).java_version) == (None, None)


def test_the_version_of_java_8_stands_above_its_jre_folder(host):
    host.put("/usr/lib/jvm/java-8/release", 'JAVA_VERSION="1.8.0_392"\n')
    fake_servers.run(host, 42, KAFKA, exe="/usr/lib/jvm/java-8/jre/bin/java")
    assert only(host).java_version == "1.8.0_392"


def test_processes_of_others_need_root(host):
    fake_servers.run(host, 42, KAFKA)
    os.unlink(host.real("/proc/42/ns/pid"))
    with pytest.raises(GroundworkError, match=r"Process 42 .*; run with become\."):
        running_servers.find(host)
