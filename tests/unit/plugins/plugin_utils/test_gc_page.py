# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of collectors' logs: every value on it, what a host says of itself as text, a chart within its frame."""

from __future__ import annotations

import re

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import gc_log, gc_summary
from ansible_collections.groundwork.kafka.plugins.plugin_utils import gc_page, reporting
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.health.test_gc_log import TEN, made

TEXT = """\
[2026-11-27T08:28:57.728+0000][0.004s][gc] Using G1
[2026-11-27T08:28:57.782+0000][0.058s][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 22M->22M(24M) 40.5ms
[2026-11-27T08:29:57.782+0000][60.058s][gc] GC(1) To-space exhausted
[2026-11-27T08:29:57.782+0000][60.058s][gc] GC(1) Pause Full (G1 Compaction Pause) 22M->18M(24M) 250.0ms
"""


def log(text=TEXT, subject="k1 kafka"):
    return gc_summary.summary(gc_log.read(text.splitlines()), subject, ["/var/log/kafka/gc.log"])


def test_the_page_tells_each_measure_and_draws_each_pause() -> None:
    found = gc_page.page([log()], [], "2026-11-27T09:00:00Z")
    assert 'class="verdict warned"' in found
    for title in ("pause, 9 of 10", "to-space exhausted", "whole heap collected"):
        assert title in found
    assert found.count("var(--vermillion, #d55e00)") >= 2
    assert "2026-11-27 08:28:57 UTC" in found
    assert "21 ms" in found
    assert "1 times" not in found
    assert re.findall(r">([\d.]+ ms)</text>", found)[:5] == ["0 ms", "125 ms", "250 ms", "375 ms", "500 ms"]
    assert "<script" not in found
    assert "http://" not in found.replace("http://www.w3.org", "")


def test_a_figure_is_rounded_in_one_way_wherever_it_is_told() -> None:
    measured = log(TEXT.replace("250.0ms", "40.517ms"))
    page = gc_page.page([measured], [], "2026-11-27T09:00:00Z")
    headline, _header, table = page.partition("</header>")
    for one in (headline, table.partition('class="checks"')[2], gc_page.text([measured], []), *gc_page.off([measured])):
        assert "40.5 ms" in one
        assert "40.517" not in one


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (made([]), "k1 kafka: no pause is in /gc.log"),
        (made(TEN), "k1 kafka: 10 pauses, as short and as seldom as they are to be"),
        (made(TEN, exhausted=3), "k1 kafka: 10 pauses; to-space exhausted 3 times (0)"),
    ],
)
def test_what_is_said_of_a_log_in_a_line(found, said) -> None:
    assert gc_page.sentence(gc_summary.summary(found, "k1 kafka", ["/gc.log"])) == said


def test_all_that_is_drawn_is_in_the_frame() -> None:
    found = gc_page._chart(0, log()).svg
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', found).groups())
    for left, bottom, top in re.findall(r'd="M([\d.]+) ([\d.]+)V([\d.]+)"', found):
        assert 0 <= float(left) <= width
        assert 0 <= float(top) <= float(bottom) <= height


@pytest.mark.parametrize(
    "text", ["", "[1.0s][gc] Using G1", "[gc] GC(0) Pause Remark 1.0ms", "[1s][gc] GC(0) Pause Remark 1.0ms"]
)
def test_a_log_without_pauses_or_times_is_a_page_all_the_same(text) -> None:
    assert "garbage collectors" in gc_page.page([log(text)], [], "2026-11-27T09:00:00Z")


def test_what_a_host_says_of_itself_is_text() -> None:
    found = gc_page.page([log(subject="<script>alert(1)</script>")], ["<b>k2</b>: gone"], "2026-11-27T09:00:00Z")
    assert "<script>alert" not in found
    assert "<b>k2" not in found


def test_what_a_log_holds_steers_no_terminal() -> None:
    found = gc_page.text([log(TEXT.replace("Using G1", "Using \x1b[31mG1"))], ["k2: \x9b2J"])
    assert [letter for letter in found if not letter.isprintable() and letter != "\n"] == []
    assert "\\x1b[31mG1" in found


def test_hosts_come_together_and_what_was_not_read_is_told() -> None:
    results = {
        "k1": {"logs": [log()], "missing": ["k1 zookeeper: its command line names no log of the collector"]},
        "k2": {"unreachable": True, "msg": "no route\nmore"},
        "k3": {},
    }
    logs, missing = reporting.gathered(results, "logs")
    assert [one["subject"] for one in logs] == ["k1 kafka"]
    assert missing == [
        "k1 zookeeper: its command line names no log of the collector",
        "k2: no route",
        "k3: it was not read",
    ]
    text = gc_page.text(logs, missing)
    assert "== k1 kafka ==" in text
    assert re.search(r"to-space exhausted +1 time +0 +warning", text)
    assert "not read: k2: no route" in text
    assert gc_page.text([], []) == "No log of a collector was found."
    assert [one.partition(":")[0] for one in gc_page.off(logs)] == ["k1 kafka"]


@pytest.mark.parametrize(("value", "wanted"), [(0.9, 1), (25.2, 50), (250.0, 500), (99.0, 100), (101, 200)])
def test_the_axis_ends_at_a_round_number(value, wanted) -> None:
    assert gc_page._ceiling(value) == pytest.approx(wanted)
