# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The whole profile against a made-up host: all or nothing, idempotent, check mode, nothing of others lowered."""

from __future__ import annotations

import errno

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

SYSCTL = "/etc/sysctl.d/99-groundwork-kafka.conf"
LIMITS = "/etc/security/limits.d/99-groundwork-kafka.conf"
DROP_IN = "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf"
EVERYTHING = {
    "kernel_parameters": {"vm.swappiness": 1, "vm.dirty_ratio": 60, "net.ipv4.tcp_wmem": "4096 65536 2048000"},
    "nofile": {"soft": 262144, "hard": 1024288},
    "limits_users": ["root", "kafka"],
    "units": ["kafka"],
}


@pytest.fixture
def host(host):
    """An untuned host on which the service kafka runs."""
    host.untuned()
    return host


def apply(host, check=False, **given):
    return profile.apply(host, wishes.wanted(host, **(given or EVERYTHING)), check)


def statuses(result):
    return {row["name"]: row["status"] for row in result.rows}


def test_an_untuned_host_is_tuned_in_one_call(host):
    result = apply(host)
    assert result.changed
    assert statuses(result) == {
        "vm.swappiness": "in_effect",
        "vm.dirty_ratio": "in_effect",
        "net.ipv4.tcp_wmem": "in_effect",
        # The made-up sessions do not follow the files.
        "root soft nofile": "drifted",
        "root hard nofile": "drifted",
        "kafka soft nofile": "drifted",
        "kafka hard nofile": "drifted",
        "kafka.service LimitNOFILE": "pending_restart",
    }
    assert host.live("net.ipv4.tcp_wmem") == "4096 65536 4194304"


@pytest.mark.parametrize("ahead", [True, False])
def test_all_programs_are_started_before_the_first_answer_and_once(host, monkeypatch, ahead):
    steps, start, read = [], host.start, host.read
    monkeypatch.setattr(host, "start", lambda argv: steps.append(argv[0]) or start(argv))
    monkeypatch.setattr(host, "read", lambda path: steps.append("read") or read(path))
    wanted = wishes.wanted(host, **EVERYTHING)
    steps.clear()
    programs = profile.start(host, wanted) if ahead else None
    profile.apply(host, wanted, check=True, programs=programs)
    assert [step for step in steps if step != "read"] == ["runuser", "runuser", "systemctl"]
    assert len([argv for argv in host.calls if argv[0] == "runuser"]) == 2
    journal = [] if ahead else ["read"]
    assert steps[: len(journal) + 3] == [*journal, "runuser", "runuser", "systemctl"]


def test_a_second_run_changes_nothing(host):
    apply(host)
    before = host.tree()
    host.pokes.clear()
    result = apply(host)
    assert (result.changed, result.diff, host.pokes, host.tree()) == (False, [], [], before)


def test_check_mode_writes_nothing_and_tells_the_same_diff(host):
    before = host.tree()
    predicted = apply(host, check=True)
    assert host.tree() == before
    assert host.pokes == []
    assert not any("daemon-reload" in call for call in host.calls)
    done = apply(host)
    assert (predicted.changed, predicted.diff) == (True, done.diff)


def test_check_mode_on_a_tuned_host_predicts_nothing(host):
    apply(host)
    result = apply(host, check=True)
    assert (result.changed, result.diff) == (False, [])


def test_the_diff_has_live_values_and_files(host):
    diff = apply(host).diff
    assert [entry["before_header"] for entry in diff] == ["/proc/sys", SYSCTL, LIMITS, DROP_IN]
    assert diff[0]["before"] == "vm.swappiness = 60\nvm.dirty_ratio = 20\nnet.ipv4.tcp_wmem = 4096 16384 4194304\n"
    assert diff[0]["after"] == "vm.swappiness = 1\nvm.dirty_ratio = 60\nnet.ipv4.tcp_wmem = 4096 65536 4194304\n"


def test_a_refused_value_leaves_nothing_behind(host):
    host.refused["/proc/sys/net/ipv4/tcp_wmem 4096 65536 4194304"] = OSError(errno.EINVAL, "Invalid argument")
    before = host.tree()
    with pytest.raises(GroundworkError, match=r"net\.ipv4\.tcp_wmem: the kernel refused the value 4096 65536 4194304"):
        apply(host)
    live = {name: text.split() for name, text in host.tree().items()}
    assert live == {name: text.split() for name, text in before.items()}
    assert host.live("vm.swappiness") == "60"


def test_a_file_that_cannot_be_written_leaves_nothing_behind(host):
    host.put("/etc/security/limits.d", "a file where a directory belongs\n")
    before = {name: text.split() for name, text in host.tree().items()}
    with pytest.raises(GroundworkError, match=r"^/etc/security/limits\.d is a file, and a folder is to be there"):
        apply(host)
    assert {name: text.split() for name, text in host.tree().items()} == before


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kernel_parameters": {"vm.swappiness": 1, "vm.swapiness": 1}}, "did you mean vm.swappiness?"),
        ({"kernel_parameters": {"vm.dirty_ratio": 60, "vm.swappiness": True}}, "not the boolean true"),
        ({"kernel_parameters": {"vm.swappiness": 1}, "limits_users": ["kafka"]}, "nofile is missing"),
        ({"units": ["kafka"]}, "nofile is missing"),
        ({"nofile": {"soft": 2, "hard": 1}, "units": ["kafka"]}, "nofile.soft: 2 is above nofile.hard, 1"),
        ({"nofile": {"soft": 0, "hard": 0}, "limits_users": ["kafka"]}, "nofile.soft: 0 cannot be"),
        ({"nofile": {"soft": 1, "hard": 2**64}, "units": ["kafka"]}, "nofile.hard: 18446744073709551616 cannot be"),
        ({"nofile": {"soft": True, "hard": 1}, "units": ["kafka"]}, "nofile.soft: a number is needed"),
        ({"kernel_parameters": {"vm.swappiness": 1}, "plan": {"partitions": 1}}, "plan: segments cannot be counted"),
    ],
)
def test_bad_input_is_refused_before_the_first_write(host, given, sentence):
    before = host.tree()
    with pytest.raises(GroundworkError) as caught:
        apply(host, **given)
    assert sentence in str(caught.value)
    assert (host.tree(), host.pokes) == (before, [])


def test_a_plan_raises_what_is_too_small(host):
    result = apply(
        host,
        kernel_parameters={"vm.max_map_count": 262144},
        nofile={"soft": 100000, "hard": 500000},
        units=["kafka"],
        plan={"partitions": 1000, "retention_hours": 8760, "roll_hours": 24, "connections": 5000},
    )
    assert {row["name"]: row["wanted"] for row in result.rows} == {
        "vm.max_map_count": "1048576",
        "kafka.service LimitNOFILE": "370000:500000",
    }
    assert result.plan["segments"] == 365000


def test_a_plan_lowers_nothing(host):
    result = apply(
        host,
        kernel_parameters={"vm.max_map_count": 2097152},
        nofile={"soft": 100000, "hard": 500000},
        units=["kafka"],
        plan={"partitions": 10, "retention_hours": 24, "roll_hours": 24},
    )
    assert [row["wanted"] for row in result.rows] == ["2097152", "100000:500000"]


def test_a_plan_alone_asks_for_map_areas_only(host):
    result = apply(host, plan={"partitions": 10, "retention_hours": 24, "roll_hours": 24})
    assert statuses(result) == {"vm.max_map_count": "in_effect"}
    assert host.live("vm.max_map_count") == "262144"
    assert not host.exists(LIMITS)


def test_what_we_wrote_follows_the_inventory_down(host):
    apply(host, kernel_parameters={"vm.max_map_count": 1048576})
    apply(host, kernel_parameters={"vm.max_map_count": 262144})
    assert host.live("vm.max_map_count") == "262144"


def test_what_others_raised_is_kept_for_good(host):
    apply(host, kernel_parameters={"vm.max_map_count": 262144})
    host.kernel(vm__max_map_count="2097152")
    apply(host, kernel_parameters={"vm.max_map_count": 262144})
    result = apply(host, kernel_parameters={"vm.max_map_count": 524288})
    assert host.live("vm.max_map_count") == "2097152"
    assert "vm.max_map_count = 2097152" in (host.read(SYSCTL) or "").splitlines()
    assert statuses(result) == {"vm.max_map_count": "in_effect"}


def test_exact_takes_back_what_others_raised(host):
    host.kernel(vm__max_map_count="2097152")
    apply(host, kernel_parameters={"vm.max_map_count": 262144})
    apply(host, kernel_parameters={"vm.max_map_count": {"value": 262144, "rule": "exact"}})
    assert host.live("vm.max_map_count") == "262144"


def test_no_parameters_remove_the_file_and_none_leave_it(host):
    apply(host, kernel_parameters={"vm.swappiness": 1})
    assert not apply(host, nofile={"soft": 1, "hard": 1}).changed
    assert host.exists(SYSCTL)
    assert apply(host, kernel_parameters={}).changed
    assert not host.exists(SYSCTL)


def test_a_read_only_proc_is_no_failure(host):
    host.sealed = ("/proc/sys/",)
    result = apply(host, kernel_parameters={"vm.swappiness": 1})
    assert statuses(result) == {"vm.swappiness": "read_only"}
    assert host.exists(SYSCTL)
    assert not apply(host, kernel_parameters={"vm.swappiness": 1}).changed


def test_a_write_that_is_denied_is_told_and_changes_nothing_twice(host):
    host.refused["/proc/sys/vm/swappiness 1"] = OSError(errno.EROFS, "Read-only file system")
    first = apply(host, kernel_parameters={"vm.swappiness": 1})
    assert (first.changed, statuses(first)) == (True, {"vm.swappiness": "read_only"})
    assert [entry["after_header"] for entry in first.diff] == [SYSCTL]
    second = apply(host, kernel_parameters={"vm.swappiness": 1})
    assert (second.changed, second.diff) == (False, [])


def test_a_value_that_the_kernel_changes_is_clamped_and_settles(host):
    host.taken_as["/proc/sys/vm/max_map_count"] = "65530\n"
    first = apply(host, kernel_parameters={"vm.max_map_count": 262144})
    assert statuses(first) == {"vm.max_map_count": "clamped"}
    assert not apply(host, kernel_parameters={"vm.max_map_count": 262144}).changed


def test_the_cap_follows_an_nr_open_of_the_same_call(host):
    apply(host, kernel_parameters={"fs.nr_open": 3000000}, nofile={"soft": 5, "hard": 2000000}, limits_users=["kafka"])
    assert "kafka hard nofile 2000000" in (host.read(LIMITS) or "").splitlines()


def test_findings_are_told_for_what_is_not_in_effect(host):
    host.put("/etc/sysctl.d/99-z.conf", "vm.swappiness = 60\n")
    result = apply(host, kernel_parameters={"vm.swappiness": 1, "vm.dirty_ratio": 60})
    assert [(finding["id"], finding["subject"], finding["found"]) for finding in result.findings] == [
        ("setting_overridden", "kernel vm.swappiness", "60")
    ]


# What users of other tools meet.


def test_peer_fault_1_a_missing_key_does_not_keep_later_ones_from_being_applied(host):
    given = {"net.core.netdev_max_backlog": 5000, "vm.swappiness": 1}
    result = apply(host, kernel_parameters=given)
    assert statuses(result) == {"net.core.netdev_max_backlog": "unavailable", "vm.swappiness": "in_effect"}
    assert "net.core.netdev_max_backlog = 5000" in (host.read(SYSCTL) or "").splitlines()
    host.kernel(vm__swappiness="60")
    again = apply(host, kernel_parameters=given)
    assert (again.changed, host.live("vm.swappiness")) == (True, "1")


def test_peer_fault_2_files_of_others_and_their_duplicate_lines_are_left_alone(host):
    theirs = "vm.dirty_ratio = 60\nvm.dirty_ratio = 10\n"
    host.put("/etc/sysctl.d/50-theirs.conf", theirs)
    apply(host, kernel_parameters={"vm.swappiness": 1})
    assert host.read("/etc/sysctl.d/50-theirs.conf") == theirs


def test_peer_fault_3_tabs_and_slashes_are_no_change(host):
    host.kernel(net__ipv4__tcp_rmem="4096\t65536\t2048000")
    apply(host, kernel_parameters={"net.ipv4.tcp_rmem": "4096 65536 2048000"})
    again = apply(host, kernel_parameters={"net/ipv4/tcp_rmem": "4096\t65536  2048000"})
    assert not again.changed
    assert (host.read(SYSCTL) or "").count("tcp_rmem") == 1


def test_peer_fault_3_an_unknown_key_fails_instead_of_changing_at_every_run(host):
    with pytest.raises(GroundworkError, match="is no kernel parameter of this host"):
        apply(host, kernel_parameters={"vm.no_such_key": 1})


def test_peer_fault_5_lines_of_others_neither_stop_nor_lend_anything(host):
    theirs = "not a line of limits\n# theirs\n@students hard nproc 20\nkafka soft nofile 1024 # low\n"
    host.put("/etc/security/limits.d/10-theirs.conf", theirs)
    given = {"nofile": {"soft": 4096, "hard": 524288}, "limits_users": ["kafka"]}
    apply(host, **given)
    ours = host.read(LIMITS) or ""
    assert "kafka soft nofile 4096" in ours.splitlines()
    assert "low" not in ours
    assert host.read("/etc/security/limits.d/10-theirs.conf") == theirs
    assert not apply(host, **given).changed


def test_peer_fault_7_a_limit_that_systemd_clamped_silently_is_seen(host):
    given = {"nofile": {"soft": 262144, "hard": 1024288}, "units": ["kafka"]}
    apply(host, **given)
    host.put("/proc/42/stat", "42 (java) S " + "0 " * 18 + "99999999999 0\n")
    host.put("/proc/42/limits", "Max open files            20000    20000    files\n")
    host.put("/proc/1/status", "CapEff:\t0000000000000000\n")
    host.put("/proc/1/limits", "Max open files            20000    20000    files\n")
    result = apply(host, **given)
    assert [(row["status"], row["persisted"], row["effective"]) for row in result.rows] == [
        ("clamped", "262144:1024288", "20000:20000")
    ]
    assert not result.changed


# What the broker's plan asks of the kernel besides map areas.


@pytest.mark.parametrize(
    ("live", "asked", "written"),
    [("128", {}, "1024"), ("4096", {}, "4096"), ("128", {"net.core.somaxconn": 2048}, "2048")],
)
def test_the_listen_backlog_raises_what_would_cut_it_and_lowers_nothing(host, live, asked, written):
    host.kernel(net__core__somaxconn=live)
    result = apply(host, kernel_parameters=asked, listen_backlog=1024)
    assert statuses(result) == {"net.core.somaxconn": "in_effect"}
    assert host.live("net.core.somaxconn") == written
    assert not apply(host, kernel_parameters=asked, listen_backlog=1024).changed


@pytest.mark.parametrize("given", [0, -1, 2**31, True, "many"])
def test_a_backlog_that_cannot_be(host, given):
    with pytest.raises(GroundworkError, match="listen_backlog"):
        apply(host, kernel_parameters={}, listen_backlog=given)


def test_a_hard_limit_above_nr_open_raises_it_and_is_given_in_full(host):
    given = {"kernel_parameters": {}, "nofile": {"soft": 5, "hard": 2000000}, "limits_users": ["kafka"]}
    apply(host, **given)
    assert host.live("fs.nr_open") == "2000000"
    assert "fs.nr_open = 2000000" in (host.read(SYSCTL) or "").splitlines()
    assert "kafka hard nofile 2000000" in (host.read(LIMITS) or "").splitlines()
    assert not apply(host, **given).changed


def test_a_hard_limit_within_nr_open_leaves_it(host):
    result = apply(host, kernel_parameters={}, nofile={"soft": 5, "hard": 1048576}, units=["kafka"])
    assert "fs.nr_open" not in statuses(result)


def test_an_nr_open_that_somebody_lowered_is_raised_for_good(host):
    host.kernel(fs__nr_open="500000")
    given = {"kernel_parameters": {}, "nofile": {"soft": 5, "hard": 1000000}, "units": ["kafka"]}
    apply(host, **given)
    assert host.live("fs.nr_open") == "1000000"
    assert not apply(host, **given).changed


def test_without_kernel_parameters_nr_open_is_not_looked_at(host):
    assert "fs.nr_open" not in statuses(apply(host, nofile={"soft": 5, "hard": 2000000}, units=["kafka"]))
    assert not host.exists(SYSCTL)


def test_an_nr_open_that_a_container_cannot_write_is_no_failure(host):
    host.sealed = ("/proc/sys/fs/",)
    result = apply(host, kernel_parameters={}, nofile={"soft": 5, "hard": 2000000}, limits_users=["kafka"])
    assert statuses(result)["fs.nr_open"] == "read_only"
    assert "kafka hard nofile 1048576" in (host.read(LIMITS) or "").splitlines()
