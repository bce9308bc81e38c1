# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import conditions, profile, wishes

SWAPS = "Filename\tType\tSize\tUsed\tPriority\n"
POLICY = "/sys/devices/system/cpu/cpufreq/policy"


def row_and_findings(host, name):
    """The row of one observation, and the findings of all."""
    seen = conditions.read(host)
    return next(row for row in conditions.rows(host, seen) if row["name"] == name), conditions.findings(seen)


def briefly(findings):
    return [(finding["id"], finding["severity"], finding["found"]) for finding in findings]


@pytest.mark.parametrize(
    ("text", "effective", "status", "findings"),
    [
        (None, None, "unavailable", []),
        (SWAPS, "none", "in_effect", []),
        (SWAPS + "/dev/sda2 partition 2000 0 -2\n", "0 of 2000 KiB", "in_effect", []),
        (
            SWAPS + "/dev/sda2 partition 2000 10 -2\n/swap\\040file file 1000 5 -3\n",
            "15 of 3000 KiB",
            "drifted",
            [("swap_in_use", "medium", "15 of 3000 KiB")],
        ),
    ],
)
def test_swap(host, text, effective, status, findings):
    if text is not None:
        host.put("/proc/swaps", text)
    row, found = row_and_findings(host, "swap in use")
    assert (row["effective"], row["status"], briefly(found)) == (effective, status, findings)


def test_swappiness_is_told_beside_swap_in_use(host):
    host.put("/proc/swaps", SWAPS + "/dev/sda2 partition 2000 10 -2\n")
    host.kernel(vm__swappiness="60")
    assert row_and_findings(host, "swap in use")[0]["note"] == "vm.swappiness is 60"


@pytest.mark.parametrize(
    ("current", "available", "status", "remedy"),
    [
        (None, None, "unavailable", None),
        ("tsc", "tsc hpet acpi_pm", "in_effect", None),
        ("kvm-clock", "kvm-clock tsc", "in_effect", None),
        ("arch_sys_counter", "arch_sys_counter", "in_effect", None),
        ("hpet", "tsc hpet acpi_pm", "drifted", "write tsc into"),
        ("acpi_pm", "acpi_pm", "drifted", "look for a faster one"),
        ("refined-jiffies", "refined-jiffies jiffies", "drifted", "look for a faster one"),
    ],
)
def test_clock_source(host, current, available, status, remedy):
    if current:
        host.put(conditions.CLOCK_SOURCE + "current_clocksource", current + "\n")
        host.put(conditions.CLOCK_SOURCE + "available_clocksource", available + "\n")
    row, findings = row_and_findings(host, "clock source")
    assert (row["effective"], row["status"]) == (current, status)
    assert [(one["id"], one["remedy"].startswith(remedy)) for one in findings] == (
        [("clock_source_slow", True)] if remedy else []
    )


@pytest.mark.parametrize(
    ("clock", "effective", "status"),
    [
        (None, None, "unavailable"),
        (0, "synchronized", "in_effect"),
        (0x2001, "synchronized", "in_effect"),
        (0x2041, "not synchronized", "drifted"),
    ],
)
def test_time_synchronization(host, clock, effective, status):
    host.clock = clock
    row, _findings = row_and_findings(host, "time synchronization")
    assert (row["effective"], row["status"]) == (effective, status)


@pytest.mark.parametrize(
    ("files", "severity", "remedy"),
    [
        ([], "medium", "run chrony, systemd-timesyncd or ntpd, and let it reach its servers"),
        (["/run/chrony/chronyd.pid"], "low", "ask chronyc tracking"),
        (["/run/chronyd.pid"], "low", "ask chronyc tracking"),
    ],
)
def test_a_clock_that_runs_free(host, files, severity, remedy):
    host.clock = 0x40
    for file in files:
        host.put(file, "1\n")
    _row, findings = row_and_findings(host, "time synchronization")
    assert [(one["id"], one["severity"], one["remedy"]) for one in findings] == [
        ("time_not_synchronized", severity, remedy)
    ]


@pytest.mark.parametrize(
    ("policies", "effective", "status"),
    [
        ([], None, "unavailable"),
        ([("performance", "acpi-cpufreq")], "performance", "in_effect"),
        ([("schedutil", "intel_cpufreq")], "schedutil", "in_effect"),
        ([("powersave", "intel_pstate")], "powersave", "in_effect"),
        ([("powersave", "amd-pstate-epp")], "powersave", "in_effect"),
        ([("powersave", "intel_cpufreq")], "powersave", "drifted"),
        ([("ondemand", "acpi-cpufreq")], "ondemand", "drifted"),
        ([("conservative", "amd-pstate")], "conservative", "drifted"),
        (
            [("performance", "acpi-cpufreq"), ("performance", "acpi-cpufreq"), ("powersave", "acpi-cpufreq")],
            "performance (2 of 3), powersave (1 of 3)",
            "drifted",
        ),
    ],
)
def test_governor(host, policies, effective, status):
    for number, (governor, driver) in enumerate(policies):
        host.put(f"{POLICY}{number}/scaling_governor", governor + "\n")
        host.put(f"{POLICY}{number}/scaling_driver", driver + "\n")
    row, findings = row_and_findings(host, "CPU governor")
    assert (row["effective"], row["status"]) == (effective, status)
    assert [one["id"] for one in findings] == (["governor_slow"] if status == "drifted" else [])


@pytest.mark.parametrize("mark", ["/run/systemd/container", "/run/.containerenv", "/.dockerenv"])
def test_a_container_sees_the_machines(host, mark):
    host.put("/proc/swaps", SWAPS)
    assert row_and_findings(host, "swap in use")[0]["note"] is None
    host.put(mark, "podman\n")
    assert row_and_findings(host, "swap in use")[0]["note"] == "the machine's, as its containers see it"


def test_what_is_seen_stands_in_the_result_and_changes_nothing(host):
    host.clock = 0x40
    before = host.tree()
    result = profile.apply(host, wishes.wanted(host, observe=True))
    assert (result.changed, result.diff, host.tree(), host.pokes) == (False, [], before, [])
    assert [row["name"] for row in result.rows] == [
        "swap in use",
        "clock source",
        "time synchronization",
        "CPU governor",
    ]
    assert [finding["id"] for finding in result.findings] == ["time_not_synchronized"]


def test_this_machines_kernel_answers_for_its_clock():
    status = Host().clock_status()
    assert status is None or 0 <= status <= 0xFFFF
