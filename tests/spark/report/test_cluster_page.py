# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of one audit, which the collection makes without Spark, as people see it in a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.plugin_utils.cluster_page import page
from tests.simulated_fleet import Fleet
from tests.spark.browser import Opened, open_page
from tests.spark.documents import LONG_KEY, SPOILT

BLUE, DARK_BLUE, VERMILLION = (0x00, 0x72, 0xB2), (0x56, 0xA8, 0xE0), (0xD5, 0x5E, 0x00)


def records() -> list[dict[str, Any]]:
    """Three clusters of five hosts, of which hosts 0, 8 and 11 have one setting that is not in effect.

    Host 1 has used up four fifths of its map areas, host 2 has a long name, and host 3 a rack that is a program.
    """
    found = [json.loads(line) for line in Fleet(100, 80, 2).lines(1, range(15))]
    found[1]["services"][0]["uses"]["map_areas"] = {"used": 80, "limit": 100, "headroom_percent": 20}
    found[2]["host"], found[3]["rack"] = LONG_KEY, SPOILT
    return found


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return open_page(page(records()), tmp_path_factory.mktemp("screen"), 1100)


@pytest.fixture(scope="module")
def telephone(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return open_page(page(records()), tmp_path_factory.mktemp("telephone"), 400, dark=True)


def share(opened: Opened, chart: str, colour: tuple[int, int, int]) -> float:
    """How much of ``chart`` has just this colour."""
    return float((abs(opened.within(chart) * 255 - colour) < 2).all(axis=2).mean())


def test_both_pictures_have_their_place_and_draw_in_it(screen: Opened, telephone: Opened) -> None:
    for opened in (screen, telephone):
        assert set(opened.charts) == {"off", "room"}
        for chart in opened.charts.values():
            assert min(chart["width"], chart["height"]) > 50
            assert min(chart["ink"]["width"], chart["ink"]["height"]) > 30


def test_what_is_drawn_can_be_seen(screen: Opened, telephone: Opened) -> None:
    assert share(screen, "off", VERMILLION) > 0.002  # three small squares
    assert share(screen, "room", VERMILLION) > 0.01  # one bar of fifteen
    assert share(screen, "room", BLUE) > 0.001
    assert share(telephone, "room", DARK_BLUE) > 0.001


def test_nothing_is_cut_or_wider_than_the_window(screen: Opened, telephone: Opened) -> None:
    assert (screen.width, telephone.width) == (1100, 400)
    assert (screen.cut, telephone.cut) == ([], [])


def test_colours_are_those_that_the_reader_prefers(screen: Opened, telephone: Opened) -> None:
    assert screen.pixels[5, 5, :3].min() > 0.95
    assert telephone.pixels[5, 5, :3].max() < 0.15


def test_names_run_no_program(screen: Opened) -> None:
    assert SPOILT not in screen.text
    assert screen.text.count("<script>") == 1  # the test's own


def test_print_has_the_words(screen: Opened) -> None:
    printed = "".join(screen.printed.split())
    for words in (
        "15 hosts; findings: 3 of severity high.",
        SPOILT,
        "3 of 15",
        "host000011: 60 (drifted)",
        "20% left",
        "30% should be left",
        "run playbooks/tune.yml",
    ):
        assert "".join(words.split()) in printed
