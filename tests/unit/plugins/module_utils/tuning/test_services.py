# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import settings
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import process
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import services

WANTED = ("262144", "1024288")
OURS = "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf"
THEIRS = "/etc/systemd/system/kafka.service.d/zz.conf"
DROP_IN = "[Service]\nLimitNOFILE=262144:1024288\n"
BOOTED, WRITTEN = 4_102_444_800, 4_102_445_800.5  # in the future: what a test writes now is older than both


def run(host, started, soft, hard):
    """Process 42 of the unit kafka, *started* in seconds after the boot."""
    ticks = os.sysconf("SC_CLK_TCK") * started
    host.units["kafka"] = 42
    host.put("/lib/systemd/system/kafka.service", "[Service]\nExecStart=/bin/true\n")
    host.put("/proc/stat", f"cpu 1 2 3\nbtime {BOOTED}\n")
    host.put("/proc/42/stat", "42 (a (java) b) S " + "0 " * 18 + f"{ticks} 0 0\n")
    host.put("/proc/42/limits", f"Max open files            {soft}    {hard}    files\n")


def tuned(host, text=DROP_IN):
    """Our drop-in, written 1000.5 seconds after the boot and read by systemd."""
    host.put(OURS, text)
    os.utime(host.real(OURS), (WRITTEN, WRITTEN))
    host.drop_ins["kafka"] = [OURS]


def read(host):
    """The row of the unit kafka, and the steps of the plan."""
    wished = services.wanted(["kafka"], WANTED)
    state = services.read(host, wished)
    return settings.row(wished[0], state.readings[wished[0].name]), services.plan(wished, state)


@pytest.mark.parametrize("unit", ["kafka.service", "../kafka", "", "a b", "kafka@", "kafka\n", "-H"])
def test_wanted_refuses_what_is_no_unit(unit):
    with pytest.raises(GroundworkError, match="is no name of a unit"):
        services.wanted([unit], WANTED)


@pytest.mark.parametrize("unit", ["kafka", "kafka@1", "confluent-kafka"])
def test_wanted(unit):
    assert services.wanted([unit], WANTED)[0].name == unit + ".service LimitNOFILE"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1024", ("1024", "1024")),
        ("1024:4096", ("1024", "4096")),
        ("1024: 4096", ("1024", "4096")),
        ("infinity", ("infinity", "infinity")),
        ("1024:infinity", ("1024", "infinity")),
        ("0x400", ("1024", "1024")),
        ("02000", ("1024", "1024")),
        ("+5", ("5", "5")),
        # What systemd passes over, so that an earlier line stays in force.
        ("", None),
        ("5K", None),
        ("4096:1024", None),
        ("1024 : 4096", None),
        (":5", None),
        ("5:", None),
        ("5 # why", None),
        ("unlimited", None),
        ("18446744073709551615", None),
    ],
)
def test_limit(text, expected):
    assert services.limit(text) == expected


@pytest.mark.parametrize(
    ("started", "limits", "expected", "after_boot"),
    [
        (2000, ("262144", "1024288"), "in_effect", "262144:1024288"),
        (2000, ("1024288", "1024288"), "in_effect", "262144:1024288"),
        (100, ("1024", "524288"), "pending_restart", "262144:1024288"),
        (2000, ("20000", "20000"), "clamped", "20000:20000"),
        # Started within the second before the writing: taken as after it, for boot times are whole seconds.
        (1000, ("20000", "20000"), "clamped", "20000:20000"),
    ],
)
def test_status_of_a_running_service(host, started, limits, expected, after_boot):
    run(host, started, *limits)
    tuned(host)
    row, _steps = read(host)
    assert (row["status"], row["effective"], row["persisted_at"]) == (expected, ":".join(limits), OURS + ":2")
    assert row["after_boot"] == after_boot


NO_CAPABILITY, ALL_IDS, SOME_IDS = "CapEff:\t000001fffeffffff\n", "0 0 4294967295\n", "0 1000 65536\n"
ALL = NO_CAPABILITY.replace("fe", "ff")


@pytest.mark.parametrize(
    ("systemd", "nr_open", "expected"),
    [
        # What the process has is what systemd can give.
        ((NO_CAPABILITY, ALL_IDS, "20000"), "1048576", "clamped"),
        ((ALL, SOME_IDS, "20000"), "1048576", "clamped"),
        ((ALL, ALL_IDS, "524288"), "20000", "clamped"),
        # It can give more: a drop-in is gone, or what capped the process was raised.
        ((NO_CAPABILITY, ALL_IDS, "524288"), "1048576", "pending_restart"),
        ((ALL, ALL_IDS, "20000"), "1048576", "pending_restart"),
        ((ALL, ALL_IDS, "524288"), "524288", "pending_restart"),
    ],
)
def test_a_process_that_was_started_before_its_limit_was_raised(host, systemd, nr_open, expected):
    status, ids, own = systemd
    run(host, 2000, "20000", "20000")
    tuned(host)
    host.kernel(fs__nr_open=nr_open)
    host.put("/proc/1/status", status)
    host.put("/proc/1/uid_map", ids)
    host.put("/proc/1/limits", f"Max open files            {own}    {own}    files\n")
    assert read(host)[0]["status"] == expected


def test_an_untouched_service(host):
    run(host, 10, "1024", "524288")
    row, steps = read(host)
    assert (row["status"], row["persisted"], row["persisted_at"]) == ("drifted", "1024:524288", None)
    assert steps[0].path == OURS
    assert [line for line in steps[0].after.splitlines() if line and line[0] != "#"] == DROP_IN.splitlines()
    assert isinstance(steps[1], services.Reload)


def test_overridden_by_a_later_drop_in(host):
    run(host, 2000, "1024", "4096")
    tuned(host)
    host.put(THEIRS, "[Unit]\nLimitNOFILE=9\n[Service]\nLimitNOFILE=1024:4096\n")
    host.drop_ins["kafka"] = [OURS, THEIRS]
    row, _steps = read(host)
    assert (row["status"], row["persisted"], row["persisted_at"]) == ("overridden", "1024:4096", THEIRS + ":4")


@pytest.mark.parametrize(
    ("text", "persisted", "line"),
    [
        ("[Service]\nLimitNOFILE=5\nLimitNOFILE=9K\n", "5:5", 2),
        ("[Service]\nLimitNOFILE=\\\n5\n", "5:5", 3),
    ],
)
def test_what_systemd_passes_over_or_continues(host, text, persisted, line):
    run(host, 10, "5", "5")
    host.put(THEIRS, text)
    row, _steps = read(host)
    assert (row["persisted"], row["persisted_at"]) == (persisted, f"{THEIRS}:{line}")


def test_a_later_drop_in_that_systemd_has_not_read_wins_after_the_next_boot(host):
    run(host, 2000, "262144", "1024288")
    tuned(host)
    host.put(THEIRS, "[Service]\nLimitNOFILE=1024\n")
    row, _steps = read(host)
    assert (row["status"], row["after_boot"], row["persisted_at"]) == ("overridden", "1024:1024", THEIRS + ":2")


def test_a_drop_in_that_is_gone_leaves_the_default_for_the_next_boot(host):
    run(host, 2000, "1024", "4096")
    host.put(THEIRS, "[Service]\nLimitNOFILE=1024:4096\n")
    host.drop_ins["kafka"] = [THEIRS]
    os.unlink(host.real(THEIRS))
    row, _steps = read(host)
    assert row["after_boot"] == "1024:524288"


def test_a_higher_limit_of_others_is_kept(host):
    run(host, 10, "1024", "2000000")
    host.put("/lib/systemd/system/kafka.service", "[Service]\nLimitNOFILE=1024:2000000\n")
    _row, steps = read(host)
    assert "LimitNOFILE=262144:2000000" in steps[0].after.splitlines()


def test_a_raised_soft_limit_of_the_process_is_not_taken_over(host):
    run(host, 10, "1024", "524288")
    host.put(OURS, read(host)[1][0].after)
    host.drop_ins["kafka"] = [OURS]
    run(host, 5000, "1024288", "1024288")
    assert read(host)[1] == []


def test_a_service_that_is_not_running(host):
    run(host, 10, "1024", "524288")
    host.units["kafka"] = 0
    tuned(host)
    row, _steps = read(host)
    assert (row["status"], row["effective"], row["note"]) == ("unavailable", None, "the service is not running")


def test_a_unit_to_come_gets_its_drop_in(host):
    row, steps = read(host)
    assert (row["status"], row["note"]) == ("unavailable", "the unit is not installed yet; the drop-in waits for it")
    assert steps[0].path == OURS


def test_a_drop_in_that_systemd_has_not_read_is_read(host):
    run(host, 10, "1024", "524288")
    host.put(OURS, read(host)[1][0].after)
    steps = read(host)[1]
    assert [type(step) for step in steps] == [services.Reload]


def test_a_host_without_systemd(host):
    host.systemd = False
    row, steps = read(host)
    assert (row["status"], row["note"]) == ("unavailable", "systemd does not run here")
    assert [step.path for step in steps] == [OURS]


def test_one_call_for_all_units(host):
    run(host, 10, "1024", "524288")
    services.read(host, services.wanted(["kafka", "zookeeper"], WANTED))
    assert [call[:2] + call[4:] for call in host.calls] == [["systemctl", "show", "kafka.service", "zookeeper.service"]]


def test_no_units_need_no_call(host):
    services.read(host, [])
    assert host.calls == []


def test_a_reload_that_fails(host):
    host.systemd = False
    with pytest.raises(GroundworkError, match="systemctl daemon-reload failed"):
        services.Reload().do(host)


def test_a_process_that_is_gone(host):
    assert process.open_files(host, "7") is None
    assert process.started_before(host, "7", WRITTEN) is False


def test_a_folder_in_the_place_of_our_drop_in_is_one_sentence(host):
    os.makedirs(host.real(OURS))
    with pytest.raises(GroundworkError, match=rf"^{OURS} is a folder, and a file is to be there; move it away"):
        read(host)
