# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import copy
import json
import os
from pathlib import Path

import jsonschema
import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.doc_fragments.profile import ModuleDocFragment
from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record
from ansible_collections.groundwork.kafka.plugins.modules import host_audit
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import KAFKA, ZOOKEEPER

COLLECTION = Path(__file__).resolve().parents[4]
SCHEMA = jsonschema.Draft202012Validator(json.loads((COLLECTION / "docs/schemas/audit-2.json").read_text()))
NOFILE = {"soft": 262144, "hard": 1024288}


@pytest.fixture
def host(host):
    """A host with a broker and a ZooKeeper that somebody else has made."""
    fake_servers.boot(host)
    host.kernel(vm__swappiness="60")
    host.put("/etc/kafka.properties", "broker.id=7\nlog.dirs=/data/kafka\nssl.key.password=topsecret\n")
    host.put("/etc/zoo.cfg", "dataDir=/data/zookeeper\nautopurge.purgeInterval=24\n")
    for name in ("/etc/kafka.properties", "/etc/zoo.cfg"):
        os.utime(host.real(name), (fake_servers.BOOTED, fake_servers.BOOTED))
    host.put("/proc/self/mountinfo", "20 1 8:1 / / rw - xfs /dev/a rw\n21 20 8:2 / /data rw,noatime - xfs /dev/b rw\n")
    host.put("/etc/fstab", "UUID=1 /data xfs noatime 0 0\n")
    host.units.update({"confluent-kafka": 42, "zk": 43})
    for unit in host.units:
        host.put(f"/lib/systemd/system/{unit}.service", "[Service]\n")
        os.utime(host.real(f"/lib/systemd/system/{unit}.service"), (fake_servers.BOOTED, fake_servers.BOOTED))
    host.sessions["kafka"] = ("1024", "4096")
    fake_servers.run(
        host, 42, [KAFKA[0], "-Djavax.password=topsecret", *KAFKA[1:]], cgroup="0::/s/confluent-kafka.service\n"
    )
    fake_servers.run(host, 43, ZOOKEEPER, cgroup="0::/s/zk.service\n")
    return host


@pytest.fixture
def run(host, call):
    """The record of the made-up host, of which every reading is one of the schema and nothing is written."""

    def read(**arguments):
        before = host.tree()
        result = call(host_audit, name="db1", **dict({"observe": False}, **arguments))
        assert host.tree() == before
        assert host.pokes == []
        if "record" in result:
            SCHEMA.validate(json.loads(json.dumps(result["record"])))
            assert result["changed"] is False
        return result

    return read


def ids(record):
    return [(finding["severity"], finding["id"], finding["subject"]) for finding in record["findings"]]


def test_what_somebody_else_has_made(run):
    record = run(
        kernel_parameters={"vm.swappiness": 1},
        nofile=NOFILE,
        broker_jvm={"options": ["-XX:+UseG1GC"], "heap": "6g"},
        zookeeper_jvm={"options": ["-XX:+UseG1GC"]},
    )["record"]
    assert (record["schema"], record["host"], record["outcome"]) == ("groundwork.kafka/audit/2", "db1", "audited")
    assert [(service["name"], service["kind"], service["id"]) for service in record["services"]] == [
        ("confluent-kafka", "broker", "7"),
        ("zk", "zookeeper", None),
    ]
    assert record["services"][0]["uses"] == {
        "map_areas": {"used": 300, "limit": 65536, "headroom_percent": 99},
        "descriptors": {"used": 100, "limit": 262144, "headroom_percent": 99},
    }
    assert [(row["kind"], row["name"]) for row in record["settings"]] == [
        ("kernel", "vm.swappiness"),
        ("limit", "kafka soft nofile"),
        ("limit", "kafka hard nofile"),
        ("service", "confluent-kafka.service LimitNOFILE"),
        ("service", "zk.service LimitNOFILE"),
        ("process", "confluent-kafka map areas"),
        ("process", "confluent-kafka descriptors"),
        ("jvm", "confluent-kafka heap"),
        ("jvm", "confluent-kafka UseG1GC"),
        ("process", "confluent-kafka start"),
        ("process", "zk map areas"),
        ("process", "zk descriptors"),
        ("jvm", "zk heap"),
        ("jvm", "zk UseG1GC"),
        ("process", "zk start"),
        ("disk", "confluent-kafka /data/kafka"),
        ("disk", "zk /data/zookeeper"),
        ("job", "zk purge"),
    ]
    assert ids(record) == [
        ("high", "setting_drifted", "kernel vm.swappiness"),
        ("high", "setting_drifted", "limit kafka hard nofile"),
        ("high", "setting_drifted", "limit kafka soft nofile"),
        ("high", "setting_drifted", "service confluent-kafka.service LimitNOFILE"),
        ("high", "setting_drifted", "service zk.service LimitNOFILE"),
        ("medium", "jvm_flags_differ", "jvm zk"),
        ("low", "disk_shared", "disk confluent-kafka /data/kafka"),
        ("low", "disk_shared", "disk zk /data/zookeeper"),
    ]
    assert record["counts"] == {"high": 5, "medium": 1, "low": 2}
    assert "topsecret" not in json.dumps(record)


LONG = "x" * 300
TLS = "process.roles=broker\ncontroller.listener.names=SSL\n"
NONSENSE = {
    "a port of other digits": (ZOOKEEPER, "secureClientPort=²\n", False),
    "a port without end": (KAFKA, "listeners=SSL://:" + "9" * 5000 + "\n", False),
    "hours of other digits": (ZOOKEEPER, "autopurge.purgeInterval=²\nautopurge.snapRetainCount=²\n", False),
    "hours without end": (ZOOKEEPER, "autopurge.purgeInterval=" + "9" * 400 + "\n", False),
    "a long folder of ZooKeeper's": (ZOOKEEPER, f"dataDir=/data/{LONG}\nautopurge.purgeInterval=1\n", False),
    "a long folder": (KAFKA, f"log.dirs=/data/{LONG}\n", False),
    "a folder with a null byte": (KAFKA, "log.dirs=/data/\\u0000x\n", True),
    "a folder of ZooKeeper's with a null byte": (ZOOKEEPER, "dataDir=/data/\\u0000x\n", True),
    "a long keystore": (KAFKA, TLS + f"ssl.keystore.location=/etc/{LONG}\n", False),
    "a keystore with a null byte": (KAFKA, TLS + "ssl.keystore.location=/etc/\\u0000x\n", False),
    "too many listeners": (KAFKA, f"listeners={','.join(['SSL://:1'] * 65)}\n", True),
    "a long configuration": ([*KAFKA[:-1], f"/etc/{LONG}"], "", True),
    "a log's settings in circles": ([KAFKA[0], "-Dlog4j.configuration=file:/circle/x", *KAFKA[1:]], "", False),
    "a heap without end": ([*KAFKA[:3], f"-Xmx{'9' * 5000}g", *KAFKA[3:]], "", None),
}


@pytest.mark.parametrize(("argv", "text", "refused"), NONSENSE.values(), ids=NONSENSE)
def test_what_one_server_says_hides_nothing_of_the_others(run, host, argv, text, refused):
    """Any user of a host may run what looks like a server."""
    sound = run(broker_jvm={"heap": "6g"})["record"]
    path = "/home/mallory/settings"
    host.put(path, text)
    fake_servers.link(host, "/circle", "circle")
    words = [path if word in (KAFKA[-1], ZOOKEEPER[-1]) else word for word in argv]
    fake_servers.run(host, 44, words, cgroup="0::/user.slice\n")
    record = run(broker_jvm={"heap": "6g"})["record"]
    assert [service["pid"] for service in record["services"]] == [42, 43, 44]
    told = [finding for finding in record["findings"] if finding["id"] == "configuration_refused"]
    if refused is not None:  # Python reads numbers of any length before 3.11
        assert [finding["subject"].rpartition(" ")[2] for finding in told] == (["44"] if refused else [])
    others = [row for row in record["settings"] if " 44 " not in row["name"]]
    assert [row["name"] for row in others] == [row["name"] for row in sound["settings"]]


def test_lines_that_are_passed_over(run, host):
    host.put("/etc/fstab", "UUID=1 /data/kafka\n")
    host.put("/etc/sysctl.d/10-theirs.conf", "vm.swappiness 60\n")
    record = run(kernel_parameters={"vm.swappiness": 1})["record"]
    assert [words for words in ids(record) if words[1] == "line_ignored"] == [
        ("high", "line_ignored", "line /etc/fstab:1"),
        ("high", "line_ignored", "line /etc/sysctl.d/10-theirs.conf:1"),
    ]


def test_the_machine_is_looked_at_as_well(run):
    seen = run(observe=True)["record"]["settings"]
    assert [row["name"] for row in seen if row["kind"] == "observed"] == [
        "swap in use",
        "clock source",
        "time synchronization",
        "CPU governor",
    ]


def test_a_host_without_any_server(run, host):
    for pid in ("42", "43"):
        os.unlink(host.real(f"/proc/{pid}/cmdline"))
    record = run(expected=["broker", "controller"])["record"]
    assert (record["services"], record["settings"]) == ([], [])
    assert ids(record) == [
        ("high", "server_missing", "process broker"),
        ("high", "server_missing", "process controller"),
    ]


def test_what_runs_as_expected_is_no_finding(run):
    assert ids(run(expected=["broker", "zookeeper"])["record"]) == [
        ("low", "disk_shared", "disk confluent-kafka /data/kafka"),
        ("low", "disk_shared", "disk zk /data/zookeeper"),
    ]


def test_a_server_in_a_container_is_told_of(run, host):
    fake_servers.link(host, "/proc/42/ns/pid", fake_servers.OTHER)
    fake_servers.link(host, "/proc/43/ns/pid", fake_servers.OTHER)
    record = run()["record"]
    assert record["services"] == []
    assert ids(record) == [
        ("low", "server_in_container", "process broker 42"),
        ("low", "server_in_container", "process zookeeper 43"),
    ]


def test_check_mode_is_the_same(run):
    assert run(_ansible_check_mode=True)["record"]["services"]


def test_one_sentence_for_bad_input(run):
    assert run(kernel_parameters={"vm.swappines": 1}) == {
        "failed": True,
        "msg": "vm.swappines is no kernel parameter of this host; did you mean vm.swappiness?",
    }


def test_what_cannot_be_read_needs_root(run, host, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied", "/proc/42/fd")

    monkeypatch.setattr(host, "names", refuse)
    assert run()["msg"] == (
        "/proc/42/fd could not be opened (Permission denied); run with become, or look for a denial by SELinux or "
        "AppArmor in the audit log."
    )


@pytest.mark.parametrize("outcome", ["unreachable", "failed"])
def test_a_host_that_was_not_audited_is_a_record_as_well(outcome):
    record = audit_record.record("db1", fake_servers.BOOTED, outcome, message="no route to host")
    SCHEMA.validate(record)
    assert record["time"] == "2100-01-01T00:00:00Z"
    assert record["counts"] == {"high": 1, "medium": 0, "low": 0}
    (finding,) = record["findings"]
    assert (finding["id"], finding["found"], finding["why"]) == ("not_audited", outcome, "no route to host")


def broken(path, value):
    """A change of the record: what stands at *path* becomes *value*, or goes when that is None."""

    def change(record):
        *folder, last = path
        for part in folder:
            record = record[part]
        if value is None:
            del record[last]
        else:
            record[last] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(broken(["schema"], "groundwork.kafka/audit/1"), id="another schema"),
        pytest.param(broken(["host"], ""), id="no name"),
        pytest.param(broken(["time"], "14 Nov 2023"), id="another form of time"),
        pytest.param(broken(["counts"], None), id="no counts"),
        pytest.param(broken(["counts", "high"], -1), id="a negative count"),
        pytest.param(broken(["outcome"], "fine"), id="another outcome"),
        pytest.param(broken(["message"], "why"), id="a message where none belongs"),
        pytest.param(broken(["more"], 1), id="another key"),
        pytest.param(broken(["services", 0, "pid"], "42"), id="a number as text"),
        pytest.param(broken(["services", 0, "kind"], "connect"), id="another kind of server"),
        pytest.param(broken(["services", 0, "uses", "map_areas", "headroom_percent"], 101), id="more than all"),
        pytest.param(broken(["settings", 0, "status"], "fine"), id="another status"),
        pytest.param(broken(["settings", 0, "effective"], 1), id="a value that is not text"),
        pytest.param(broken(["settings", 0, "persisted_at"], "/etc/sysctl.conf"), id="a file without its line"),
        pytest.param(broken(["settings", 0, "source"], ""), id="a setting that nobody recommends"),
        pytest.param(broken(["findings", 0, "severity"], "critical"), id="another severity"),
        pytest.param(broken(["findings", 0, "remedy"], None), id="a finding that says not what to do"),
    ],
)
def test_the_schema_refuses_a_broken_record(run, change):
    record = copy.deepcopy(run(kernel_parameters={"vm.swappiness": 1})["record"])
    change(record)
    assert not SCHEMA.is_valid(record)


def test_the_schema_refuses_a_failure_that_says_nothing():
    record = audit_record.record("db1", fake_servers.BOOTED, "failed", message="why")
    assert not SCHEMA.is_valid(dict(record, message=None))
    assert not SCHEMA.is_valid(dict(record, findings=[]))


def test_documentation_and_arguments_agree():
    documented = dict(
        yaml.safe_load(ModuleDocFragment.DOCUMENTATION)["options"],
        **yaml.safe_load(host_audit.DOCUMENTATION)["options"],
    )
    assert {name: option["type"] for name, option in documented.items()} == {
        name: option["type"] for name, option in host_audit.ARGUMENTS.items()
    }


SCRIPT, LAUNCHER = "/bin/sh\0-c\0/opt/start-kafka\0", "/usr/bin/java\0-jar\0/opt/launcher.jar\0"


@pytest.mark.parametrize(("main", "program"), [(41, SCRIPT), (41, LAUNCHER), (0, SCRIPT)])
def test_limits_are_those_of_the_server_where_something_else_has_started_it(host, run, main, program):
    """Also of a unit whose script is gone, which systemd calls active and knows no process of."""
    host.units["confluent-kafka"] = main
    host.more["confluent-kafka"] = "ActiveState=active\nNames=confluent-kafka.service kafka.service\n"
    host.put("/proc/41/cmdline", program)
    host.put("/proc/41/limits", "Max open files            1024    4096    files\n")
    record = run(nofile=NOFILE, services=["kafka"])["record"]
    rows = {row["name"]: row for row in record["settings"]}
    assert rows["confluent-kafka.service LimitNOFILE"]["effective"] == "262144:1024288"


def test_two_servers_of_one_unit_have_rows_of_their_own(host, run):
    """A launcher runs both, and the one that was started first has another limit."""
    host.units["confluent-kafka"] = 41
    host.more["confluent-kafka"] = "ActiveState=active\nNames=confluent-kafka.service\n"
    host.put("/proc/41/cmdline", LAUNCHER)
    host.put("/proc/41/limits", "Max open files            1024    4096    files\n")
    unit = "0::/system.slice/confluent-kafka.service\n"
    fake_servers.run(host, 50, fake_servers.KAFKA, cgroup=unit, limits=("1024", "20000"))
    record = run(nofile=NOFILE)["record"]
    rows = {row["name"]: row["effective"] for row in record["settings"]}
    assert rows["confluent-kafka.service LimitNOFILE"] == "1024:20000"  # the lower one
    assert rows["confluent-kafka broker 42 nofile"] == "262144:1024288"
    assert rows["confluent-kafka broker 50 nofile"] == "1024:20000"
    found = [one["subject"] for one in record["findings"] if one["id"] == "setting_drifted"]
    assert "process confluent-kafka broker 50 nofile" in found
    assert len({service["name"] for service in record["services"]}) == len(record["services"])
