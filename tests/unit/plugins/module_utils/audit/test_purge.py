# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import purge as audit_purge
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import java_command
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import Server

PURGE = "java -cp x org.apache.zookeeper.server.PurgeTxnLog /l /d -n 5"
JOB = f"SHELL=/bin/sh\n17 3 * * * zookeeper {PURGE}\n"
NOW = 1_800_000_000.0  # 2027-01-15T08:00:00Z
RAN = NOW - 3600
RUNNING = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
    "NextElapseUSecRealtime": "Sat 2027-01-16 03:17:00 UTC",
    "LastTriggerUSec": "Fri 2027-01-15 07:00:00 UTC",
}
RAN_WELL = {
    "Result": "success",
    "ExecMainStatus": "0",
    "ExecMainStartTimestamp": "Fri 2027-01-15 07:00:00 UTC",
    "ExecMainExitTimestamp": "Fri 2027-01-15 07:00:02 UTC",
}


class Systemd:
    """What systemd and the journal answer; *ran* is when cron told of a run."""

    def __init__(self):
        self.timer, self.service, self.ran = dict(RUNNING), dict(RAN_WELL), RAN

    def __call__(self, argv):
        if argv[0] == "journalctl":
            return Completed(0, f"{self.ran:.6f} zk1 CRON[7]: (zookeeper) CMD (PurgeTxnLog)\n" if self.ran else "", "")
        blocks = ["".join(f"{name}={value}\n" for name, value in unit.items()) for unit in (self.timer, self.service)]
        return Completed(0, "\n".join(blocks), "")


@pytest.fixture
def systemd(host):
    host.run = Systemd()
    return host.run


def cron_daemon(host):
    host.put("/proc/7/comm", "cron\n")


def timer(host):
    host.put("/etc/systemd/system/zk-purge.timer", "[Timer]\nOnCalendar=03:17\n")
    host.put("/etc/systemd/system/zk-purge.service", f"[Service]\nExecStart=/usr/bin/{PURGE}\n")


def snapshots(host, number, at):
    for zxid in range(number):
        path = f"/d/version-2/snapshot.{zxid}"
        host.put(path, "")
        os.utime(host.real(path), (at, at))


def observe(host, interval="0", **more):
    given = {"autopurge.purgeInterval": interval, "dataDir": "/d", **more}
    return audit_purge.observe(host, Server("zookeeper", "4", java_command.parse(["java", "x"]), properties=given), NOW)


def ids(seen):
    return [finding["id"] for finding in seen.findings]


@pytest.mark.usefixtures("systemd")
@pytest.mark.parametrize(
    ("file", "interval", "effective", "identity"),
    [
        pytest.param(("/x", ""), "24", "autopurge every 24 h", None, id="autopurge"),
        pytest.param(("/etc/cron.d/purge", JOB), "0", "cron", None, id="a job in cron.d"),
        pytest.param(("/etc/crontab", JOB), "0", "cron", None, id="a job in the crontab"),
        pytest.param(("/var/spool/cron/crontabs/zookeeper", JOB), "0", "cron", None, id="a user's job"),
        pytest.param(("/etc/cron.daily/zk", "#!/bin/sh\nzkCleanup.sh -n 3\n"), "0", "cron", None, id="the script"),
        pytest.param(("/x", ""), "0", None, "purge_missing", id="nobody"),
        pytest.param(("/etc/cron.d/purge", "# PurgeTxnLog\n"), "0", None, "purge_missing", id="a comment only"),
        pytest.param(
            ("/etc/cron.d/purge", JOB.replace("/d", "/other")), "0", None, "purge_missing", id="other folders"
        ),
        pytest.param(("/etc/cron.d/purge", JOB), "1", "autopurge every 1 h, cron", "purge_twice", id="two at once"),
    ],
)
def test_who_purges(host, file, interval, effective, identity):
    cron_daemon(host)
    host.put(*file)
    seen = observe(host, interval)
    assert (seen.row["effective"], ids(seen)) == (effective, [identity] if identity else [])


@pytest.mark.usefixtures("systemd")
def test_the_line_of_the_job_and_its_last_run_are_told(host):
    cron_daemon(host)
    host.put("/etc/cron.d/purge", JOB)
    row = observe(host).row
    assert (row["persisted_at"], row["status"]) == ("/etc/cron.d/purge:2", "in_effect")
    assert row["note"] == "cron told of a run at 2027-01-15T07:00:00Z"


@pytest.mark.usefixtures("systemd")
def test_an_entry_that_no_daemon_reads_purges_nothing(host):
    host.put("/etc/cron.d/purge", JOB)
    seen = observe(host)
    assert (ids(seen), seen.row["effective"], seen.row["status"]) == (["purge_missing"], None, "drifted")
    assert seen.row["note"] == "/etc/cron.d/purge:2 asks cron for it, and no cron daemon runs on the host"
    assert seen.findings[0]["remedy"].startswith("install and start cron, or have the playbook")


def test_a_job_that_cron_was_never_seen_to_run_is_not_in_effect(host, systemd):
    cron_daemon(host)
    host.put("/etc/cron.d/purge", JOB)
    systemd.ran = None
    seen = observe(host)
    assert (ids(seen), seen.row["status"]) == (["purge_not_seen"], "unavailable")


@pytest.mark.usefixtures("systemd")
def test_a_timer_tells_its_last_run_and_its_next(host):
    timer(host)
    row = observe(host).row
    assert (row["effective"], row["status"]) == ("zk-purge.timer", "in_effect")
    assert row["persisted_at"] == "/etc/systemd/system/zk-purge.timer:2"
    assert row["note"] == "the last run, 2027-01-15T07:00:00Z, ended with success; the next is due 2027-01-16T03:17:00Z"


def test_a_timer_whose_run_goes_on_is_in_effect(host, systemd):
    timer(host)
    systemd.timer.update(SubState="running", NextElapseUSecRealtime="")
    systemd.service.update(ExecMainExitTimestamp="")
    row = observe(host).row
    assert (row["status"], row["note"]) == ("in_effect", "a run goes on since 2027-01-15T07:00:00Z")


@pytest.mark.parametrize(
    ("changes", "note", "remedy"),
    [
        ({"UnitFileState": "disabled"}, "zk-purge.timer is disabled, active", "run systemctl enable zk-purge.timer"),
        (
            {"ActiveState": "inactive", "NextElapseUSecRealtime": ""},
            "zk-purge.timer is enabled, inactive, without a next run",
            "systemctl restart zk-purge.timer",
        ),
        ({"ActiveState": "failed"}, "zk-purge.timer is enabled, failed", "systemctl restart zk-purge.timer"),
        ({"LoadState": "masked", "UnitFileState": "masked"}, "is masked", "run systemctl unmask zk-purge.timer and"),
        ({"NextElapseUSecRealtime": ""}, "without a next run", "systemctl restart"),
    ],
)
def test_a_timer_that_will_not_run_purges_nothing(host, systemd, changes, note, remedy):
    timer(host)
    systemd.timer.update(changes)
    seen = observe(host)
    assert (ids(seen), seen.row["effective"]) == (["purge_missing"], None)
    assert note in seen.row["note"]
    assert remedy in seen.findings[0]["remedy"]


def test_a_purge_that_fails_is_told_with_what_to_do(host, systemd):
    timer(host)
    systemd.service.update({"Result": "exit-code", "ExecMainStatus": "1"})
    seen = observe(host)
    assert (ids(seen), seen.row["status"]) == (["purge_failing"], "drifted")
    assert "2027-01-15T07:00:00Z, ended with exit-code, exit code 1" in seen.row["note"]
    assert seen.findings[0]["remedy"] == (
        "read journalctl -u zk-purge.service, mend what it names, and run systemctl start zk-purge.service"
    )


def test_a_purge_that_fails_before_it_purges_is_told_as_well(host, systemd):
    timer(host)
    before = {"ExecMainStatus": "0", "ExecMainStartTimestamp": "", "ExecMainExitTimestamp": ""}
    systemd.service.update({**before, "Result": "exit-code"})  # of ExecStartPre, at the first run since the boot
    seen = observe(host)
    assert (ids(seen), seen.row["status"]) == (["purge_failing"], "drifted")
    assert "2027-01-15T07:00:00Z, ended with exit-code; the next" in seen.row["note"]


def test_what_the_boot_has_forgotten_is_not_made_up(host, systemd):
    timer(host)
    systemd.service.update({"ExecMainStartTimestamp": "", "ExecMainExitTimestamp": ""})
    seen = observe(host)
    assert "the last run, 2027-01-15T07:00:00Z, was before the boot; the next is due" in seen.row["note"]


def test_a_run_that_goes_on_is_told_as_such(host, systemd):
    timer(host)
    systemd.service.update({"Result": "success", "ExecMainExitTimestamp": ""})
    seen = observe(host)
    assert (ids(seen), seen.row["note"].partition(";")[0]) == ([], "a run goes on since 2027-01-15T07:00:00Z")


@pytest.mark.usefixtures("systemd")
@pytest.mark.parametrize(
    ("number", "at", "identity"),
    [(5, RAN - 60, None), (6, RAN - 60, "purge_behind"), (40, RAN + 60, None)],
    ids=["as many as are kept", "more than it was to leave", "made since"],
)
@pytest.mark.parametrize("way", ["timer", "cron"])
def test_what_lies_there_tells_whether_it_really_purged(host, number, at, identity, way):
    if way == "timer":
        timer(host)
    else:
        cron_daemon(host)
        host.put("/etc/cron.d/purge", JOB)
    snapshots(host, number, at)
    assert ids(observe(host)) == ([identity] if identity else [])


@pytest.mark.usefixtures("systemd")
@pytest.mark.parametrize(
    ("age", "identity"), [(23 * 3600, None), (26 * 3600, "purge_behind")], ids=["of this period", "of the one before"]
)
def test_autopurge_is_held_to_its_own_period(host, age, identity):
    snapshots(host, 4, NOW - age)
    assert ids(observe(host, "24")) == ([identity] if identity else [])
    assert ids(observe(host, "24", **{"autopurge.snapRetainCount": "4"})) == []


@pytest.mark.usefixtures("systemd")
def test_an_entry_without_a_daemon_beside_a_timer_is_told_as_left_over(host):
    timer(host)
    host.put("/etc/cron.d/purge", JOB)
    seen = observe(host)
    assert (ids(seen), seen.findings[0]["severity"]) == (["purge_broken"], "low")


@pytest.mark.usefixtures("systemd")
def test_a_timer_may_name_another_service(host):
    timer(host)
    host.put("/etc/systemd/system/nightly.timer", "[Timer]\nOnCalendar=daily\nUnit=zk-purge.service\n")
    assert observe(host).row["effective"] == "nightly.timer, zk-purge.timer"
