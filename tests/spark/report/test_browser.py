# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The pages as people see them: on a screen, on a telephone in the dark, and on paper."""

from __future__ import annotations

import pytest

from spark_validation.fleet.columns import tables as fleet_tables
from spark_validation.report.page import page
from tests.spark.browser import Opened, open_page
from tests.spark.documents import DOCUMENTS, LONG_KEY, SPOILT

BLUE, DARK_BLUE, VERMILLION = (0x00, 0x72, 0xB2), (0x56, 0xA8, 0xE0), (0xD5, 0x5E, 0x00)
DARK_VERMILLION = (0xFF, 0x8A, 0x3D)
ALL = {"tiers", "latency", "time", "partitions", "leaders", "racks"}


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The failed run on a light screen."""
    return open_page(page(DOCUMENTS["failed"]), tmp_path_factory.mktemp("screen"), 1100)


@pytest.fixture(scope="module")
def telephone(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The soak on a narrow, dark one."""
    return open_page(page(DOCUMENTS["soak"]), tmp_path_factory.mktemp("telephone"), 400, dark=True)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """The keys of a topic to which partitions were added."""
    return open_page(page(DOCUMENTS["keys"]), tmp_path_factory.mktemp("keys"), 1100)


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A copy that differs from its source, on a narrow, dark screen."""
    return open_page(page(DOCUMENTS["compare"]), tmp_path_factory.mktemp("compare"), 400, dark=True)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A fleet with one of each of its faults, on a narrow, dark screen."""
    text = page(DOCUMENTS["fleet"], fleet_tables(DOCUMENTS["fleet"]["details"]))
    return open_page(text, tmp_path_factory.mktemp("fleet"), 400, dark=True)


def share(opened: Opened, chart: str, colour: tuple[int, int, int]) -> float:
    """How much of ``chart`` has just this colour."""
    return float((abs(opened.within(chart) * 255 - colour) < 2).all(axis=2).mean())


def test_the_verdict_is_there(screen: Opened) -> None:
    verdict = screen.text[screen.text.index('<div class="verdict failed" role="status">') :]
    assert DOCUMENTS["failed"]["sentence"] in verdict[:1000]


def test_each_chart_has_its_place_and_draws_in_it(screen: Opened, telephone: Opened) -> None:
    assert set(screen.charts) == ALL
    assert set(telephone.charts) == {"time", "latency", "partitions"}
    for chart in [*screen.charts.values(), *telephone.charts.values()]:
        assert min(chart["width"], chart["height"]) > 50
        assert min(chart["ink"]["width"], chart["ink"]["height"]) > 50


def test_what_is_drawn_can_be_seen(screen: Opened, telephone: Opened) -> None:
    least = {"tiers": 0.1, "latency": 0.003, "partitions": 0.1, "leaders": 0.1, "racks": 0.1}
    assert [name for name, part in least.items() if share(screen, name, BLUE) < part] == []
    assert share(screen, "partitions", VERMILLION) > 0.02
    assert share(telephone, "time", DARK_BLUE) > 0.05
    assert share(telephone, "latency", DARK_BLUE) > 0.001


def test_the_keys_of_a_topic(keys: Opened) -> None:
    assert '<div class="verdict failed" role="status">' in keys.text
    assert set(keys.charts) == {"partitioners", "spread", "busiest"}
    assert [name for name in keys.charts if share(keys, name, BLUE) < 0.1] == []
    assert (keys.width, keys.cut) == (1100, [])
    assert SPOILT not in keys.text
    assert LONG_KEY in keys.text
    printed = "".join(keys.printed.split())
    for words in ("murmur2 of 4", "none known", "2026-01-30T12:00:00Z; in partition 3 records", "partition 7"):
        assert "".join(words.split()) in printed


def test_a_topic_and_its_copy(compare: Opened) -> None:
    assert '<div class="verdict failed" role="status">' in compare.text
    assert set(compare.charts) == {"copied"}
    assert share(compare, "copied", DARK_BLUE) > 0.1
    assert (compare.width, compare.cut) == (400, [])
    assert SPOILT not in compare.text
    # Partition 1 lacks one record, two are changed, and four not copied yet.
    assert "13(-7)" in "".join(compare.printed.split())


def test_a_fleet(fleet: Opened) -> None:
    assert '<div class="verdict failed" role="status">' in fleet.text
    assert set(fleet.charts) == {"clusters", "settings"}
    assert share(fleet, "clusters", DARK_VERMILLION) > 0.03
    assert (fleet.width, fleet.cut) == (400, [])
    assert SPOILT not in fleet.text
    printed = "".join(fleet.printed.split())
    for words in ("1 (of 4)", "1 (of 320)", "The first 2 of 201.", "no record or review of an audit"):
        assert "".join(words.split()) in printed


def test_colours_are_those_that_the_reader_prefers(screen: Opened, telephone: Opened) -> None:
    assert screen.pixels[5, 5, :3].min() > 0.95
    assert telephone.pixels[5, 5, :3].max() < 0.15


def test_nothing_is_cut_or_wider_than_the_window(screen: Opened, telephone: Opened) -> None:
    assert (screen.width, telephone.width) == (1100, 400)
    assert (screen.cut, telephone.cut) == ([], [])


def test_names_run_no_program(screen: Opened) -> None:
    assert SPOILT not in screen.text
    assert screen.text.count("<script>") == 1  # the test's own


def test_print_has_the_words_of_tables_and_charts(screen: Opened, telephone: Opened) -> None:
    printed = "".join(screen.printed.split())
    for words in (
        DOCUMENTS["failed"]["sentence"],
        "theend",  # of a long key
        "28 (-2)",
        "here the two differ",
        "broker 1 in a",
        "p99 15 ms",
    ):
        assert "".join(words.split()) in printed
    assert "restart of broker 2, 1.2 s" in telephone.printed
