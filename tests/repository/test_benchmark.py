# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The benchmark's arithmetic, and its refusal to compare what is not the same. Nothing here asserts times."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "benchmark"


def load(name):
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


report, quiet = load("report"), load("quiet")


def test_ratios_are_medians_over_rounds_of_medians_within():
    fixed = {"ours_first": [4.0], "peers_first": [12.0], "peers_second": [20.0], "profile_second": [2.2]}
    rounds = [
        {**fixed, "ping": [2.0, 1.0, 9.0], "ours_second": [2.0]},
        {**fixed, "ping": [2.0], "ours_second": [4.0]},
        {**fixed, "ping": [2.0], "ours_second": [5.0]},
    ]
    assert report.ratios(rounds) == {
        "first_peers_to_ours": 3.0,
        "second_peers_to_ours": 5.0,
        "second_ours_to_ping": 2.0,
        "second_profile_to_ping": 1.1,
        "second_peers_to_ping": 10.0,
    }


def test_the_reading_is_a_median_beside_starts_of_python():
    samples = [(10.0, 4.0), (20.0, 5.04), (40.0, 50.0)]
    assert report.reading(samples) == {"reading_milliseconds": 5.1, "reading_to_python_start": 0.25}


@pytest.mark.parametrize(
    ("peers", "found"),
    [
        pytest.param("live vm.swappiness 1\nmount xfs noatime", [], id="the same"),
        pytest.param(
            "live vm.swappiness 60\nmount xfs noatime",
            ["ours only:  live vm.swappiness 1", "peers only: live vm.swappiness 60"],
            id="another value",
        ),
        pytest.param("live vm.swappiness 1", ["ours only:  mount xfs noatime"], id="one left out"),
    ],
)
def test_a_difference_between_the_sides_is_named(peers, found):
    assert report.differences("live vm.swappiness 1\nmount xfs noatime", peers) == found


def test_the_table_is_aligned():
    values = dict.fromkeys([*report.RATIOS, *report.READING], 10.04)
    assert report.table({"1 container": values, "30 containers": {**values, "second_ours_to_ping": 1.54}}) == (
        "                                                1 container  30 containers                     target\n"
        "first run: peers / ours                               10.04          10.04                          -\n"
        "second run: peers / ours                              10.04          10.04                at least 10\n"
        "second run: ours / ping                               10.04           1.54  at most 1.2, over ssh 1.4\n"
        "second run: host_profile alone / ping                 10.04          10.04                          -\n"
        "second run: peers / ping                              10.04          10.04                          -\n"
        "60 settings read and planned, in ms                   10.04          10.04                 at most 60\n"
        "60 settings read and planned / start of Python        10.04          10.04                          -"
    )


def test_a_place_has_the_lines_that_were_measured_there():
    provisioned = {"site_calls": 14, "site_to_pings": 1.34}
    assert report.table({"3 containers, site.yml": provisioned}) == (
        "                                                 3 containers, site.yml       target\n"
        "second run of site.yml: calls of modules a host                   14.00   at most 15\n"
        "second run of site.yml / as many pings                             1.34  at most 1.3"
    )
    both = report.table({"1 container": dict.fromkeys(report.RATIOS, 2.0), "site": provisioned})
    assert both.splitlines()[1].split()[-3:] == ["2.00", "-", "-"]


def test_the_table_of_the_validation_tells_each_target():
    measured = {**dict.fromkeys([*report.SPEEDS, *report.SLOPE], 1.0), "rounds": 5}
    assert report.validation_table(measured) == (
        "                                                                 measured        target\n"
        "produced / ProducerPerformance (no keys, one thread), under way      1.00  at least 1.2\n"
        "full audit / Spark's bare count                                      1.00  at least 0.8\n"
        "full audit / the same through the untuned source                     1.00  at least 1.5\n"
        "full audit / ConsumerPerformance's nMsg.sec                          1.00             -\n"
        "full audit / ConsumerPerformance's fetch.nMsg.sec                    1.00             -\n"
        "produced / a ProducerPerformance on each processor                   1.00    at least 1\n"
        "full audit / fetch.nMsg.sec of one on each processor                 1.00  at least 0.9\n"
        "smoke of 1,000,000 / an empty Spark job, start to end                1.00     at most 2\n"
        "fixed cost of an audit, in s                                         1.00             -\n"
        "cost of a record in large audits / in small ones                     1.00             -"
    )


def test_each_target_is_that_of_a_line():
    lines = {*report.RATIOS, *report.READING, *report.SITE, *report.SPEEDS, *report.SLOPE, *report.FLEET}
    assert report.TARGETS.keys() - lines == set()


def test_the_ratio_to_pings_is_the_median_of_rounds():
    assert report.site([(10.0, 5.0), (12.0, 10.0), (9.0, 10.0)]) == {"site_to_pings": 1.2}


def test_no_figure_is_rounded_to_the_side_of_its_target():
    assert report.site([(13.01, 10.0)]) == {"site_to_pings": 1.31}
    rates = {name: [1.0] for _label, *names in map(reversed, report.SPEEDS.values()) for name in names}
    assert report.speeds({**rates, "produced": [11.99], "tool_produced": [10.0]})["produced_to_tool"] == 1.19
    assert report.speeds({**rates, "smoke_seconds": [20.01], "empty_seconds": [10.0]})["smoke_to_empty"] == 2.01


def test_changes_are_summed_over_the_hosts():
    recap = "k1    : ok=3    changed=2    unreachable=0\nk2    : ok=3    changed=1    unreachable=0\n"
    assert report.changes(recap) == 3


def test_speeds_are_medians_of_the_ratios_of_each_round():
    rates = {
        "produced": [12.0, 30.0, 11.0],
        "tool_produced": [10.0, 10.0, 10.0],
        "audited": [8.0, 9.0, 7.0],
        "bare": [10.0, 10.0, 10.0],
        "untuned": [4.0, 4.0, 4.0],
        "tool_consumed": [8.0, 8.0, 8.0],
        "tool_fetched": [16.0, 16.0, 16.0],
        "tools_produced": [16.0, 16.0, 4.0],
        "tools_fetched": [16.0, 10.0, 10.0],
        "smoke_seconds": [20.0, 30.0, 19.0],
        "empty_seconds": [10.0, 10.0, 10.0],
    }
    assert report.speeds(rates) == {
        "produced_to_tool": 1.2,
        "audited_to_bare": 0.8,
        "audited_to_untuned": 2.0,
        "audited_to_tool": 1.0,
        "audited_to_fetched": 0.5,
        "produced_to_tools": 1.87,
        "audited_to_tools": 0.7,
        "smoke_to_empty": 2.0,
    }


def test_a_fixed_cost_and_how_the_cost_of_a_record_changes():
    assert report.slope({5: 2.0, 20: 5.0, 50: 14.0}) == {"audit_fixed_seconds": 1.0, "audit_slope_ratio": 1.5}


def proc(folder, busy, idle, **processes):
    """A made-up /proc: ticks of the processors, and by name of a process its number, its parent's and its own ticks."""
    (folder / "stat").write_text(f"cpu  {busy} 0 0 {idle} 0 0 0 0 7 7\ncpu0 1 1 1 1\n")
    for name, (number, parent, ticks) in processes.items():
        (folder / str(number)).mkdir(exist_ok=True)
        (folder / str(number) / "stat").write_text(
            f"{number} (a {name}) x) S {parent} 0 0 0 0 0 0 0 0 0 {ticks} 1 2 0 0"
        )


def test_what_others_take_of_the_machine(tmp_path):
    """Of 200 ticks 110 were busy: 60 of the benchmark and what it started, 50 of whoever else."""
    proc(tmp_path, 1000, 5000, bench=(7, 1, 10), broker=(8, 7, 20), other=(9, 1, 500))
    watch = quiet.Watch(tmp_path, root=7)
    proc(tmp_path, 1110, 5090, bench=(7, 1, 40), broker=(8, 7, 50), other=(9, 1, 550))
    assert watch.others_percent() == 25.0


@pytest.mark.parametrize(
    ("percents", "told"), [([0.4, 5.0], ""), ([1.0, 12.3, 48.8], "12 % in round 2, 49 % in round 3")]
)
def test_a_machine_that_was_not_quiet_is_told(percents, told):
    sentence = quiet.said(percents)
    assert (told in sentence, bool(sentence)) == (True, bool(told))


def test_what_a_fleet_takes_is_told_for_each_record():
    """Medians of the rounds: 10 s for 10 records is 1 s each, 90 s for 100 are 0.9, 60 s for 50 are 1.2."""

    def rounds(*seconds, megabytes, resident):
        return [{"seconds": one, "megabytes": megabytes, "resident_megabytes": resident} for one in seconds]

    measured = {
        (10, 1): rounds(11.0, 10.0, 9.0, megabytes=4.0, resident=500.0),
        (100, 1): rounds(90.0, 99.0, 80.0, megabytes=40.0, resident=750.0),
        (10, 5): rounds(60.0, megabytes=20.0, resident=600.0),
    }
    told = report.fleet(measured)
    assert told == {
        "fleet_seconds": 10.0,
        "fleet_growth": 0.9,
        "fleet_audits_growth": 1.2,
        "fleet_input_megabytes": 40.0,
        "fleet_resident_megabytes": 750.0,
        "fleet_memory_growth": 1.5,
    }
    assert report.fleet_table(told).splitlines()[:3] == [
        "                                           measured       target",
        "10,000 hosts: seconds                         10.00   at most 20",
        "a record of 100,000 hosts / of 10,000          0.90  at most 1.1",
    ]
