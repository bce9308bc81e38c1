# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of a capacity plan, which has the look of the validation's pages: on a screen, on a telephone, on paper."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from ansible_collections.groundwork.kafka.plugins.modules import capacity_plan
from ansible_collections.groundwork.kafka.plugins.plugin_utils import plan_page
from tests.spark.browser import Opened, open_page

EXAMPLE = yaml.safe_load(capacity_plan.EXAMPLES)[0]["groundwork.kafka.capacity_plan"]["load"]
LONG = "t" * 200
BLUE, DARK_BLUE, ORANGE, VERMILLION = (0x00, 0x72, 0xB2), (0x56, 0xA8, 0xE0), (0xE6, 0x9F, 0x00), (0xD5, 0x5E, 0x00)


def plan(**changed: Any) -> dict[str, Any]:
    """The plan of the module's example, short of disk space in its second year, with a name that is too long."""
    first, *others = EXAMPLE["topics"]
    load = {**EXAMPLE, "topics": [{**first, "name": LONG}, *others], **changed}
    found: dict[str, Any] = capacity_plan.run({"load": load, "start": "2026-01", "variable": "load"})["plan"]
    return found


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return open_page(plan_page.page(plan()), tmp_path_factory.mktemp("screen"), 1100)


@pytest.fixture(scope="module")
def telephone(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return open_page(plan_page.page(plan(disk_bytes="1 TB")), tmp_path_factory.mktemp("telephone"), 400, dark=True)


def share(opened: Opened, chart: str, colour: tuple[int, int, int]) -> float:
    """How much of *chart* has just this colour."""
    return float((abs(opened.within(chart) * 255 - colour) < 2).all(axis=2).mean())


def test_nothing_is_cut_and_nothing_wider_than_the_screen(screen: Opened, telephone: Opened) -> None:
    assert (screen.width, screen.cut) == (1100, [])
    assert (telephone.width, telephone.cut) == (400, [])


def test_charts_draw_within_their_places(screen: Opened, telephone: Opened) -> None:
    for opened in (screen, telephone):
        assert set(opened.charts) == {"when", "now"}
        for chart in opened.charts.values():
            ink = chart["ink"]
            assert ink["x"] >= 0
            assert ink["x"] + ink["width"] <= 900
            assert ink["width"] > 600


def test_what_is_drawn_can_be_seen(screen: Opened, telephone: Opened) -> None:
    assert share(screen, "when", BLUE) > 0.1
    assert share(screen, "when", ORANGE) > 0.01
    assert share(screen, "when", VERMILLION) > 0.005
    assert share(screen, "now", VERMILLION) < 0.002  # the legend's alone
    assert share(telephone, "when", DARK_BLUE) > 0.1


def test_paper_has_the_sentence_the_settings_and_each_formula(screen: Opened) -> None:
    """By their words: where a formula takes two lines, what stands beside the second is printed between them."""
    printed = set(screen.printed.split())
    found = plan()
    said = [found["sentence"], "vm.max_map_count", *(one["formula"] for one in found["numbers"])]
    assert {word for text in said for word in text.split()} - printed == set()
