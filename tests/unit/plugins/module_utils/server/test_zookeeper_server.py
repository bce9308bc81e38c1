# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_server


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


def test_a_restart_is_due_for_what_it_reads() -> None:
    reads = describe()["reads"]
    assert {"/etc/zookeeper/zoo.cfg", "/etc/zookeeper/keystore.pem", "/opt/zookeeper"} <= set(reads)
