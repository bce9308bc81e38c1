# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import purge_job, purge_timer

JOB = purge_job.Job("zookeeper", "17 3 * * *", "/usr/bin/java", "/opt/zk/libs", "/zk/data", "/zk/log", 5)
NAME = "groundwork-zookeeper-purge"
SERVICE, TIMER = f"/etc/systemd/system/{NAME}.service", f"/etc/systemd/system/{NAME}.timer"
CRON = "/etc/cron.d/groundwork-zookeeper-purge"
NEXT = "Tue 2026-11-24 03:20:00 UTC"


class Systemd(Host):
    """A systemd that knows the timer alone, and refuses the words *refuse*; *never*: the calendar never comes true."""

    def __init__(self, root, refuse="", never=False):
        super().__init__(root, self._answer)
        self.enabled, self.active, self.refuse, self.never = "disabled", "inactive", refuse, never
        self.running = False
        self.done: list[str] = []
        self.ran = "Result=success\nExecMainStatus=0\nExecMainStartTimestamp=\nExecMainExitTimestamp=\n"

    def _answer(self, argv):
        if argv[0] == "env":
            load = "masked" if self.enabled == "masked" else "loaded" if self.exists(TIMER) else "not-found"
            upcoming = NEXT if self.active == "active" and not self.never and not self.running else ""
            return Completed(
                0,
                f"NextElapseUSecRealtime={upcoming}\nNextElapseUSecMonotonic=infinity\nLastTriggerUSec=\n"
                f"SubState={'running' if self.running else 'waiting'}\n"
                f"LoadState={load}\nActiveState={self.active}\nUnitFileState={self.enabled}\n\n{self.ran}",
                "",
            )
        words = " ".join(argv[1:])
        self.done.append(words)
        if self.refuse and self.refuse in words:
            return Completed(1, "", "refused\n")
        if words.startswith(("enable", "disable")):
            self.enabled = argv[1] + "d"
        if words.startswith(("restart", "stop")) or "--now" in words:
            self.active = "inactive" if argv[1] in ("disable", "stop") else "active"
        return Completed(0, "", "")


def files(host):
    return {path for path in (SERVICE, TIMER, CRON) if host.exists(path)}


def test_the_service_runs_the_documented_command_as_the_user_and_may_write_nothing_but_the_data() -> None:
    lines = purge_timer.texts(JOB, 900)[SERVICE].split("\n")
    assert "User=zookeeper" in lines
    assert (
        "ExecStart=/usr/bin/flock --timeout 600 /zk/log/. /usr/bin/java -cp /opt/zk/libs/* "
        "org.apache.zookeeper.server.PurgeTxnLog /zk/log /zk/data -n 5"
    ) in lines
    assert [line for line in lines if line.startswith("ReadWritePaths")] == [
        "ReadWritePaths=/zk/data",
        "ReadWritePaths=/zk/log",
    ]
    assert "ProtectSystem=strict" in lines


@pytest.mark.parametrize(
    ("folder", "command", "writable", "condition"),
    [
        ("/a b", '"/a b"', '"/a b"', "/a b/version-2"),
        ("/a%b", "/a%%b", "/a%%b", "/a%%b/version-2"),
        ("/a$b", "/a$$b", "/a$b", "/a$b/version-2"),
        ('/a"\\', '"/a\\"\\\\"', '"/a\\"\\\\"', '/a"\\/version-2'),
    ],
)
def test_what_systemd_would_read_otherwise_is_quoted(folder, command, writable, condition) -> None:
    text = purge_timer.texts(JOB._replace(data_dir=folder), 0)[SERVICE]
    assert f" PurgeTxnLog /zk/log {command} -n 5\n".replace(" P", ".P", 1) in text
    assert f"\nReadWritePaths={writable}\n" in text
    assert f"\nConditionDirectoryNotEmpty={condition}\n" in text


def test_the_timer_makes_up_for_a_downtime_and_waits_a_little() -> None:
    text = purge_timer.texts(JOB._replace(schedule="0 0 13 * 5"), 30)[TIMER]
    for line in (
        "OnCalendar=*-*-13 00:00:00",
        "OnCalendar=Fri *-*-* 00:00:00",
        "Persistent=true",
        "RandomizedDelaySec=30",
    ):
        assert f"\n{line}\n" in text


def test_a_delay_that_cannot_be_is_refused() -> None:
    with pytest.raises(GroundworkError, match="random_delay: -1 cannot be"):
        purge_timer.texts(JOB, -1)


def test_made_then_unchanged_then_gone_then_unchanged(tmp_path) -> None:
    host = Systemd(str(tmp_path))
    first = purge_timer.run(host, JOB, 900, False)
    assert first["changed"]
    assert host.done == ["daemon-reload", f"enable {NAME}.timer", f"restart {NAME}.timer"]
    assert (first["settings"][0]["status"], first["settings"][0]["effective"]) == (
        "in_effect",
        "17 3 * * * as zookeeper, keep 5",
    )
    assert first["settings"][0]["note"] == "not run yet; the next is due 2026-11-24T03:20:00Z"
    again = purge_timer.run(host, JOB, 900, False)
    assert (again["changed"], again["diff"], len(host.done)) == (False, [], 3)
    assert purge_timer.run(host, None, 900, False)["changed"]
    assert files(host) == set()
    assert (host.enabled, host.active) == ("disabled", "inactive")
    assert not purge_timer.run(host, None, 900, False)["changed"]


def test_a_run_that_goes_on_is_left_alone(tmp_path) -> None:
    """Meanwhile systemd tells of no next run."""
    host = Systemd(str(tmp_path))
    purge_timer.run(host, JOB, 900, False)
    host.running = True
    host.ran = host.ran.replace("StartTimestamp=", "StartTimestamp=Tue 2026-11-24 03:20:00 UTC")
    again = purge_timer.run(host, JOB, 900, False)
    assert (again["changed"], len(host.done)) == (False, 3)
    assert again["settings"][0]["status"] == "in_effect"
    assert again["settings"][0]["note"] == "a run goes on since 2026-11-24T03:20:00Z"


def test_check_mode_tells_all_of_it_and_does_none(tmp_path) -> None:
    host = Systemd(str(tmp_path))
    host.write(CRON, "ours\n")
    result = purge_timer.run(host, JOB, 900, True)
    assert result["changed"]
    assert [entry["before_header"] for entry in result["diff"]] == [SERVICE, TIMER, CRON, f"{NAME}.timer"]
    assert (host.done, files(host)) == ([], {CRON})


def test_our_entry_of_cron_goes_once_the_timer_is_in_force(tmp_path) -> None:
    host = Systemd(str(tmp_path))
    host.write(CRON, "ours\n")
    purge_timer.run(host, JOB, 900, False)
    assert files(host) == {SERVICE, TIMER}


@pytest.mark.parametrize("before", [False, True], ids=["no timer before", "an earlier timer"])
@pytest.mark.parametrize("trouble", [{"refuse": "restart"}, {"never": True}], ids=["systemd refuses", "no next run"])
def test_a_timer_that_does_not_come_into_force_leaves_all_as_it_was(tmp_path, trouble, before) -> None:
    host = Systemd(str(tmp_path))
    if before:
        purge_timer.run(host, JOB, 900, False)
    host.write(CRON, "ours\n")
    texts = {path: host.read(path) for path in (SERVICE, TIMER, CRON)}
    if "refuse" in trouble:
        host.refuse = "restart"
    host.never = trouble.get("never", False)
    with pytest.raises(GroundworkError, match=r"refused|has no next run; give a schedule that comes true"):
        purge_timer.run(host, JOB._replace(retain=7), 900, False)
    assert {path: host.read(path) for path in texts} == texts
    assert host.enabled == ("enabled" if before else "disabled")


@pytest.mark.parametrize("attribute", ["enabled", "active"])
def test_a_timer_that_somebody_turned_off_is_told_and_turned_on(tmp_path, attribute) -> None:
    host = Systemd(str(tmp_path))
    purge_timer.run(host, JOB, 900, False)
    setattr(host, attribute, {"enabled": "disabled", "active": "inactive"}[attribute])
    row = purge_timer.run(host, JOB, 900, True)["settings"][0]
    assert row["status"] == "drifted"
    assert row["note"] in (f"{NAME}.timer is disabled, active", f"{NAME}.timer is enabled, inactive")
    assert purge_timer.run(host, JOB, 900, False)["settings"][0]["status"] == "in_effect"


def test_a_masked_timer_is_refused_with_the_way(tmp_path) -> None:
    host = Systemd(str(tmp_path))
    host.enabled = "masked"
    with pytest.raises(GroundworkError, match=rf"run systemctl unmask {NAME}.timer and run again"):
        purge_timer.run(host, JOB, 900, False)
    assert files(host) == set()


def test_a_run_that_failed_is_told_with_its_time(tmp_path) -> None:
    host = Systemd(str(tmp_path))
    purge_timer.run(host, JOB, 900, False)
    at = "Mon 2026-11-23 03:17:05 UTC"
    host.ran = f"Result=exit-code\nExecMainStatus=1\nExecMainStartTimestamp={at}\nExecMainExitTimestamp={at}\n"
    note = purge_timer.run(host, JOB, 900, False)["settings"][0]["note"]
    assert note.startswith("the last run, 2026-11-23T03:17:05Z, ended with exit-code, exit code 1; the next is due")


def test_a_host_without_systemd_is_said(tmp_path) -> None:
    host = Host(str(tmp_path), lambda _argv: Completed(127, "", ""))
    with pytest.raises(GroundworkError, match="a host with systemd is needed"):
        purge_timer.run(host, JOB, 900, False)
