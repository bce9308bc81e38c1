# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is made of the measured times: ratios within one run, never times by themselves."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from statistics import median

#: name → (dividend, divisor, label); times of one round are divided, then the median over the rounds is taken.
RATIOS = {
    "first_peers_to_ours": ("peers_first", "ours_first", "first run: peers / ours"),
    "second_peers_to_ours": ("peers_second", "ours_second", "second run: peers / ours"),
    "second_ours_to_ping": ("ours_second", "ping", "second run: ours / ping"),
    "second_profile_to_ping": ("profile_second", "ping", "second run: host_profile alone / ping"),
    "second_peers_to_ping": ("peers_second", "ping", "second run: peers / ping"),
}
#: name → label of what a host needs to read and plan 60 settings.
READING = {
    "reading_milliseconds": "60 settings read and planned, in ms",
    "reading_to_python_start": "60 settings read and planned / start of Python",
}

#: name → label of a second run of site.yml.
SITE = {
    "site_calls": "second run of site.yml: calls of modules a host",
    "site_to_pings": "second run of site.yml / as many pings",
}
#: name → (dividend, divisor, label) of rates in records a second, and of seconds.
SPEEDS = {
    "produced_to_tool": (
        "produced",
        "tool_produced",
        "produced / ProducerPerformance (no keys, one thread), under way",
    ),
    "audited_to_bare": ("audited", "bare", "full audit / Spark's bare count"),
    "audited_to_untuned": ("audited", "untuned", "full audit / the same through the untuned source"),
    "audited_to_tool": ("audited", "tool_consumed", "full audit / ConsumerPerformance's nMsg.sec"),
    "audited_to_fetched": ("audited", "tool_fetched", "full audit / ConsumerPerformance's fetch.nMsg.sec"),
    "produced_to_tools": ("produced", "tools_produced", "produced / a ProducerPerformance on each processor"),
    "audited_to_tools": ("audited", "tools_fetched", "full audit / fetch.nMsg.sec of one on each processor"),
    "smoke_to_empty": ("smoke_seconds", "empty_seconds", "smoke of 1,000,000 / an empty Spark job, start to end"),
}
SLOPE = {
    "audit_fixed_seconds": "fixed cost of an audit, in s",
    "audit_slope_ratio": "cost of a record in large audits / in small ones",
}
#: name → label of what a report over so many hosts takes, from a cold start on two cores.
FLEET = {
    "fleet_seconds": "10,000 hosts: seconds",
    "fleet_growth": "a record of 100,000 hosts / of 10,000",
    "fleet_audits_growth": "a record of ten audits / of one",
    "fleet_input_megabytes": "100,000 hosts: MiB read",
    "fleet_resident_megabytes": "100,000 hosts: MiB resident at most",
    "fleet_memory_growth": "MiB resident at 100,000 hosts / at 10,000",
}
#: name → what is aimed at.
TARGETS = {
    "second_peers_to_ours": "at least 10",
    "second_ours_to_ping": "at most 1.2, over ssh 1.4",
    "reading_milliseconds": "at most 60",
    "site_calls": "at most 15",
    "site_to_pings": "at most 1.3",
    "produced_to_tool": "at least 1.2",
    "audited_to_bare": "at least 0.8",
    "audited_to_untuned": "at least 1.5",
    "produced_to_tools": "at least 1",
    "audited_to_tools": "at least 0.9",
    "smoke_to_empty": "at most 2",
    "fleet_seconds": "at most 20",
    "fleet_growth": "at most 1.1",
}
_RECAP = re.compile(r"^\S+\s+: ok=\d+\s+changed=(\d+) ", re.MULTILINE)

Round = Mapping[str, Sequence[float]]


def _figure(name: str, value: float, digits: int = 2) -> float:
    """*value* to so many *digits*, never rounded to the side of its target."""
    side = {"at least": math.floor, "at most": math.ceil}.get(TARGETS.get(name, "").rpartition(" ")[0], round)
    return side(round(value * 10**digits, 6)) / 10**digits  # without the traces of binary fractions


def ratios(rounds: Sequence[Round]) -> dict[str, float]:
    """The median over *rounds* of each ratio; a round's time is the median of what it measured under a name."""
    return {
        name: _figure(name, median(median(times[dividend]) / median(times[divisor]) for times in rounds))
        for name, (dividend, divisor, _heading) in RATIOS.items()
    }


def reading(samples: Sequence[tuple[float, float]]) -> dict[str, float]:
    """The medians of *samples*: pairs of what a start of Python and what the reading took, in milliseconds."""
    start, took = (median(times) for times in zip(*samples))
    return {
        "reading_milliseconds": _figure("reading_milliseconds", took, 1),
        "reading_to_python_start": _figure("reading_to_python_start", took / start),
    }


def site(samples: Sequence[tuple[float, float]]) -> dict[str, float]:
    """The median ratio of *samples*: pairs of what a second run of site.yml and what the pings took."""
    return {"site_to_pings": _figure("site_to_pings", median(seconds / pings for seconds, pings in samples))}


def changes(printed: str) -> int:
    """How many changes the recap tells of that ansible-playbook *printed*."""
    return sum(int(changed) for changed in _RECAP.findall(printed))


def differences(ours: str, peers: str) -> list[str]:
    """The lines that tell that both sides did not bring about the same; none when they did."""
    left, right = ours.splitlines(), peers.splitlines()
    found = [f"ours only:  {line}" for line in left if line not in right]
    return found + [f"peers only: {line}" for line in right if line not in left]


def table(places: Mapping[str, Mapping[str, float]]) -> str:
    """*places* (name → ratios) as aligned columns, a line for each ratio that one of them has."""
    labels = {name: label for name, (_dividend, _divisor, label) in RATIOS.items()} | READING | SITE
    return _aligned(labels, places)


def validation_table(measured: Mapping[str, float]) -> str:
    """The ratios of :func:`speeds` and :func:`slope` as aligned lines."""
    labels = {name: label for name, (_dividend, _divisor, label) in SPEEDS.items()} | SLOPE
    return _aligned(labels, {"measured": measured})


def fleet(measured: Mapping[tuple[int, int], Sequence[Mapping[str, float]]]) -> dict[str, float]:
    """What is told of *measured*: for each size, (hosts, audits), the rounds with their seconds and megabytes.

    A record is a host in one audit; the first size is the small one, then come more hosts and more audits.
    """
    (few, many, often) = measured

    def middle(size: tuple[int, int], name: str) -> float:
        return median(one[name] for one in measured[size])

    def cost(size: tuple[int, int]) -> float:
        return middle(size, "seconds") / (size[0] * size[1])

    found = {
        "fleet_seconds": middle(few, "seconds"),
        "fleet_growth": cost(many) / cost(few),
        "fleet_audits_growth": cost(often) / cost(few),
        "fleet_input_megabytes": middle(many, "megabytes"),
        "fleet_resident_megabytes": middle(many, "resident_megabytes"),
        "fleet_memory_growth": middle(many, "resident_megabytes") / middle(few, "resident_megabytes"),
    }
    return {name: _figure(name, value) for name, value in found.items()}


def fleet_table(told: Mapping[str, float]) -> str:
    """The figures of :func:`fleet` as aligned lines."""
    return _aligned(FLEET, {"measured": told})


def _aligned(labels: Mapping[str, str], columns: Mapping[str, Mapping[str, float]]) -> str:
    """The numbers of *columns* by name, those that one of them has, each behind its label and before its target."""
    rows = [["", *columns, "target"]] + [
        [
            label,
            *(f"{found[name]:.2f}" if name in found else "-" for found in columns.values()),
            TARGETS.get(name, "-"),
        ]
        for name, label in labels.items()
        if any(name in found for found in columns.values())
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    aligned = ([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))] for row in rows)
    return "\n".join("  ".join(cells) for cells in aligned)


def speeds(rates: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The median over the rounds of each ratio; *rates* are of one round after the other, by name."""
    return {
        name: _figure(name, median(over / under for over, under in zip(rates[dividend], rates[divisor])))
        for name, (dividend, divisor, _label) in SPEEDS.items()
    }


def slope(seconds: Mapping[int, float]) -> dict[str, float]:
    """What an audit costs apart from its records, and how the cost of one changes; *seconds* by number of records.

    Three sizes: the first two give the cost of a record in small audits, the last two that in large ones.
    """
    (few, some, many) = sorted(seconds)
    small = (seconds[some] - seconds[few]) / (some - few)
    large = (seconds[many] - seconds[some]) / (many - some)
    return {
        "audit_fixed_seconds": _figure("audit_fixed_seconds", seconds[few] - small * few),
        "audit_slope_ratio": _figure("audit_slope_ratio", large / small),
    }
