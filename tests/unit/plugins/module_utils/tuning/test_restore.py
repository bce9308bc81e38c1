# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Bringing a host back: to what it was before the first run, but for what somebody else has changed since."""

from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import journal, own_file, profile, wishes

SYSCTL = "/etc/sysctl.d/99-groundwork-kafka.conf"
LIMITS = "/etc/security/limits.d/99-groundwork-kafka.conf"
DROP_IN = "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf"
EVERYTHING = {
    "kernel_parameters": {"vm.swappiness": 1, "vm.dirty_ratio": 60, "net.ipv4.tcp_wmem": "4096 65536 2048000"},
    "nofile": {"soft": 262144, "hard": 1024288},
    "limits_users": ["kafka"],
    "units": ["kafka"],
}
LEFT = (
    "has been changed by somebody since it was written here, so it is left as it is; look whether that is still meant."
)


@pytest.fixture
def host(host):
    """An untuned host on which the service kafka runs."""
    host.untuned()
    host.kernel(net__ipv4__tcp_wmem="4096 16384 4194304")  # written back as it is; a real kernel makes tabs of it
    return host


def apply(host, check=False, **given):
    return profile.apply(host, wishes.wanted(host, **(given or EVERYTHING)), check)


def swappiness(host, value, check=False):
    return apply(host, check, kernel_parameters={"vm.swappiness": value})


def test_one_run_is_brought_back(host):
    before = host.tree()
    apply(host)
    result = profile.restored(host)
    assert (result.changed, result.left, result.findings) == (True, [], [])
    assert result.brought_back == [
        SYSCTL,
        LIMITS,
        DROP_IN,
        "vm.swappiness",
        "vm.dirty_ratio",
        "net.ipv4.tcp_wmem",
    ]
    assert host.tree() == before


def test_several_runs_are_brought_back(host):
    before = host.tree()
    for value in (1, 5, 10):
        swappiness(host, value)
    profile.restored(host)
    assert host.tree() == before


def test_a_second_time_there_is_nothing_to_bring_back(host):
    apply(host)
    profile.restored(host)
    before, calls = host.tree(), len(host.calls)
    again = profile.restored(host)
    assert (again.changed, again.diff, again.brought_back, again.left) == (False, [], [], [])
    assert (host.tree(), len(host.calls)) == (before, calls)


def test_a_host_that_was_never_tuned(host):
    before = host.tree()
    assert not profile.restored(host).changed
    assert host.tree() == before


def test_check_mode_writes_nothing_and_tells_the_same(host):
    apply(host)
    before = host.tree()
    host.pokes.clear()
    predicted = profile.restored(host, check=True)
    assert (host.tree(), host.pokes) == (before, [])
    done = profile.restored(host)
    assert (predicted.changed, predicted.diff, predicted.brought_back) == (True, done.diff, done.brought_back)


def test_the_diff_tells_live_values_and_files(host):
    swappiness(host, 1)
    diff = profile.restored(host).diff
    assert [(entry["before_header"], entry["after"]) for entry in diff] == [
        ("/proc/sys", "vm.swappiness = 60\n"),
        (SYSCTL, ""),
    ]


def test_the_journal_is_roots_alone(host):
    apply(host)
    assert os.stat(host.real(journal.PATH)).st_mode & 0o7777 == 0o600


def test_a_second_run_leaves_the_journal_alone(host, monkeypatch):
    apply(host)
    modified = os.stat(host.real(journal.PATH)).st_mtime_ns
    read, paths = host.read, []
    monkeypatch.setattr(host, "read", lambda path: paths.append(path) or read(path))
    apply(host)
    assert os.stat(host.real(journal.PATH)).st_mtime_ns == modified
    assert paths.count(journal.PATH) == 1


def test_systemd_hears_of_a_drop_in_that_goes_and_the_service_is_said_to_need_a_restart(host):
    apply(host)
    host.put("/proc/42/limits", "Max open files            262144    1024288    files\n")
    reloads = len([call for call in host.calls if "daemon-reload" in call])
    result = profile.restored(host)
    assert len([call for call in host.calls if "daemon-reload" in call]) == reloads + 1
    assert not any({"restart", "try-restart"} & set(call) for call in host.calls)
    assert [(row["name"], row["status"], row["effective"], row["wanted"]) for row in result.rows] == [
        ("kafka.service LimitNOFILE", "pending_restart", "262144:1024288", "1024:524288")
    ]
    assert [finding["id"] for finding in result.findings] == ["setting_pending_restart"]


@pytest.mark.parametrize(
    ("unit", "process", "nr_open", "told"),
    [
        ("", "1024 524288", "1048576", False),  # never restarted since the drop-in was written
        ("", "524288 524288", "1048576", False),  # a JVM raises the soft limit by itself
        ("", "1024 1024288", "1048576", True),
        ("", "262144 524288", "1048576", True),
        ("", "20000 20000", "20000", False),  # capped, before and after
        ("LimitNOFILE=5:6\n", "5 6", "1048576", False),
        ("LimitNOFILE=5:6\n", "1024 524288", "1048576", True),
    ],
)
def test_only_a_service_that_holds_other_limits_than_it_would_get_needs_a_restart(host, unit, process, nr_open, told):
    host.kernel(fs__nr_open=nr_open)
    host.sealed = ("/proc/sys/fs/",)
    host.put("/lib/systemd/system/kafka.service", "[Service]\n" + unit)
    apply(host)
    host.put("/proc/42/limits", "Max open files            {}    {}    files\n".format(*process.split()))
    assert bool(profile.restored(host).rows) == told


def test_without_systemd_it_is_not_called(host):
    host.systemd = False
    apply(host)
    assert profile.restored(host).changed
    assert not any("daemon-reload" in call for call in host.calls)


# What somebody else has changed since.


@pytest.mark.parametrize("value", ["10", "0", "100"])
def test_a_live_value_of_others_is_left(host, value):
    swappiness(host, 1)
    host.kernel(vm__swappiness=value)
    result = profile.restored(host)
    assert (host.live("vm.swappiness"), result.brought_back) == (value, [SYSCTL])
    assert result.left == ["vm.swappiness " + LEFT]
    assert [(f["id"], f["subject"], f["wanted"], f["found"]) for f in result.findings] == [
        ("changed_since", "vm.swappiness", "60", value)
    ]


def test_what_others_brought_back_themselves_is_no_news(host):
    swappiness(host, 1)
    host.kernel(vm__swappiness="60")
    host.remove(SYSCTL)
    result = profile.restored(host)
    assert (result.changed, result.left) == (False, [])
    assert not host.exists(journal.PATH)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (SYSCTL, own_file.HEADER + "\nvm.swappiness = 2\n"),
        (LIMITS, "theirs\n"),
        (DROP_IN, "[Service]\nLimitNOFILE=7\n"),
    ],
)
def test_a_file_that_others_changed_is_left(host, path, text):
    apply(host)
    host.put(path, text)
    result = profile.restored(host)
    assert host.read(path) == text
    assert (path in result.brought_back, result.left) == (False, [f"{path} {LEFT}"])
    assert [host.exists(other) for other in (SYSCTL, LIMITS, DROP_IN) if other != path] == [False, False]


def test_a_file_before_ours_that_others_removed_is_left(host):
    host.put(LIMITS, "theirs\n")
    apply(host)
    host.remove(LIMITS)
    assert profile.restored(host).left == [f"{LIMITS} {LEFT}"]
    assert not host.exists(LIMITS)


def test_what_was_left_is_told_once_and_is_theirs_from_then_on(host):
    swappiness(host, 1)
    host.kernel(vm__swappiness="10")
    profile.restored(host)
    assert not host.exists(journal.PATH)
    swappiness(host, 1)
    profile.restored(host)
    assert host.live("vm.swappiness") == "10"


def test_a_value_of_an_earlier_run_is_no_value_of_others(host):
    """As after a boot with the file of an earlier run."""
    swappiness(host, 1)
    swappiness(host, 5)
    host.kernel(vm__swappiness="1")
    assert profile.restored(host).left == []
    assert host.live("vm.swappiness") == "60"


def test_a_file_of_others_by_our_name_comes_back_with_its_mode(host):
    host.put(LIMITS, "theirs\n")
    os.chmod(host.real(LIMITS), 0o640)
    apply(host)
    apply(host, nofile={"soft": 5, "hard": 6}, limits_users=["kafka"])
    profile.restored(host)
    assert (host.read(LIMITS), os.stat(host.real(LIMITS)).st_mode & 0o7777) == ("theirs\n", 0o640)


def test_a_value_that_the_kernel_made_of_ours_is_ours(host):
    host.taken_as["/proc/sys/vm/max_map_count"] = "131072\n"
    apply(host, kernel_parameters={"vm.max_map_count": 262144})
    host.taken_as.clear()
    result = profile.restored(host)
    assert (host.live("vm.max_map_count"), result.left) == ("65530", [])


def test_a_value_that_was_denied_stays_that_of_others(host):
    swappiness(host, 1)
    host.kernel(vm__swappiness="10")
    host.refused["/proc/sys/vm/swappiness 1"] = OSError(errno.EROFS, "Read-only file system")
    swappiness(host, 1)
    assert profile.restored(host).left == ["vm.swappiness " + LEFT]
    assert host.live("vm.swappiness") == "10"


def test_dirty_bytes_come_back(host):
    host.kernel(vm__dirty_ratio="0", vm__dirty_bytes="1048576")
    apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    apply(host, kernel_parameters={"vm.dirty_ratio": 70})
    result = profile.restored(host)
    assert (host.live("vm.dirty_ratio"), host.live("vm.dirty_bytes")) == ("0", "1048576")
    assert (result.brought_back, result.left) == ([SYSCTL, "vm.dirty_bytes"], [])


def test_a_linked_value_that_others_wrote_is_left(host):
    apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    host.poke("/proc/sys/vm/dirty_bytes", "2097152\n")
    assert profile.restored(host).left == ["vm.dirty_bytes " + LEFT]
    assert (host.live("vm.dirty_ratio"), host.live("vm.dirty_bytes")) == ("0", "2097152")


def test_a_value_that_the_kernel_no_longer_has_is_no_news(host):
    apply(host)
    os.unlink(host.real("/proc/sys/net/ipv4/tcp_wmem"))
    assert profile.restored(host).left == []
    assert not host.exists(journal.PATH)


# What cannot be brought back.


def test_a_value_that_the_kernel_refuses_is_told_and_tried_again(host):
    apply(host)
    host.refused["/proc/sys/vm/swappiness 60"] = OSError(errno.EINVAL, "Invalid argument")
    result = profile.restored(host)
    sentence = (
        "vm.swappiness was 60 before and could not be brought back: the kernel refuses it (Invalid argument); reboot, "
        "or see what stands in the way and run again."
    )
    assert result.left == [sentence]
    assert (host.live("vm.swappiness"), host.live("vm.dirty_ratio"), host.exists(SYSCTL)) == ("1", "20", False)
    again = profile.restored(host)
    assert (again.changed, again.left) == (False, [sentence])
    host.refused.clear()
    assert profile.restored(host).brought_back == ["vm.swappiness"]
    assert (host.live("vm.swappiness"), host.exists(journal.PATH)) == ("60", False)


def test_a_value_that_the_kernel_makes_another_of_is_told(host):
    swappiness(host, 1)
    host.taken_as["/proc/sys/vm/swappiness"] = "50\n"
    result = profile.restored(host)
    assert [(f["id"], f["wanted"], f["found"]) for f in result.findings] == [("not_brought_back", "60", "50")]


def test_a_read_only_proc_is_told_and_waits(host):
    swappiness(host, 1)
    host.sealed = ("/proc/sys/",)
    result = profile.restored(host)
    assert (result.brought_back, [f["id"] for f in result.findings]) == ([SYSCTL], ["not_brought_back"])
    assert not profile.restored(host).changed
    host.sealed = ()
    assert profile.restored(host).brought_back == ["vm.swappiness"]


# Hosts tuned by a version that kept no journal.


def test_a_host_without_a_journal(host):
    apply(host)
    host.remove(journal.PATH)
    result = profile.restored(host)
    assert result.brought_back == [SYSCTL, LIMITS, DROP_IN]
    assert [(f["id"], f["subject"], f["found"]) for f in result.findings] == [
        ("before_unknown", "vm.swappiness", "1"),
        ("before_unknown", "vm.dirty_ratio", "60"),
        ("before_unknown", "net.ipv4.tcp_wmem", "4096 65536 4194304"),
    ]
    assert host.live("vm.swappiness") == "1"
    again = profile.restored(host)
    assert (again.changed, again.left) == (False, [])


def test_a_host_without_a_journal_that_is_applied_first(host):
    swappiness(host, 1)
    host.remove(journal.PATH)
    apply(host, kernel_parameters={"vm.swappiness": 5, "vm.dirty_ratio": 60})
    result = profile.restored(host)
    assert (host.live("vm.swappiness"), host.live("vm.dirty_ratio"), host.exists(SYSCTL)) == ("5", "20", False)
    assert result.left == [
        "vm.swappiness was written by a version that kept no journal, so what was there before is not known, and it is "
        "left as it is until the next boot; set it by hand, or reboot."
    ]


def test_a_file_by_our_name_that_is_not_ours_is_left_alone(host):
    host.put(LIMITS, "theirs\n")
    assert not profile.restored(host).changed
    assert host.read(LIMITS) == "theirs\n"


# What is no longer listed.


def test_a_parameter_that_is_no_longer_listed_is_brought_back(host):
    apply(host, kernel_parameters={"vm.swappiness": 1, "vm.dirty_ratio": 60})
    result = apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    assert (result.changed, result.brought_back, host.live("vm.swappiness")) == (True, ["vm.swappiness"], "60")
    again = apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    assert (again.changed, again.brought_back, again.left) == (False, [], [])


def test_a_parameter_that_is_no_longer_listed_and_others_changed_is_left_and_told_once(host):
    apply(host, kernel_parameters={"vm.swappiness": 1, "vm.dirty_ratio": 60})
    host.kernel(vm__swappiness="10")
    result = apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    assert (host.live("vm.swappiness"), result.left) == ("10", ["vm.swappiness " + LEFT])
    assert apply(host, kernel_parameters={"vm.dirty_ratio": 60}).left == []


def test_a_linked_parameter_in_place_of_the_other_is_still_listed(host):
    apply(host, kernel_parameters={"vm.dirty_ratio": 60})
    result = apply(host, kernel_parameters={"vm.dirty_bytes": 1048576})
    assert (host.live("vm.dirty_bytes"), result.brought_back) == ("1048576", [])
    profile.restored(host)
    assert (host.live("vm.dirty_ratio"), host.live("vm.dirty_bytes")) == ("20", "0")


def test_a_service_that_is_no_longer_listed_loses_its_drop_in(host):
    given = {"nofile": {"soft": 5, "hard": 6}}
    apply(host, **given, units=["kafka", "zookeeper"])
    result = apply(host, **given, units=["zookeeper"])
    assert (host.exists(DROP_IN), result.changed, result.brought_back) == (False, True, [DROP_IN])
    assert not host.exists(os.path.dirname(DROP_IN))
    assert host.drop_ins == {"kafka": []}
    assert not apply(host, **given, units=["zookeeper"]).changed


@pytest.mark.parametrize(
    ("empty", "gone"), [({"kernel_parameters": {}}, SYSCTL), ({"limits_users": []}, LIMITS), ({"units": []}, DROP_IN)]
)
def test_an_empty_option_brings_its_kind_back_and_leaves_the_others_alone(host, empty, gone):
    apply(host)
    before = host.tree()
    assert apply(host, **empty).brought_back[0] == gone
    assert sorted(before.keys() - host.tree().keys()) == [gone.lstrip("/")]


def test_options_left_out_leave_everything_alone(host):
    apply(host)
    before = host.tree()
    assert not profile.apply(host, wishes.wanted(host)).changed
    assert host.tree() == before


def test_check_mode_tells_what_would_be_brought_back(host):
    apply(host, kernel_parameters={"vm.swappiness": 1, "vm.dirty_ratio": 60})
    before = host.tree()
    result = apply(host, check=True, kernel_parameters={"vm.dirty_ratio": 60})
    assert (result.brought_back, host.tree()) == (["vm.swappiness"], before)


# A run that fails leaves the host as it was.


@pytest.mark.parametrize("tuned", [False, True])
@pytest.mark.parametrize("refused", ["vm/swappiness 5", "vm/dirty_ratio 70", "net/ipv4/tcp_wmem 4096 131072 4194304"])
def test_a_refused_value_leaves_files_values_and_journal_as_they_were(host, refused, tuned):
    if tuned:
        apply(host)
    before = {path: text.split() for path, text in host.tree().items()}
    host.refused["/proc/sys/" + refused] = OSError(errno.EINVAL, "Invalid argument")
    changed = {"vm.swappiness": 5, "vm.dirty_ratio": 70, "net.ipv4.tcp_wmem": "4096 131072 2048000"}
    with pytest.raises(GroundworkError, match="the kernel refused the value"):
        apply(host, kernel_parameters=changed)
    assert {path: text.split() for path, text in host.tree().items()} == before
    assert os.path.isdir(host.real("/var/lib/groundwork-kafka")) == tuned


@pytest.mark.parametrize("written", range(4))
@pytest.mark.parametrize("run", [apply, profile.restored])
def test_no_room_on_the_disk_leaves_files_values_and_journal_as_they_were(host, monkeypatch, written, run):
    """No room for the file after so many: the journal, one for each kind, and the journal's last form."""
    host.put(SYSCTL, "theirs\n")
    host.put(LIMITS, "theirs\n")
    host.put(DROP_IN, "[Service]\nNice=1\n")
    if run is profile.restored:
        apply(host)
    before = {path: text.split() for path, text in host.tree().items()}
    loaded = host.drop_ins
    write, done, full = host.write, [], []

    def limited(path, text, mode=0o644, owner=None):
        if len(done) == written and not full:
            full.append(path)
            raise GroundworkError(f"{path} could not be written (No space left on device); free some room.")
        done.append(path)
        return write(path, text, mode, owner)

    monkeypatch.setattr(host, "write", limited)
    if run is profile.restored and written == 3:
        monkeypatch.setattr(host, "remove", lambda path: limited(path, ""))
    with pytest.raises(GroundworkError, match="No space left"):
        run(host)
    assert {path: text.split() for path, text in host.tree().items()} == before
    assert host.drop_ins in (loaded, {"kafka": [DROP_IN]})


def test_a_reload_that_fails_leaves_files_and_journal_as_they_were(host):
    before = {path: text.split() for path, text in host.tree().items()}
    answer = host.run

    def failing(argv):
        return answer(["id", "nobody"]) if "daemon-reload" in argv else answer(argv)

    host.run = failing
    with pytest.raises(GroundworkError, match="daemon-reload failed"):
        apply(host)
    assert {path: text.split() for path, text in host.tree().items()} == before


def test_a_damaged_journal_stops_a_run_before_the_first_write(host):
    apply(host)
    host.put(journal.PATH, "{")
    before = host.tree()
    for run in (profile.restored, lambda each: swappiness(each, 5)):
        with pytest.raises(GroundworkError, match="cannot be understood"):
            run(host)
    assert host.tree() == before


# A comparison for an audit has nothing to do with earlier runs.


@pytest.mark.parametrize("text", [None, "{"])
def test_a_comparison_tells_of_what_is_wanted_alone(host, text):
    apply(host)
    if text is not None:
        host.put(journal.PATH, text)
    before = host.tree()
    result = profile.compared(host, wishes.wanted(host, kernel_parameters={"vm.dirty_ratio": 60}, units=[]))
    assert [(row["name"], row["status"]) for row in result.rows] == [("vm.dirty_ratio", "in_effect")]
    assert (result.changed, result.findings, result.diff, result.left, host.tree()) == (False, [], [], [], before)
