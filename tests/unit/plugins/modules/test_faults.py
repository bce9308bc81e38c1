# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What people met with other tools for tuning, one test for each fault; how disks are kept is in test_data_disks."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.modules import host_profile

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
