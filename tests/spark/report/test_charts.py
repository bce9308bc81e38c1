# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What each chart of the report shows, held against numbers put down by hand."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml

import matplotlib
import pytest

from spark_validation.report import charts
from spark_validation.report.charts.drawing import Chart
from spark_validation.report.charts.timeline import merged
from tests.spark.documents import EVENTS, HISTOGRAM, MOMENTS, PARTITIONS, PROBE, SPREAD

ALL = {
    "bars": lambda: charts.bars("b", "Bars", [("one", 1), ("two", 2)]),
    "tiers": lambda: charts.tiers({"planned": 30, "acknowledged": 30, "stored": 30, "consumed": 28}),
    "leaders": lambda: charts.leaders(SPREAD),
    "racks": lambda: charts.racks(SPREAD),
    "partitions": lambda: charts.partitions(PARTITIONS),
    "percentiles": lambda: charts.percentiles({**PROBE, "histogram": HISTOGRAM}),
    "time": lambda: charts.over_time(MOMENTS, 1, PROBE["stalls"], EVENTS),
}


def root_of(chart: Chart) -> Xml.Element:
    """The drawing, parsed."""
    return Xml.fromstring(chart.svg)  # noqa: S314 this program has just written it


def texts(chart: Chart) -> list[str]:
    """What is written in the drawing."""
    return [node.text or "" for node in root_of(chart).iter("text")]


def hatched(chart: Chart) -> int:
    """How many hatches the drawing has."""
    return len(list(root_of(chart).iter("pattern")))


@pytest.mark.parametrize("name", ALL)
def test_is_the_same_each_time_and_belongs_to_its_page(name: str) -> None:
    chart = ALL[name]()
    with matplotlib.rc_context({"font.size": 40, "axes.facecolor": "pink", "svg.fonttype": "path"}):
        assert ALL[name]().svg == chart.svg
    root = root_of(chart)
    title, description = root.attrib["aria-labelledby"].split()
    assert [(node.tag, node.attrib["id"]) for node in root[:2]] == [("title", title), ("desc", description)]
    assert (root[0].text, root[1].text, root.attrib["role"]) == (chart.title, chart.description, "img")
    assert re.findall(r"(?<!, )#[0-9a-f]{6}\b", chart.svg) == []  # each colour has a name that the page can change
    assert "currentColor" in chart.svg
    assert not re.findall(r"font-family|<style|metadata|https?:", chart.svg)
    assert len(texts(chart)) >= 2
    assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_a_tier_with_other_records_than_planned_is_hatched_and_says_so() -> None:
    chart = charts.tiers({"planned": 30, "acknowledged": 30, "stored": None, "consumed": 28})
    assert chart.rows == [("planned", 30), ("acknowledged", 30), ("consumed", 28)]
    assert chart.description == "planned: 30 records; acknowledged: 30 records; consumed: 28 (-2) records"
    assert {"28 (-2)", "consumed"} <= set(texts(chart))
    assert hatched(chart) == 1
    assert hatched(charts.tiers({"planned": 30, "acknowledged": 30, "stored": 30, "consumed": 30})) == 0


def test_long_names_keep_their_ends() -> None:
    chart = charts.bars("b", "Bars", [(f"{'the same beginning ' * 3}{n}", n) for n in (1, 2)])
    assert {"the same beginn…inning 1", "the same beginn…inning 2"} <= set(texts(chart))


def test_leaders_and_racks() -> None:
    assert charts.leaders(SPREAD).rows == [("broker 1 in a", 13), ("broker 2", 15)]
    assert charts.racks(SPREAD).rows == [("a", 13), ("no rack", 15)]


def test_partitions_that_differ_from_the_plan_are_hatched_and_marked() -> None:
    chart = charts.partitions(PARTITIONS)
    assert chart.rows == [(0, 15, 13, -2), (1, 15, 15, 0)]
    assert chart.description == "2 partitions; 1 differs from the plan; partition 0: 13 of 15"
    assert {"13", "15", "read, not as planned", "here the two differ"} <= set(texts(chart))
    assert hatched(chart) == 1
    assert hatched(charts.partitions(PARTITIONS[1:])) == 0


def test_a_thousand_partitions_stay_small() -> None:
    rows = [{"partition": number, "planned": 7, "read": 7 - (number == 500)} for number in range(1000)]
    assert len(charts.partitions(rows).svg) < 150_000


def test_percentiles_stand_on_logarithmic_scales() -> None:
    chart = charts.percentiles({**PROBE, "histogram": HISTOGRAM})
    assert chart.rows[2:] == [("90", "4 ms"), ("99", "15 ms"), ("99.9", "1.5 s"), ("100", "1.5 s")]
    assert chart.description == "p50 2 ms, p90 4 ms, p99 15 ms, p99.9 1.5 s, max 1.5 s"
    assert {"50", "90", "99", "99.9", "1 ms", "10 ms", "100 ms", "1 s", "p99 15 ms"} <= set(texts(chart))


def test_percentiles_without_a_histogram_are_the_named_ones() -> None:
    chart = charts.percentiles(PROBE)
    assert [row[0] for row in chart.rows] == ["50", "90", "99", "99.9", "100"]


def test_percentiles_of_nothing() -> None:
    chart = charts.percentiles({**PROBE, "acknowledged": 0, "percentiles": {}})
    assert (chart.rows, chart.description) == ([], "no sample")


def test_time_tells_records_latency_stalls_and_events() -> None:
    chart = charts.over_time(MOMENTS, 1, PROBE["stalls"], EVENTS)
    assert chart.description == (
        "3 seconds; at most 18 records a second; 2 stalls, the longest of 1.4 s; "
        "restart of broker 2 at second 0.8; leaders elected at second 2.5"
    )
    assert chart.rows == [
        ("0", 10, "12 ms", ""),
        ("0.8", None, "", "restart of broker 2, 1.2 s"),
        ("0.9", None, "", "partition 2 acknowledged nothing for 1.4 s"),
        ("1", 0, "no answer", ""),
        ("1.1", None, "", "partition 0 acknowledged nothing for 1 s"),
        ("2", 18, "1.5 s", ""),
        ("2.5", None, "", "leaders elected"),
    ]
    assert {"restart of broker 2, 1.2 s", "leaders elected", "stalled", "seconds"} <= set(texts(chart))
    assert hatched(chart) == 2


def test_time_without_moments_shows_events_alone() -> None:
    chart = charts.over_time([], 1, [], EVENTS)
    assert chart.title == "Events by the second"
    assert hatched(chart) == 0


def test_stalls_of_several_partitions_are_one_band() -> None:
    assert merged([(5.0, 6.0), (0.9, 2.3), (1.1, 2.1), (2.3, 3.0)]) == [(0.9, 3.0), (5.0, 6.0)]


@pytest.mark.filterwarnings("error")
def test_letters_that_the_font_lacks_are_the_browsers() -> None:
    assert "주문" in texts(charts.bars("b", "Bars", [("주문", 1)]))


def test_names_are_taken_as_they_are() -> None:
    chart = charts.bars("b", "Bars", [("<b>&", 1), ("$x^2$", 2), ("bell\a", 3), ("n" * 50, 4)])
    assert {"<b>&", "$x^2$", "bell\N{REPLACEMENT CHARACTER}", "n" * 15 + "…" + "n" * 8} <= set(texts(chart))
    assert "<b>" not in chart.svg
