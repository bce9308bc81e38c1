# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity, kafka_server

GIVEN = {
    "name": "k1",
    "groups": ["kafka"],
    "mode": "zookeeper",
    "version": "3.9.2",
    "archive_src": "https://example.com/kafka.tgz",
    "config": {},
    "log_dirs": ["/data/1/kafka"],
    "metadata_log_dir": "",
    "heap_dump_directory": "/var/lib/kafka-heap-dumps",
    "disks": [],
    "gc_options": ["-XX:+UseG1GC"],
    "jvm_options": ["-Dmine=1"],
    "link": "/opt/kafka",
    "security_enabled": False,
}
KRAFT = {"mode": "kraft", "version": "4.3.1"}


def describe(**given):
    return kafka_server.describe(kafka_server.Given(**{**GIVEN, **given}))


@pytest.mark.parametrize(
    ("given", "roles"),
    [
        ({}, ["broker"]),
        ({"groups": ["kafka", "zookeeper"]}, ["broker"]),
        ({**KRAFT}, ["broker"]),
        ({**KRAFT, "groups": ["kafka_controllers"]}, ["controller"]),
        ({**KRAFT, "groups": ["kafka_controllers", "kafka"]}, ["broker", "controller"]),
    ],
)
def test_what_a_host_is_follows_from_its_groups(given, roles) -> None:
    assert describe(**given)["roles"] == roles


@pytest.mark.parametrize(
    ("version", "src", "installed", "log", "join"),
    [
        ("3.9.2", "https://example.com/kafka.tgz", "3.9.2", "log4j", False),
        ("3.9.2", "/srv/kafka_2.13-4.3.1.tgz", "4.3.1", "log4j2", True),
        ("4.0.0-rc1", "/srv/kafka.tgz", "4.0.0-rc1", "log4j2", False),
        ("4.1.2", "/srv/kafka.tgz", "4.1.2", "log4j2", False),
        ("4.2.0", "/srv/kafka.tgz", "4.2.0", "log4j2", True),
        ("4.10.0", "/srv/kafka.tgz", "4.10.0", "log4j2", True),
    ],
)
def test_what_follows_from_the_version(version, src, installed, log, join) -> None:
    server = describe(version=version, archive_src=src)
    assert (server["version"], server["controllers_join"]) == (installed, join)
    assert server["log"]["file"] == f"/etc/kafka/{log}.properties"
    assert server["log"]["file"] in server["log"]["option"]
    assert server["log"]["file"] in server["reads"]


DISKS = [{"mount_point": "/data/1", "fstype": "xfs"}, {"mount_point": "/data/2/"}, {"mount_point": "/data/3"}]


def test_its_folders_lie_on_the_disks_without_which_it_does_not_start() -> None:
    server = describe(**KRAFT, log_dirs=["/data/1/a", "/data/2", "/data/1/a"], metadata_log_dir="/meta", disks=DISKS)
    assert server["folders"] == ["/data/1/a", "/data/2", "/meta"]
    assert server["data_folders"] == [*server["folders"], "/var/lib/kafka-heap-dumps"]
    assert server["disks"] == ["/data/1", "/data/2"]
    assert server["mounts"].splitlines() == [
        "RequiresMountsFor=/data/1/a /data/2 /meta",
        "AssertPathIsMountPoint=/data/1",
        "AssertPathIsMountPoint=/data/2",
    ]
    assert server["data_directories"] == [*server["folders"], "/data/1", "/data/2/", "/data/3"]


def test_zookeeper_mode_has_no_folder_of_metadata() -> None:
    server = describe(metadata_log_dir="/meta")
    assert (server["metadata_log_dir"], server["folders"]) == ("", ["/data/1/kafka"])


def test_its_flags_end_with_those_of_the_inventory() -> None:
    server = describe()
    assert (server["jvm_options"][0], server["jvm_options"][-1]) == ("-XX:+UseG1GC", "-Dmine=1")
    assert "-Xlog:gc*:file=/var/log/kafka/gc.log:time,uptime,tags:filecount=10,filesize=100M" in server["jvm_options"]
    assert server["heap_dump"] == "/var/lib/kafka-heap-dumps/kafka.hprof"
    assert server["audited_jvm_options"] == [*server["jvm_options"], "-XX:+HeapDumpOnOutOfMemoryError"]
    without = describe(heap_dump_directory="")
    assert (without["heap_dump"], without["audited_jvm_options"]) == ("", without["jvm_options"])
    assert without["data_folders"] == ["/data/1/kafka"]


@pytest.mark.parametrize(
    ("given", "due"),
    [
        ({}, False),
        (KRAFT, True),
        ({**KRAFT, "groups": ["kafka_controllers"]}, True),
        ({**KRAFT, "groups": ["kafka", "kafka_controllers"]}, True),
    ],
)
def test_only_a_broker_with_zookeeper_takes_a_renewed_certificate_while_it_runs(given, due) -> None:
    reads = describe(**given, security_enabled=True)["reads"]
    assert "/etc/kafka/truststore.pem" in reads
    assert ("/etc/kafka/keystore.pem" in reads) is due


@pytest.mark.parametrize(
    ("key", "secret"),
    [
        ("ssl.key.password", True),
        ("listener.name.client.plain.sasl.jaas.config", True),
        ("ssl.keystore.key", True),
        ("sasl.oauthbearer.client.credentials.client.secret", True),
        ("num.io.threads", False),
        ("log.message.key.size", False),
    ],
)
def test_settings_that_may_hold_a_password_are_a_secret(key, secret) -> None:
    settings_file = describe(config={"num.io.threads": 8, key: "x"})["files"][0]
    assert (settings_file["path"], settings_file["secret"]) == ("/etc/kafka/server.properties", secret)


@pytest.mark.parametrize(
    ("given", "log", "stores"),
    [
        ({}, "log4j", []),
        ({"security_enabled": True}, "log4j", ["keystore", "truststore"]),
        ({**KRAFT, "security_enabled": True}, "log4j2", ["keystore", "truststore"]),
    ],
)
def test_its_files(given, log, stores) -> None:
    server = describe(**given)
    paths = {one["name"]: one["path"] for one in server["files"]}
    assert list(paths) == ["settings", "log", "unit", "numbers", *stores]
    assert (paths["log"], paths["unit"]) == (f"/etc/kafka/{log}.properties", "/etc/systemd/system/kafka.service")
    assert paths["numbers"] == identity.NODES
    assert [paths[store] for store in stores] == [server[store] for store in stores]
    assert [one["name"] for one in server["files"] if one.get("secret")] == stores[:1]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"version": "4.3.1"},
            "kafka_mode is zookeeper for k1, and Kafka 4.3.1 is to be installed; give kafka_version and "
            "kafka_archive_src of Kafka 3.9, the last version with ZooKeeper, or the other mode.",
        ),
        (
            {"mode": "kraft"},
            "kafka_mode is kraft for k1, and Kafka 3.9.2 is to be installed; give kafka_version and "
            "kafka_archive_src of Kafka 4.0 or newer, or the other mode.",
        ),
        (
            {"config": {"node.id": 3, "log.dirs": "/x", "num.io.threads": 8}},
            "kafka_config sets node.id, log.dirs for k1; leave it out there, and use kafka_node_id, kafka_log_dirs "
            "instead.",
        ),
        (
            # The server would be taken for one that has security, as the next run reads its file.
            {"config": {"listener.security.protocol.map": "CLIENT:PLAINTEXT,BROKER:SSL"}},
            "kafka_config sets listener.security.protocol.map for k1; leave it out there, and use kafka_listeners "
            "instead.",
        ),
        (
            {"log_dirs": ["/data/1//", "/data/2/a"], "disks": [{"mount_point": "/data/1/", "fstype": "ext4"}]},
            "/data/1 of kafka_log_dirs is the root of an EXT4 file system, where the broker would find lost+found and "
            "not start; give a folder in it, such as /data/1/log.",
        ),
    ],
)
def test_what_contradicts_itself_is_refused_in_a_sentence(given, sentence) -> None:
    assert describe(**given)["refusals"] == [sentence]


def test_what_does_not_contradict_itself_is_not_refused() -> None:
    ext4 = {"mount_point": "/data/1", "fstype": "ext4"}
    xfs = {"mount_point": "/data/2", "fstype": "xfs"}
    given = {"log_dirs": ["/data/1/log", "/data/2", "/data/3"], "disks": [ext4, xfs, {"mount_point": "/data/3"}]}
    assert describe(**given)["refusals"] == []
    assert describe(**given, **KRAFT)["refusals"] == []


CA = "-----BEGIN CERTIFICATE-----"
LISTENERS = [
    {
        "name": "INTERNAL",
        "port": 9092,
        "protocol": "SSL",
        "client_ca": CA,
        "advertised_host": "k1.internal",
        "bind_address": "10.0.0.1",
    },
    {"name": "EXTERNAL", "port": 9094, "mechanisms": ["PLAIN", "OAUTHBEARER"], "oauth_jwks_url": "https://o/keys"},
]
USERS = [{"name": "payments", "password": "planted"}]
SEVERAL = {"security_enabled": True, "listeners": LISTENERS, "plain_users": USERS}


def test_an_exporter_has_a_port_of_its_own() -> None:
    exporter = {"enabled": True, "src": "a.jar", "host": "127.0.0.1", "port": 9094, "tls_enabled": False}
    exporter |= {"username": "", "password": "", "accept_plain_password": False, "security_enabled": True}
    exporter |= {"name": "k1", "answers_at": "k1", "ports": {}}
    assert describe(**KRAFT, **SEVERAL, exporter=exporter)["refusals"] == [
        "kafka_exporter_port and kafka_listeners.EXTERNAL.port are both 9094 for k1; give each a port of its own."
    ]


@pytest.mark.parametrize(
    ("enabled", "phase", "secured"),
    [
        (False, "", False),
        (True, "", True),
        (True, "opened", True),
        (True, "plain", False),  # its inventory has the certificates still, and is to be without them next
    ],
)
def test_it_is_as_without_security_where_the_phase_has_none(enabled, phase, secured) -> None:
    former = [{"name": "CLIENT", "port": 9092}]
    given = {"security_enabled": enabled, "secure_phase": phase, "former_listeners": former}
    assert describe(**KRAFT, **given)["secured"] is secured


LAST = {"mode": "zookeeper", "version": "3.9.2", "groups": ["kafka"]}


@pytest.mark.parametrize(
    ("config", "phase", "refused"),
    [
        ({"zookeeper.set.acl": True}, "opened", True),
        ({"zookeeper.set.acl": "true"}, "returned", True),
        ({"zookeeper.set.acl": True}, "ended", False),
        ({"zookeeper.set.acl": True}, "", False),
        ({"zookeeper.set.acl": False}, "opened", False),
        ({}, "opened", False),
    ],
)
def test_zookeeper_does_not_keep_who_has_made_something_on_the_way_to_security(config, phase, refused) -> None:
    on_the_way = {"listeners": [{"name": "SECURE", "port": 9094}], "former_listeners": [{"name": "CLIENT", "port": 1}]}
    given = {**LAST, "config": config, "security_enabled": True, "secure_phase": phase, **on_the_way}
    told = f"kafka_config sets zookeeper.set.acl for k1, and kafka_secure_phase is {phase}: brokers that"
    assert [one[: len(told)] for one in describe(**given)["refusals"]] == [told] * refused
