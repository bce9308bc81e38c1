# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import shutil

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from ansible_collections.groundwork.kafka.plugins.module_utils.host.pending import (
    between,
    changed_since,
    changed_since_start,
    last_start,
    main_pid,
    outdated,
)
from ansible_collections.groundwork.kafka.plugins.modules import pending_restart

BOOTED = 4_102_444_800  # in the future, so that what a test writes now is older
#: Started 500 seconds after the boot, in ticks of the test machine.
STARTED = BOOTED + 500


@pytest.fixture
def host(tmp_path):
    """A host whose process 42, started at STARTED, has a name with a space and a bracket."""
    ticks = 500 * os.sysconf("SC_CLK_TCK")
    fields = " ".join(["S"] + ["0"] * 18 + [str(ticks)] + ["0"] * 30)
    (tmp_path / "proc/42").mkdir(parents=True)
    (tmp_path / "proc/stat").write_text(f"cpu 1 2 3\nbtime {BOOTED}\n")
    (tmp_path / "proc/42/stat").write_text(f"42 (java (x) y) {fields}\n")
    return Host(str(tmp_path))


@pytest.mark.parametrize(
    ("written", "newer"),
    [
        pytest.param(STARTED - 3600, [], id="written before the start"),
        pytest.param(STARTED, [], id="written in the second of the start"),
        pytest.param(STARTED + 60, ["/etc/kafka/server.properties"], id="written after the start"),
    ],
)
def test_a_file_counts_when_it_was_written_after_the_start(host, tmp_path, written, newer):
    file = tmp_path / "etc/kafka/server.properties"
    file.parent.mkdir(parents=True)
    file.write_text("")
    os.utime(file, (written, written))
    assert changed_since_start(host, "42", ["/etc/kafka/server.properties", "/etc/kafka/none"]) == newer


@pytest.fixture
def since_long(host, tmp_path):
    """The same host, whose process runs since before the test."""
    (tmp_path / "proc/stat").write_text("btime 1700000000\n")
    return host


@pytest.mark.parametrize("bring_back", ["cp -p", "mv", "ln"])
def test_an_older_version_that_was_brought_back_counts(since_long, tmp_path, bring_back):
    """So does rsync, and tar; a hard link counts as well, since it leaves the same trace."""
    backup, file = tmp_path / "backup", tmp_path / "settings"
    backup.write_text("old\n")
    os.utime(backup, (1_600_000_000, 1_600_000_000))
    if bring_back == "mv":
        backup.rename(file)
    elif bring_back == "ln":
        os.link(backup, file)
    else:
        shutil.copy2(backup, file)
    assert os.stat(file).st_mtime == 1_600_000_000
    assert changed_since_start(since_long, "42", ["/settings"]) == ["/settings"]


def test_a_link_to_a_file_counts_as_the_file(host, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("file")
    assert changed_since_start(host, "42", ["/link"]) == []
    os.utime(tmp_path / "file", (STARTED + 60, STARTED + 60))
    assert changed_since_start(host, "42", ["/link"]) == ["/link"]


JAVA = "/usr/lib/jvm/17/bin/java"


def program(tmp_path, name, exe):
    """Process 42 was started as *name*, and its program is *exe*."""
    (tmp_path / "proc/42/cmdline").write_text(f"{name}\0-Xmx1g\0kafka.Kafka\0")
    (tmp_path / "proc/42/root").symlink_to(tmp_path)
    (tmp_path / "proc/42/exe").symlink_to(tmp_path / exe.lstrip("/") if exe == JAVA else exe)
    (tmp_path / "usr/lib/jvm/17/bin").mkdir(parents=True)
    (tmp_path / "usr/lib/jvm/17/bin/java").write_text("")
    (tmp_path / "usr/bin").mkdir(parents=True)


def test_a_program_that_was_replaced(host, tmp_path):
    program(tmp_path, JAVA, JAVA + " (deleted)")
    assert outdated(host, "42", ["/none"]) == [JAVA]
    assert pending_restart.run(service(tmp_path, "42"), "kafka", [])["pending"]


@pytest.mark.parametrize(("java", "found"), [("17", []), ("21", ["/usr/bin/java"])])
def test_a_name_that_means_another_program_by_now(host, tmp_path, monkeypatch, java, found):
    program(tmp_path, "/usr/bin/java", JAVA)
    (tmp_path / "usr/bin/java").symlink_to(f"../lib/jvm/{java}/bin/java")
    link = host.link
    monkeypatch.setattr(host, "link", lambda path: JAVA if path.endswith("/exe") else link(path))
    assert outdated(host, "42", []) == found


DEFAULT = "/usr/lib/jvm/default-java/bin/java"


@pytest.mark.parametrize(("java", "found"), [("17", []), ("21", [DEFAULT]), (None, [])])
def test_a_folder_on_the_way_that_leads_to_another_program_by_now(host, tmp_path, monkeypatch, java, found):
    program(tmp_path, DEFAULT, JAVA)
    (tmp_path / "usr/lib/jvm/21/bin").mkdir(parents=True)
    (tmp_path / "usr/lib/jvm/21/bin/java").write_text("")
    if java is not None:
        (tmp_path / "usr/lib/jvm/default-java").symlink_to(java)
    link = host.link
    monkeypatch.setattr(host, "link", lambda path: JAVA if path.endswith("/exe") else link(path))
    assert outdated(host, "42", []) == found


def test_a_name_means_another_file_in_another_root_directory(host, tmp_path, monkeypatch):
    program(tmp_path, "/usr/bin/java", JAVA)
    (tmp_path / "usr/bin/java").symlink_to("../lib/jvm/21/bin/java")
    (tmp_path / "proc/42/root").unlink()
    (tmp_path / "proc/42/root").symlink_to(tmp_path / "usr")
    link = host.link
    monkeypatch.setattr(host, "link", lambda path: JAVA if path.endswith("/exe") else link(path))
    assert outdated(host, "42", []) == []


def test_a_link_that_was_switched_counts_though_its_target_is_old(host, tmp_path):
    (tmp_path / "new").mkdir()
    os.utime(tmp_path / "new", (STARTED - 3600, STARTED - 3600))
    (tmp_path / "kafka").symlink_to("new")
    os.utime(tmp_path / "kafka", (STARTED + 60, STARTED + 60), follow_symlinks=False)
    assert changed_since_start(host, "42", ["/kafka"]) == ["/kafka"]


@pytest.mark.parametrize(("shown", "pid"), [("42\n", "42"), ("0\n", None), ("\n", None)])
def test_the_main_process_is_systemds_word(tmp_path, shown, pid):
    asked = []

    def run(argv):
        asked.append(list(argv))
        return Completed(0, shown, "")

    assert main_pid(Host(str(tmp_path), run), "kafka") == pid
    assert asked == [["systemctl", "show", "--property=MainPID", "--value", "kafka.service"]]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("ActiveState=active\nSubState=running\n", ""),
        ("ActiveState=inactive\nSubState=dead\n", ""),
        ("ActiveState=deactivating\nSubState=stop-sigterm\nJob=7\n", "being stopped"),
        ("ActiveState=activating\nSubState=start-pre\nJob=7\n", "being started"),
        pytest.param("ActiveState=inactive\nSubState=dead\nJob=7\n", "being started", id="it waits for a disk"),
        pytest.param("ActiveState=activating\nSubState=auto-restart\n", "", id="it dies at each start"),
        pytest.param("ActiveState=activating\nSubState=auto-restart-queued\nJob=7\n", "", id="in newer systemd"),
    ],
)
def test_what_systemd_is_about_to_do(tmp_path, shown, told):
    host = Host(str(tmp_path), lambda _argv: Completed(0, shown, ""))
    assert between(host, "kafka") == told


@pytest.mark.parametrize("ask", [main_pid, between])
def test_a_host_without_systemd_is_said(tmp_path, ask):
    host = Host(str(tmp_path), lambda _argv: Completed(127, "", "systemctl: not installed"))
    with pytest.raises(GroundworkError, match=r"kafka\.service.* systemd is needed"):
        ask(host, "kafka")


def test_a_path_below_a_file_is_passed_over(host):
    assert changed_since_start(host, "42", ["/proc/stat/x"]) == []


MARK = "/var/lib/groundwork-kafka/rollout-kafka"


def service(tmp_path, pid="0", last="500000000", state="active"):
    """The same host with a service that systemd knows as *pid*, started last so many microseconds after the boot."""

    def run(argv):
        if "ActiveState,SubState,Job" in argv:
            return Completed(0, f"ActiveState={state}\n", "")
        return Completed(0, (pid if "--property=MainPID" in argv else last) + "\n", "")

    return Host(str(tmp_path), run)


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("last", "moment"), [("500000000", STARTED), ("0", None), ("", None)])
def test_the_last_start_of_what_does_not_run(tmp_path, last, moment) -> None:
    assert last_start(service(tmp_path, last=last), "kafka") == moment


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("written", "found"), [(STARTED + 60, [MARK]), (STARTED, [])])
@pytest.mark.parametrize("pid", ["0", "42"])
def test_a_mark_counts_as_a_file_and_is_read(tmp_path, written, found, pid) -> None:
    file = tmp_path / MARK.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text("a rollout\n")
    os.utime(file, (written, written))
    running = pid != "0"
    assert pending_restart.run(service(tmp_path, pid), "kafka", ["/etc/none"], MARK) == {
        "changed": False,
        "pid": 42 if running else None,
        "running": running,
        "between": "",
        "pending": running and bool(found),
        "changed_files": found,
        "mark": "a rollout",
    }


def test_nothing_counts_for_what_was_never_started(host, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    os.utime(tmp_path / "file", (STARTED + 60, STARTED + 60))
    result = pending_restart.run(service(tmp_path, last="0"), "kafka", ["/file"])
    assert (result["changed_files"], result["mark"]) == ([], "")
    assert changed_since(host, STARTED, ["/file", "/none"]) == ["/file"]


@pytest.mark.usefixtures("host")
def test_what_is_being_stopped_is_told_with_a_sentence(tmp_path) -> None:
    result = pending_restart.run(service(tmp_path, "42", state="deactivating"), "kafka", [])
    assert (result["between"], result["msg"]) == ("being stopped", "kafka.service is being stopped.")
