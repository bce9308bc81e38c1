# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import re
import xml.etree.ElementTree as Xml

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from ansible_collections.groundwork.kafka.plugins.plugin_utils import page, plan_charts, plan_page
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads


def planned(topics=(), **cluster):
    return capacity_plan.run({"load": loads.of(topics, **cluster), "start": "2026-01", "variable": "load"})["plan"]


GROWING = planned([{"partitions": 24}], disk_bytes="1.2 TB", growth_percent=10)


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (1073741824, "bytes", "1 GiB"),
        (50_000_000, "bytes/s", "50 MB/s"),
        (288, "hours", "12 d"),
        (800_000, "records/s", "800,000 records/s"),
        (732_500, "", "732,500"),
    ],
)
def test_amounts_have_their_unit(value, unit, expected):
    assert page.amount(value, unit) == expected


def test_a_page_tells_each_number_with_its_formula_and_source():
    text = plan_page.page(GROWING)
    for number in [*GROWING["numbers"], *GROWING["topics"][0]["numbers"]]:
        assert f"<td>{number['formula']}<br>" in text.replace("&#39;", "'")
    assert GROWING["sentence"] in text
    assert "plan_few_partitions" in text  # 24 where 25 are needed


def test_a_page_needs_nothing_but_itself():
    text = plan_page.page(GROWING)
    assert len(text.encode()) < 2_000_000
    assert re.findall(r'(?:src|href)="(?!#)|@import|url\((?!#)', text) == []
    assert "--vermillion: #d55e00" in text  # of the style that the validation's pages have


def test_what_people_call_their_topics_is_text():
    text = plan_page.page(planned([{"name": "<script>alert(1)</script>", "consumer_bytes_per_second": 1000}]))
    assert "<script>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


@pytest.mark.parametrize(
    ("plan", "status"),
    [
        (planned(), "passed"),
        (GROWING, "warned"),
        (planned(disk_bytes="1 GB"), "failed"),
        (planned([{"partitions": 1}]), "warned"),
    ],
)
def test_the_verdict_is_that_of_the_plan(plan, status):
    assert f'<div class="verdict {status}"' in plan_page.page(plan)


def test_what_is_full_first_stands_on_top():
    chart = plan_charts.fills_first(planned(disk_bytes="1 GB", growth_percent=10, network_bytes_per_second="20 MB"))
    assert [(row[0], row[1]) for row in chart.rows] == [
        ("Disk space", 0),
        ("Network, in", 10),  # 8 MB/s that grow, and 0.31 MB/s: 2.46 times as much; 1.1^9 is 2.36, 1.1^10 is 2.59
        (
            "Network, out",
            15,
        ),  # 10 MB/s that grow, and 0.31, by two: 3.97 times; 1.1^14 is 3.80, 1.1^15 4.18
        ("Memory map areas", 58),  # 22.5 segments that grow, of 25 partitions: 232 times
        ("Descriptors", None),
    ]


@pytest.mark.parametrize(
    ("percents", "levels"),
    [
        ([10, 70, 70.1, 100, 100.1, 500], [(0, 0, 2), (1, 2, 2), (2, 4, 2)]),
        ([120], [(2, 0, 1)]),
        ([50, 50], [(0, 0, 2)]),
    ],
)
def test_levels_are_stretches_of_months(percents, levels):
    assert list(plan_charts._levels(percents)) == levels


@pytest.mark.parametrize("draw", [plan_charts.fills_first, plan_charts.taken_today])
def test_a_drawing_is_whole_and_told_in_words(draw):
    drawn = draw(GROWING)
    root = Xml.fromstring(drawn.svg)  # noqa: S314 its own text
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    for drawn_bar in root.iter("rect"):
        left, top, wide, high = (float(drawn_bar.attrib[name]) for name in ("x", "y", "width", "height"))
        assert 0 <= left <= left + wide <= width
        assert 0 <= top <= top + high <= height
    identities = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert set(root.attrib["aria-labelledby"].split()) <= set(identities)
    (told,) = [node.text for node in root.iter("desc")]
    assert all(str(row[0]) in told for row in drawn.rows)
    assert len(drawn.rows) == len(GROWING["resources"])
    assert {len(row) for row in drawn.rows} == {len(drawn.columns)}


def test_bars_are_as_long_as_what_is_taken():
    short = plan_charts.taken_today(planned(disk_bytes=421_095_697_067))  # of 631.6 GB, half more than there is
    bars = [float(one.attrib["width"]) for one in Xml.fromstring(short.svg).iter("rect")][5:]  # noqa: S314
    assert bars[0] == pytest.approx(440, abs=0.5)  # all the room


def test_a_terminal_has_what_is_full_when_and_what_to_do():
    text = plan_page.text(GROWING)
    disk = next(line for line in text.splitlines() if line.startswith("Disk space"))
    assert re.split(r"  +", disk) == ["Disk space", "631 GB", "1.2 TB", "52.5%", "2026-08"]
    assert re.search(r"^vm\.max_map_count +262144$", text, re.MULTILINE)
    assert "plan_few_partitions" in text
    assert text.endswith(GROWING["sentence"])


def test_what_is_no_plan_is_refused():
    plan_page.check(GROWING)
    with pytest.raises(GroundworkError, match=r"^plan is not what capacity_plan returned; pass the plan of"):
        plan_page.check({"schema": "groundwork.kafka/plan/0"})
