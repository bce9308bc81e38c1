# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties, secure
from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity, zookeeper_server


def describe(**given):
    defaults = {
        "data_dir": "/data/zookeeper",
        "data_log_dir": "/log/zookeeper",
        "heap_dump_directory": "/dumps",
        "disks": [{"mount_point": "/log"}],
        "gc_options": ["-XX:+UseG1GC"],
        "jvm_options": [],
        "link": "/opt/zookeeper",
        "client_port": 2181,
        "security_enabled": False,
        "user": "zookeeper",
    }
    return zookeeper_server.describe(zookeeper_server.Given(**{**defaults, **given}))


def test_its_folders_and_flags() -> None:
    server = describe()
    assert server["folders"] == ["/data/zookeeper", "/log/zookeeper"]
    assert server["data_folders"] == [*server["folders"], "/dumps"]
    assert server["disks"] == ["/log"]
    assert server["heap_dump"] == "/dumps/zookeeper.hprof"
    assert (
        "-Xlog:gc*:file=/var/log/zookeeper/gc.log:time,uptime,tags:filecount=10,filesize=100M" in server["jvm_options"]
    )


def test_one_folder_for_both_is_named_once() -> None:
    assert describe(data_log_dir="/data/zookeeper")["folders"] == ["/data/zookeeper"]


def test_without_security_it_listens_for_everybody() -> None:
    server = describe()
    assert server["listening"] == {"clientPort": 2181}
    assert (server["keystore"], server["truststore"]) == ("", "")


def test_with_security_everybody_shows_a_certificate() -> None:
    server = describe(security_enabled=True)
    listening = server["listening"]
    assert "clientPort" not in listening
    assert listening["secureClientPort"] == 2181
    assert (listening["ssl.clientAuth"], listening["ssl.quorum.clientAuth"], listening["sslQuorum"]) == (
        "need",
        "need",
        True,
    )
    for quorum in ("", "quorum."):
        assert listening[f"ssl.{quorum}keyStore.location"] == server["keystore"] == "/etc/zookeeper/keystore.pem"
        assert listening[f"ssl.{quorum}trustStore.location"] == server["truststore"] == "/etc/zookeeper/truststore.pem"
        assert listening[f"ssl.{quorum}keyStore.type"] == listening[f"ssl.{quorum}trustStore.type"] == "PEM"


#: What each phase has at the ports of a server, what it begins to speak, and whether it is asked with certificates.
_BOTH = {"clientPort": 2181, "client.portUnification": True, "portUnification": True}
PHASES = {
    "plain": ({"clientPort": 2181}, None, False),
    "opened": (_BOTH, False, False),
    "servers": (_BOTH, True, True),
    **dict.fromkeys(("closed", "returned", "ended"), ({"secureClientPort": 2181}, True, True)),
}


@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_of_getting_security(phase) -> None:
    server = describe(security_enabled=True, secure_phase=phase)
    ports, speaks, asked = PHASES[phase]
    listening = server["listening"]
    assert {key: listening[key] for key in listening if "ort" in key and not key.startswith("ssl")} == ports
    assert listening.get("sslQuorum") is speaks
    assert (bool(server["keystore"]), bool(server["truststore"])) == (asked, asked)
    assert bool(server["presents"]) == (phase != "plain")
    # Certificates come before they are shown.
    assert {"keystore", "truststore"} <= {one["name"] for one in server["files"]}
    assert server["refusals"] == []


@pytest.mark.parametrize("phase", PHASES)
def test_a_file_tells_its_phase(phase) -> None:
    server = describe(security_enabled=True, secure_phase=phase)
    text = zookeeper_server.text(zookeeper_server.settings(server, zookeeper_server.Settings(1, 1, 1, "", "", ())))
    assert secure.of_zoo_cfg(properties.parse(text)) == secure.at_zookeeper(phase)


def test_a_phase_takes_security() -> None:
    (said,) = describe(name="z1", secure_phase="opened")["refusals"]
    assert said.startswith("kafka_secure_phase is opened for z1, and zookeeper_security_enabled is not true;")


def test_a_restart_is_due_for_what_it_reads() -> None:
    reads = describe()["reads"]
    assert {"/etc/zookeeper/zoo.cfg", "/etc/zookeeper/keystore.pem", "/opt/zookeeper"} <= set(reads)


@pytest.mark.parametrize(("secured", "stores"), [(False, []), (True, ["keystore", "truststore"])])
def test_its_files(secured, stores) -> None:
    server = describe(security_enabled=secured, user="zk")
    paths = {one["name"]: one["path"] for one in server["files"]}
    assert list(paths) == ["settings", "log", "number", "unit", "numbers", *stores]
    assert (paths["number"], paths["numbers"]) == ("/data/zookeeper/myid", identity.SERVERS)
    assert [paths[store] for store in stores] == [server[store] for store in stores]
    assert [(one["name"], one["owner"]) for one in server["files"] if "owner" in one] == [("number", "zk")]
    assert [one["name"] for one in server["files"] if one.get("secret")] == stores[:1]


BEGINNING = """\
tickTime=2000
initLimit=10
syncLimit=5
dataDir=/data/zookeeper
dataLogDir=/log/zookeeper
"""
PLAIN = "clientPort=2181\n"
SECURED = """\
authProvider.x509=org.apache.zookeeper.server.auth.X509AuthenticationProvider
secureClientPort=2181
serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory
ssl.clientAuth=need
ssl.keyStore.location=/etc/zookeeper/keystore.pem
ssl.keyStore.type=PEM
ssl.quorum.clientAuth=need
ssl.quorum.keyStore.location=/etc/zookeeper/keystore.pem
ssl.quorum.keyStore.type=PEM
ssl.quorum.trustStore.location=/etc/zookeeper/truststore.pem
ssl.quorum.trustStore.type=PEM
ssl.trustStore.location=/etc/zookeeper/truststore.pem
ssl.trustStore.type=PEM
sslQuorum=true
"""
END = """\
4lw.commands.whitelist=ruok,mntr,srvr
admin.enableServer=false
# PurgeTxnLog, run by a timer, owns the purge, so the built-in one stays off.
autopurge.purgeInterval=0
"""
ONE = [{"id": "1", "address": "zk1:2888:3888"}]
THREE = [
    {"id": "10", "address": "10.0.0.2:2889:3888"},
    *ONE,
    {"id": 3, "address": "[fd00::3]:2888:3889"},
]
MEMBERS = """\
server.1=zk1:2888:3888
server.3=[fd00::3]:2888:3889
server.10=10.0.0.2:2889:3888
"""


@pytest.mark.parametrize(
    ("secured", "members", "text"),
    [
        pytest.param(False, ONE, BEGINNING + PLAIN + END, id="one server"),
        pytest.param(True, ONE, BEGINNING + SECURED + END, id="one server, secured"),
        pytest.param(False, THREE, BEGINNING + PLAIN + END + MEMBERS, id="three servers"),
        pytest.param(True, THREE, BEGINNING + SECURED + END + MEMBERS, id="three servers, secured"),
    ],
)
def test_zoo_cfg_is_to_the_byte_what_running_servers_have(secured, members, text: str) -> None:
    """Another text would restart every ensemble at the next run."""
    given = ("2000", 10, 5, "/data/zookeeper", "/log/zookeeper", members)
    found = zookeeper_server.settings(describe(security_enabled=secured), zookeeper_server.Settings(*given))
    assert zookeeper_server.text(found) == text
