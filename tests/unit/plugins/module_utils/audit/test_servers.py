# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import servers as audit_servers
from ansible_collections.groundwork.kafka.plugins.module_utils.audit.servers import Wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils import fake_servers
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_servers import BOOTED, KAFKA

OLD, NEW = BOOTED + 10, BOOTED + 5000  # the broker is started at BOOTED + 100
DROP_INS = "/etc/systemd/system/kafka.service.d"
SESSION = "0::/user.slice/user-0.slice/session-3.scope\n"


@pytest.fixture
def host(host):
    fake_servers.boot(host)
    write(host, "/etc/kafka.properties", OLD, "log.dirs=/data/1\n")
    write(host, "/lib/systemd/system/kafka.service", OLD, "[Service]\nExecStart=/usr/bin/start\n")
    host.units["kafka"] = 42
    return host


def write(host, path, when, text=""):
    host.put(path, text)
    os.utime(host.real(path), (when, when))


def inspect(host, **wanted):
    """Row by name without the server's own, and the ids of the findings."""
    (seen,) = audit_servers.inspect_servers(host, running_servers.find(host)[0], {"broker": Wanted(**wanted)})
    rows = {one.row["name"].replace(seen.server.name + " ", "", 1): one.row for one in seen.observations}
    return rows, [finding["id"] for one in seen.observations for finding in one.findings]


def test_a_broker_as_it_should_be(host):
    fake_servers.run(host, 42, KAFKA)
    rows, ids = inspect(host, nofile=("262144", "1024288"), options=["-XX:+UseG1GC"])
    assert {name: (row["kind"], row["status"]) for name, row in rows.items()} == {
        "map areas": ("process", "in_effect"),
        "descriptors": ("process", "in_effect"),
        "heap": ("jvm", "in_effect"),
        "UseG1GC": ("jvm", "in_effect"),
        "start": ("process", "in_effect"),
    }
    assert rows["start"]["effective"] == "2100-01-01T00:01:40Z"
    assert ids == []


def test_each_kind_of_finding(host):
    fake_servers.run(host, 42, KAFKA, areas=64_000, descriptors=95, limits=("100", "100"))
    write(host, "/etc/kafka.properties", NEW)
    _rows, ids = inspect(host, options=["-XX:+UseZGC"])
    assert ids == ["headroom_map_areas", "headroom_descriptors", "jvm_flags_differ", "pending_restart"]


def test_jvm_flags_are_only_compared_where_some_are_wanted(host):
    fake_servers.run(host, 42, KAFKA)
    rows, _ids = inspect(host)
    assert list(rows) == ["map areas", "descriptors", "start"]


@pytest.mark.parametrize(
    ("path", "argv"),
    [
        pytest.param("/etc/kafka.properties", KAFKA, id="configuration"),
        pytest.param("/lib/systemd/system/kafka.service", KAFKA, id="unit"),
        pytest.param(DROP_INS + "/50-groundwork-kafka.conf", KAFKA, id="drop-in"),
        pytest.param("/etc/l.xml", [KAFKA[0], "-Dlog4j.configuration=file:/etc/l.xml", *KAFKA[1:]], id="log4j 1"),
        pytest.param("/etc/l.xml", [KAFKA[0], "-Dlog4j2.configurationFile=/etc/l.xml", *KAFKA[1:]], id="log4j 2"),
        pytest.param("/etc/l.xml", [KAFKA[0], "-Dlog4j.configuration=file:///etc/l.xml", *KAFKA[1:]], id="as a URL"),
    ],
)
@pytest.mark.parametrize(("when", "expected"), [(OLD, []), (NEW, ["pending_restart"])])
def test_a_file_that_was_changed_after_the_start(host, path, argv, when, expected):
    fake_servers.run(host, 42, argv)
    write(host, path, when, host.read(path) or "")
    host.run(["systemctl", "daemon-reload"])
    rows, ids = inspect(host)
    assert ids == expected
    assert rows["start"]["note"] == (f"changed since: {path}" if expected else None)


@pytest.mark.parametrize(("when", "changed"), [(OLD, ""), (NEW, f"changed since: {DROP_INS}/a.conf; ")])
def test_a_restart_for_a_unit_that_systemd_has_not_read_changes_nothing(host, when, changed):
    fake_servers.run(host, 42, KAFKA)
    write(host, DROP_INS + "/a.conf", when)
    (seen,) = audit_servers.inspect_servers(host, running_servers.find(host)[0], {})
    (finding,) = seen.observations[-1].findings
    assert finding["id"] == "pending_restart"
    assert finding["remedy"] == "run systemctl daemon-reload, and restart the service, one host at a time"
    assert seen.observations[-1].row["note"] == changed + "systemd has not read what its unit has by now"


def test_an_older_version_that_was_brought_back(host):
    fake_servers.run(host, 42, KAFKA)
    host.put("/proc/stat", "btime 1700000000\n")
    write(host, "/etc/kafka.properties", 1_600_000_000)
    assert "/etc/kafka.properties" in inspect(host)[0]["start"]["note"]


def test_a_file_of_environment_variables(host):
    fake_servers.run(host, 42, KAFKA)
    host.more["kafka"] = (
        "EnvironmentFiles=/etc/default/a (ignore_errors=yes)\nEnvironmentFiles=/etc/default/kafka (x)\n"
    )
    write(host, "/etc/default/a", OLD)
    write(host, "/etc/default/kafka", NEW)
    assert inspect(host)[0]["start"]["note"] == "changed since: /etc/default/kafka"


def test_a_link_to_the_jars_that_was_switched(host):
    fake_servers.run(host, 42, KAFKA)
    fake_servers.link(host, "/opt/kafka", "kafka-4")
    os.utime(host.real("/opt/kafka"), (NEW, NEW), follow_symlinks=False)
    assert inspect(host)[0]["start"]["note"] == "changed since: /opt/kafka"


def test_a_java_that_was_replaced(host):
    fake_servers.run(host, 42, KAFKA, exe=KAFKA[0] + " (deleted)")
    rows, ids = inspect(host)
    assert ids == ["pending_restart"]
    assert rows["start"]["note"] == f"changed since: {KAFKA[0]}"


@pytest.mark.parametrize(("limits", "expected"), [(("262144", "1024288"), []), (("1024", "4096"), ["setting_drifted"])])
def test_limits_of_a_broker_that_no_service_holds(host, limits, expected):
    fake_servers.run(host, 42, KAFKA, cgroup=SESSION, limits=limits)
    rows, ids = inspect(host, nofile=("262144", "1024288"))
    assert (rows["nofile"]["effective"], ids) == (":".join(limits), expected)


def test_flags_that_the_unit_already_has(host):
    fake_servers.run(host, 42, KAFKA)
    host.more["kafka"] = "ExecStart={ path=/j/java ; argv[]=/j/java -XX:+UseZGC kafka.Kafka ; pid=0 }\n"
    rows, _ids = inspect(host, options=["-XX:+UseZGC"])
    assert (rows["UseZGC"]["status"], rows["UseZGC"]["persisted"]) == ("pending_restart", "true")
    assert rows["UseZGC"]["persisted_at"] == "/lib/systemd/system/kafka.service:2"


def test_a_host_without_systemd(host):
    fake_servers.run(host, 42, KAFKA)
    host.systemd = False
    assert inspect(host)[1] == []


def test_systemd_is_asked_once(host):
    fake_servers.run(host, 42, KAFKA)
    fake_servers.run(host, 43, fake_servers.ZOOKEEPER, cgroup="0::/system.slice/zookeeper.service\n")
    audit_servers.inspect_servers(host, running_servers.find(host)[0], {})
    assert [call[0] for call in host.calls] == ["systemctl"]
