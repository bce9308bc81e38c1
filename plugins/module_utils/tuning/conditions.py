# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a broker's machine is looked at for and never changed: swap in use, clock source, clock, and CPU governor."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple

from ..core import observation, settings
from ..core.findings import Finding, from_row
from ..core.settings import Row
from ..host.machine import Host
from .catalogue import GUIDE

KIND = "observed"
CLOCK_SOURCE = "/sys/devices/system/clocksource/clocksource0/"
CPU_POLICIES = "/sys/devices/system/cpu/cpufreq"

UNSYNCHRONIZED = 0x40  # STA_UNSYNC of adjtimex(2)

#: Reading one of these takes a slow access to a device, or counts no more than timer ticks.
SLOW_CLOCKS = ("acpi_pm", "hpet", "jiffies", "pit", "refined-jiffies")
SLOW_GOVERNORS = ("conservative", "ondemand", "powersave")
#: In these drivers' active mode powersave is a policy of the processor's own, which follows the load.
SELF_GOVERNED = ("amd-pstate-epp", "amd_pstate_epp", "intel_pstate")
CONTAINER_MARKS = ("/run/systemd/container", "/run/.containerenv", "/.dockerenv")
_CHRONY = ("/run/chrony/chronyd.pid", "/run/chronyd.pid")


class Condition(NamedTuple):
    """One thing seen: *found* is None where the machine does not show it.

    *severity* and *remedy* make a finding with id *fault* of it; without a severity all is well.
    """

    name: str
    wanted: str
    found: str | None
    why: str
    source: str
    fault: str
    severity: str = ""
    remedy: str = ""
    note: str = ""


def read(host: Host) -> List[Condition]:
    """Look at everything; nothing is raised where the machine hides something."""
    return [_swap(host), _clock_source(host), _synchronized(host), _governor(host)]


def rows(host: Host, seen: Sequence[Condition]) -> List[Row]:
    """The rows of *seen* for the table of settings."""
    contained = any(host.exists(mark) for mark in CONTAINER_MARKS)
    return [_row(one, "the machine's, as its containers see it" if contained else "") for one in seen]


def _row(one: Condition, view: str = "") -> Row:
    status = settings.DRIFTED if one.severity else settings.IN_EFFECT
    return observation.row(
        KIND,
        one.name,
        wanted=one.wanted,
        effective=one.found,
        reason=one.why,
        source=one.source,
        status=settings.UNAVAILABLE if one.found is None else status,
        note="; ".join(part for part in (one.note, view) if part) or None,
    )


def findings(seen: Sequence[Condition]) -> List[Finding]:
    """The findings of *seen*, for what is worth a person's look."""
    return [from_row(_row(one), one.fault, one.severity, one.remedy) for one in seen if one.severity]


def _swap(host: Host) -> Condition:
    text = host.readable("/proc/swaps")
    areas = [line.split() for line in (text or "").splitlines()[1:]]
    sizes = [(int(words[-3]), int(words[-2])) for words in areas if len(words) >= 5]
    size, used = (sum(column) for column in zip(*sizes)) if sizes else (0, 0)
    swappiness = _word(host, "/proc/sys/vm/swappiness")
    return Condition(
        "swap in use",
        "none",
        None if text is None else f"{used} of {size} KiB" if sizes else "none",
        "pages of the broker's heap that were swapped out stop it when they are needed again",
        GUIDE,
        "swap_in_use",
        severity="medium" if used else "",
        remedy="find out what took the memory, keep vm.swappiness at 1, then swapoff and swapon bring the pages back",
        note=f"vm.swappiness is {swappiness}" if used and swappiness else "",
    )


def _clock_source(host: Host) -> Condition:
    current = _word(host, CLOCK_SOURCE + "current_clocksource")
    available = host.text(CLOCK_SOURCE + "available_clocksource").split()
    fast = [name for name in available if name not in SLOW_CLOCKS]
    remedy = f"write {fast[0]} into {CLOCK_SOURCE}current_clocksource, and" if fast else "look for a faster one, and"
    return Condition(
        "clock source",
        "none of " + ", ".join(SLOW_CLOCKS),
        current,
        "a broker asks for the time several times for each request",
        "Linux kernel documentation: https://docs.kernel.org/timers/timekeeping.html",
        "clock_source_slow",
        severity="medium" if current in SLOW_CLOCKS else "",
        remedy=remedy + " let dmesg tell why the kernel left it",
        note="available: " + " ".join(available) if current in SLOW_CLOCKS else "",
    )


def _synchronized(host: Host) -> Condition:
    status = host.clock_status()
    loose = status is not None and bool(status & UNSYNCHRONIZED)
    silent = loose and any(host.exists(path) for path in _CHRONY)
    return Condition(
        "time synchronization",
        "synchronized",
        None if status is None else "not synchronized" if loose else "synchronized",
        "retention and rolling go by time, certificates are judged by it, and newer brokers refuse records that are an "
        "hour ahead",
        "adjtimex(2): https://man7.org/linux/man-pages/man2/adjtimex.2.html",
        "time_not_synchronized",
        severity=("low" if silent else "medium") if loose else "",
        remedy="ask chronyc tracking"
        if silent
        else "run chrony, systemd-timesyncd or ntpd, and let it reach its servers",
        note="chronyd runs, and tells the kernel only with rtcsync in its configuration" if silent else "",
    )


def _governor(host: Host) -> Condition:
    policies = [_policy(host, f"{CPU_POLICIES}/{name}/") for name in host.names(CPU_POLICIES) if name[:6] == "policy"]
    governors = [governor for governor, _driver in policies if governor]
    slow = [governor for governor, driver in policies if governor in SLOW_GOVERNORS and driver not in SELF_GOVERNED]
    own = any(governor == "powersave" and driver in SELF_GOVERNED for governor, driver in policies)
    counts: Dict[str, int] = {name: governors.count(name) for name in sorted(set(governors))}
    found = ", ".join(f"{name} ({count} of {len(governors)})" for name, count in counts.items())
    return Condition(
        "CPU governor",
        "none of " + ", ".join(SLOW_GOVERNORS),
        (found if len(counts) > 1 else "".join(counts)) or None,
        "a processor that slows down between requests answers the next one late",
        "Linux kernel documentation: https://docs.kernel.org/admin-guide/pm/cpufreq.html",
        "governor_slow",
        severity="medium" if slow else "",
        remedy="choose performance or schedutil (cpupower frequency-set -g performance), and keep it over boots",
        note="the processor's own driver follows the load with it" if own and not slow else "",
    )


def _policy(host: Host, path: str) -> Tuple[str | None, str | None]:
    return _word(host, path + "scaling_governor"), _word(host, path + "scaling_driver")


def _word(host: Host, path: str) -> str | None:
    return host.text(path).strip() or None
