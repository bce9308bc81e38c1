# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What people met with other tools for tuning, one test for each fault."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.modules import data_disks, host_profile
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks

SYSCTL = "/etc/sysctl.d/99-groundwork-kafka.conf"
LIMITS = "/etc/security/limits.d/99-groundwork-kafka.conf"
LARGE = {"soft": 262144, "hard": 1024288}
NOFILE = {"soft": 1000, "hard": 2000}


@pytest.fixture
def run(host, call):
    """Run the module on a made-up host; gives its result, with the rows by name."""
    host.kernel(vm__swappiness="60", vm__dirty_ratio="20", vm__dirty_bytes="0")

    def apply(**arguments):
        result = call(host_profile, observe=False, **arguments)
        return {**result, "rows": {row["name"]: row for row in result.get("settings", [])}}

    return apply


def test_a_key_that_the_host_lacks_keeps_no_other_key_out(run, host):
    wanted = {"net.core.netdev_max_backlog": 5000, "vm.swappiness": 1}
    for changed in (True, False):
        result = run(kernel_parameters=wanted)
        assert result["changed"] is changed
        assert result["rows"]["net.core.netdev_max_backlog"]["status"] == "unavailable"
        assert (result["rows"]["vm.swappiness"]["status"], host.live("vm.swappiness")) == ("in_effect", "1")


def test_a_duplicate_line_of_another_key_stays(run, host):
    theirs = "vm.dirty_ratio = 60\nvm.swappiness = 5\nvm.dirty_ratio = 10\n"
    host.put("/etc/sysctl.d/50-theirs.conf", theirs)
    run(kernel_parameters={"vm.swappiness": 1})
    assert host.read("/etc/sysctl.d/50-theirs.conf") == theirs


def test_tabs_are_no_change(run, host):
    host.kernel(net__ipv4__tcp_rmem="4096\t65536\t2048000")
    run(kernel_parameters={"net.ipv4.tcp_rmem": "4096 65536 2048000"})
    assert run(kernel_parameters={"net.ipv4.tcp_rmem": "4096 65536 2048000"})["changed"] is False


def test_a_key_with_slashes_is_the_same_key(run, host):
    assert run(kernel_parameters={"vm.swappiness": 1})["changed"]
    assert run(kernel_parameters={"vm/swappiness": 1})["changed"] is False
    assert host.read(SYSCTL).count("swappiness =") == 1


def test_a_key_that_does_not_exist_fails_and_changes_nothing(run, host):
    before = host.tree()
    for _time in range(2):
        assert run(kernel_parameters={"vm.swapiness": 1, "vm.dirty_ratio": 60})["failed"]
    changed = {path for path, text in host.tree().items() if before.get(path) != text}
    assert [path for path in changed if not path.startswith("run/")] == []  # the lock is there


def test_live_values_and_files_have_a_diff(run):
    diff = run(kernel_parameters={"vm.swappiness": 1})["diff"]
    assert {entry["after_header"] for entry in diff} == {"/proc/sys", SYSCTL}


def test_a_task_that_wants_no_diff_gives_none(run):
    assert "diff" not in run(kernel_parameters={"vm.swappiness": 1}, _ansible_diff=False)


def test_check_mode_says_the_same_and_makes_nothing(run, host):
    before = host.tree()
    told = run(kernel_parameters={"vm.swappiness": 1}, _ansible_check_mode=True)
    assert host.tree() == before
    assert told["diff"] == run(kernel_parameters={"vm.swappiness": 1})["diff"]


def test_limits_of_others_stay_whatever_they_look_like(run, host):
    host.sessions["kafka"] = ("1000", "2000")
    theirs = "# why\nother - nofile 5 # theirs\n!! no entry at all\n"
    host.put("/etc/security/limits.conf", theirs)
    run(nofile=NOFILE, limits_users=["kafka"])
    assert host.read("/etc/security/limits.conf") == theirs
    assert "theirs" not in host.read(LIMITS)


def test_a_limits_file_is_not_replaced_where_nothing_changed(run, host):
    host.sessions["kafka"] = ("1000", "2000")
    run(nofile=NOFILE, limits_users=["kafka"])
    before = os.stat(host.real(LIMITS))
    assert run(nofile=NOFILE, limits_users=["kafka"])["changed"] is False
    after = os.stat(host.real(LIMITS))
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_limits_can_be_removed(run, host):
    host.sessions["kafka"] = ("1000", "2000")
    run(nofile=NOFILE, limits_users=["kafka"])
    run(nofile=NOFILE, limits_users=[])
    assert not host.exists(LIMITS)


def test_a_limits_file_without_conf_counts_for_nothing(run, host):
    host.sessions["kafka"] = ("1000", "2000")
    host.put("/etc/security/limits.d/kafka", "kafka - nofile 2000\n")
    result = run(nofile=NOFILE, limits_users=["kafka"])
    assert result["changed"]
    assert result["rows"]["kafka hard nofile"]["persisted_at"].startswith(LIMITS)


def test_a_limit_of_a_service_goes_where_services_look(run, host):
    host.units["kafka"] = 0
    run(nofile=LARGE, services=["kafka"])
    assert "LimitNOFILE=262144:1024288" in host.read("/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf")
    assert ["systemctl", "daemon-reload"] in host.calls


def test_a_limit_that_systemd_cut_is_told_from_the_process(run, host):
    host.units["kafka"] = 42
    host.put("/proc/stat", "btime 1700000000\n")
    ticks = os.sysconf("SC_CLK_TCK") * 10**9  # long after the file
    host.put("/proc/42/stat", "42 (java) S " + "0 " * 18 + f"{ticks} 0 0\n")
    host.put("/proc/42/limits", "Max open files            500    500    files\n")
    host.put("/proc/1/status", "CapEff:\t0000000000000000\n")
    host.put("/proc/1/limits", "Max open files            500    500    files\n")
    row = run(nofile=LARGE, services=["kafka"])["rows"]["kafka.service LimitNOFILE"]
    assert (row["status"], row["effective"], row["persisted"]) == ("clamped", "500:500", "262144:1024288")


def test_a_file_that_no_boot_reads_counts_for_nothing(run, host):
    host.kernel(vm__swappiness="1")
    host.put("/etc/sysctl.conf", "vm.swappiness = 1\n")
    result = run(kernel_parameters={"vm.swappiness": 1})
    assert result["changed"]
    assert result["rows"]["vm.swappiness"]["persisted_at"].startswith(SYSCTL)


def test_a_later_file_that_wins_is_named_with_its_line(run, host):
    host.put("/etc/sysctl.d/zz.conf", "# why\nvm.swappiness = 30\n")
    row = run(kernel_parameters={"vm.swappiness": 1})["rows"]["vm.swappiness"]
    assert (row["status"], row["after_boot"], row["persisted_at"]) == ("overridden", "30", "/etc/sysctl.d/zz.conf:2")


def test_a_second_run_starts_no_program_for_each_setting(run, host):
    host.sessions.update(kafka=("1000", "2000"), root=("1000", "2000"))
    host.units["kafka"] = 0
    asked = {"kernel_parameters": {"vm.swappiness": 1, "vm.dirty_ratio": 60}, "nofile": NOFILE}
    asked.update(limits_users=["kafka", "root"], services=["kafka"])
    run(**asked)
    host.calls.clear()
    assert run(**asked)["changed"] is False
    assert [(call[0], call[-1]) for call in host.calls] == [
        ("runuser", "kafka"),
        ("runuser", "root"),
        ("systemctl", "kafka.service"),
    ]


def test_as_many_map_areas_as_the_planned_segments_need(run, host):
    host.kernel(vm__max_map_count="262144")
    # 305,784 index files ended a cluster at 262,144 areas; two for each of 152,928 segments.
    plan = {"partitions": 3186, "retention_hours": 48, "roll_hours": 1}
    rows = run(kernel_parameters={}, nofile=LARGE, plan=plan)["rows"]
    assert (rows["vm.max_map_count"]["wanted"], host.live("vm.max_map_count")) == ("524288", "524288")


def test_more_map_areas_than_asked_for_are_kept(run, host):
    host.kernel(vm__max_map_count="1048576")
    run(kernel_parameters={"vm.max_map_count": 262144})
    assert host.live("vm.max_map_count") == "1048576"


@pytest.fixture
def disks(tmp_path, monkeypatch):
    """A host with a blank disk."""
    return FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1)


def mount(disks, check=False, **changed):
    disk = {"device": "/dev/sdb", "mount_point": "/data", "fstype": "xfs", "options": ["noatime"]}
    return data_disks.run(disks, {"disks": [{**disk, "owner": None, "group": None, "mode": None, **changed}]}, check)


def test_a_mount_has_a_diff(disks):
    entry = mount(disks, check=True)["diff"][0]
    assert entry["after_header"] == "/etc/fstab"
    assert entry["after"].startswith(entry["before"])
    assert "/data xfs noatime,nofail 0 0" in entry["after"]


def test_options_in_force_are_compared_and_not_only_those_of_fstab(disks):
    mount(disks)
    mountinfo = disks.path / "proc/self/mountinfo"
    mountinfo.write_text(mountinfo.read_text().replace("noatime", "relatime"))  # somebody remounted it
    assert mount(disks, check=True)["settings"][0]["status"] == "drifted"
    assert mount(disks)["changed"]
    assert disks.commands[-1].startswith("mount -o remount,noatime")


def test_fstab_is_replaced_whole(disks):
    before = (disks.path / "etc/fstab").stat().st_ino
    with open(disks.path / "etc/fstab", encoding="utf-8") as reader:  # one who reads meanwhile has the old one whole
        mount(disks)
        assert reader.read() == "/dev/sda1 / ext4 defaults 0 1\n"
    assert (disks.path / "etc/fstab").stat().st_ino != before


def test_two_spellings_of_a_mount_point_are_one_line(disks):
    mount(disks)
    assert mount(disks, mount_point="/data/")["changed"] is False
    assert disks.fstab().count("/data") == 1


def test_check_mode_makes_no_fstab(disks):
    (disks.path / "etc/fstab").unlink()
    assert mount(disks, check=True)["changed"]
    assert not disks.exists("/etc/fstab")


def test_a_remount_that_fails_unmounts_nothing(disks):
    mount(disks)
    disks.refuse = "remount"
    with pytest.raises(GroundworkError, match="could not be remounted"):
        mount(disks, options=["noatime", "nosuid"])
    assert [command for command in disks.commands if "umount" in command] == []
    assert " /data " in disks.read("/proc/self/mountinfo")
