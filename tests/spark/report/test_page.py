# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The page of each document as text: whole, alone, in order, and with nothing in it that a name could bring along."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import jinja2
import pytest

from spark_validation.fleet.columns import tables as fleet_tables
from spark_validation.lag.columns import tables as lag_tables
from spark_validation.report.page import page
from tests.spark.documents import DOCUMENTS, FLEET, MOMENTS, OLD, SOAK, SPOILT, document, measure


class Seen(HTMLParser):
    """The tags, ids and references of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.references: set[str] = set()
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "aria-labelledby"):
                self.references |= set((value or "").split())
            else:
                self.references |= set(re.findall(r"url\(([^)]*)\)", value or ""))

    def handle_data(self, data: str) -> None:
        self.said.append(data.strip())


TABLES = {"fleet": fleet_tables, "lag": lag_tables}
PAGES = {
    name: page(told, TABLES[told["command"]](told["details"]) if told["command"] in TABLES else None)
    for name, told in DOCUMENTS.items()
}


@pytest.mark.parametrize("name", PAGES)
def test_page_stands_alone(name: str) -> None:
    seen = Seen(PAGES[name])
    assert len(PAGES[name].encode()) < 2_000_000
    assert not re.findall(r"https?:|@import|<script|<link|src=", PAGES[name])
    assert {reference.removeprefix("#") for reference in seen.references} <= set(seen.ids)
    assert [name for name, count in Counter(seen.ids).items() if count > 1] == []
    assert DOCUMENTS[name]["sentence"] in seen.said


def test_the_longest_soak_of_the_most_partitions_stays_small() -> None:
    moments = [{**MOMENTS[0], "second": 144 * number} for number in range(300)]
    stalls = [{"partition": number, "began": 400.0 * number, "seconds": 1.5} for number in range(100)]
    soak = {**SOAK, "moment_seconds": 144, "moments": moments, "probe": {**SOAK["probe"], "stalls": stalls}}
    rows = [{**OLD["partitions"][0], "partition": number} for number in range(1000)]
    told = page(document("soak", "failed", {**OLD, "partitions": rows, "soak": soak}))
    assert len(told.encode()) < 1_000_000


def test_what_names_bring_along_is_text() -> None:
    for name in ("failed", "another"):
        assert SPOILT in " ".join(Seen(PAGES[name]).said)
    assert (
        Seen(PAGES["failed"]).said.count(SPOILT) == 7
    )  # topic, key, rack in its table, library of a group, directory, environment, file of the plan


def test_sections_stand_in_order() -> None:
    headings = re.findall(r"<h2>(.*?)</h2>", PAGES["failed"])
    assert headings == [
        "What was checked",
        "Measures",
        "Compared with an earlier run",
        "Throughput",
        "Beside the plan",
        "Over time",
        "Latency, and from the plan to the consumer",
        "Records over partitions, leaders and racks",
        "Read by consumer groups",
        "Bounds",
        "Examples",
        "Plan",
        "Environment",
    ]
    assert PAGES["failed"].index(DOCUMENTS["failed"]["sentence"] + "</p>") < PAGES["failed"].index("<h2>")


def test_status_is_told_by_word_and_shape() -> None:
    text = PAGES["failed"]
    for status, shape, count in (("failed", "rect", 1), ("warned", "path", 2), ("passed", "circle", 1)):
        mark = rf'<svg class="mark {status}"[^>]*><{shape}[^>]*>.*?</svg>'
        row = rf'<tr class="{status}"><td class="result">{mark} {status}</td>'
        assert len(re.findall(row, text)) == count
    assert '<div class="verdict failed" role="status"><svg class="mark failed"' in text


def test_thresholds_measures_and_changes_are_told() -> None:
    said = " ".join(part for part in Seen(PAGES["failed"]).said if part)
    for told in (
        "fails above 0",
        "warns above 10 fails above 20",
        "15 ms",
        "not measured",
        "▼ worse",
        "▲ better",
        "? unknown",
        "22 ms",
        "The same: Corrupt, Order.",
        "of these at the end of partition 0: 2",
        "1 ended in KafkaTimeoutError; 2 samples below zero count as zero; 3 of more than an hour count as an hour",
        "take 12.3 kB at most, of 2 GB allowed.",
        "4.11 kB 1.5 TB 2 TB 2 /d 0 B \N{EN DASH} \N{EN DASH}",
        "Replication factor 3 Min insync replicas 2 Retention 24 h",
        "a fault into its own topic on request, lost-tail , so",
    ):
        assert told in said


def test_a_run_stands_beside_its_plan() -> None:
    said = " ".join(part for part in Seen(PAGES["failed"]).said if part)
    dash = "\N{EN DASH}"
    for told in (
        ", at a scale of 0.00125: --share 0.01, 13 of 104 partitions. Partitions: 13 by --partitions, 104 planned.",
        "Rate: no limit by smoke, which writes as fast as it can, 10,000 planned.",
        "Planned At this scale Measured Difference Written 10,000 records/s 12.5 records/s 130 records/s +940.0%",
        f"Memory map areas the audit of {SPOILT} did not count it 732,500 {dash} {dash} {dash}",
        "13 of 39 replicas on a broker 15 TB 142 kB 128 kB -10.0%",
        "Audits: none before, after at 2026-01-31 12:00:00 UTC, of 1 host with brokers; the cluster has 3 brokers.",
    ):
        assert told in said


def test_a_measure_that_should_be_high_fails_below() -> None:
    rate = {"id": "rate", "title": "Rate", "unit": "MB/s", "value": 1.0, "better": "higher", "status": "failed"}
    text = page(document("another", "failed", {}, measures=[{**rate, "warn": None, "fail": 2.5}]))
    assert "fails below 2.5" in text


def test_each_chart_has_its_numbers_as_a_table() -> None:
    seen = Seen(PAGES["failed"])
    assert (seen.tags["figure"], seen.tags["details"], seen.tags["summary"]) == (6, 6, 6)
    assert PAGES["failed"].count('role="img" aria-labelledby=') == 6


def test_a_document_without_what_was_added_later_has_its_page() -> None:
    headings = re.findall(r"<h2>(.*?)</h2>", PAGES["old"])
    assert headings == ["What was checked", "Throughput", "Records over partitions", "Plan", "Environment"]
    assert "Produced" not in Seen(PAGES["old"]).said


def test_a_soak_tells_how_it_went() -> None:
    said = " ".join(Seen(PAGES["soak"]).said)
    assert "5 records a second were asked for over 6 s; the end came by request." in said
    assert "28 records were acknowledged, 2 are in doubt, 1 batch was repeated." in said


def test_a_comparison_tells_how_far_the_copy_is() -> None:
    said = " ".join(part for part in Seen(PAGES["compare"]).said if part)
    for told in (
        f"Source {SPOILT} h:1 2 40 0 Copy copy h:1 2 38 1",
        "Compared by partition and position, headers left out; records are read with read_committed.",
        "partition 1 20 13 (-7)",
        "0 5 25 25 20 0 0 0 1 0 7 20 20 1 2 4",
    ):
        assert told in said


def test_a_fleet_tells_each_kind_and_what_was_not_read() -> None:
    said = " ".join(part for part in Seen(PAGES["fleet"]).said if part)
    for told in (
        f"{SPOILT} 5 4 320 319 99.69 1 0 2 (none) 5 4 320 320 100 1 0 2 The first 2 of 201.",
        "broker+zookeeper 5 4 320 319 99.69 1 0 2",
        f"kafka map_areas 11,000 31,000 64 1,000 20 d 2026-02-20T12:00:00Z orders {SPOILT} r1 key",
        f"orders {SPOILT} broker {SPOILT} worse 1 1 {SPOILT} Hosts unlike their peers",
        f"half {SPOILT} no JSON 1 other.jsonl no record or review of an audit 1 empty.jsonl no line",
        "alone.review.json no audit beside it",
        f"Reports {SPOILT} Started",
        f"Cluster Reviewed at High Medium Low Accepted {SPOILT} 2026-01-31T12:00:00Z 3 1 0 2 By trap",
        f"Trap Severity Clusters Accepted in {SPOILT} high 2 0 replication low 0 1",
        "1 high 0 medium, 2 low Traps 3 high 1 medium, 0 low, 2 accepted Running out 1 within 30 days",
    ):
        assert told in said


def test_a_fleet_of_which_nothing_is_known_has_its_page() -> None:
    counted = dict.fromkeys(FLEET["total"], 0)
    kinds = {name: [] for name in FLEET["counts"]}
    files = {**FLEET["files"], "broken": [], "foreign": [], "unread": [], "alone": []}
    bare = {**FLEET, **kinds, "total": {**counted, "percent": None}, "files": files, "counts": dict.fromkeys(kinds, 0)}
    headings = re.findall(r"<h2>(.*?)</h2>", page(document("fleet", "passed", bare), fleet_tables(bare)))
    assert headings == ["What was checked", "Hosts and settings", "Run", "Environment"]


def test_long_times_are_told_as_people_would_say_them() -> None:
    said = " ".join(part for part in Seen(PAGES["lag"]).said if part)
    assert "Until 7 d 604,630 s lower fails above 600,000" in said
    assert "Soon 119 s lower" in said


def test_columns_without_a_value_are_left_out() -> None:
    said = " ".join(part for part in Seen(PAGES["lag"]).said if part)
    assert f"Lost {SPOILT} Empty T 2 up to 7 20 0 0 now never" in said  # without Behind
    assert f"Lost {SPOILT} T 0 0 20 20 0 20 0 now never" in said  # without Behind and Lead in time
    assert "Left: 1 What group g" in said
    measured = page(document("another", "passed", {}, checks=[], measures=[measure("Rate", 3.0)]))
    assert measured.count("Threshold</th>") == 1  # of the checks
    for column in ("Behind", "Lead in time", "Offset", "Number", "Key"):
        assert f"{column}</th>" not in PAGES["lag"]


def test_a_command_without_a_section_has_its_page() -> None:
    said = [part for part in Seen(PAGES["another"]).said if part]
    told = ["Details", "Group count", "2", "Whole", "yes", "Topics", "T", SPOILT, "Groups", "Group", "Lag", "Note"]
    told += [SPOILT, "1,234,567", "\N{EN DASH}", "g", "0", "expires", "Totals", "Lag", "1,234,567", "Run", "Cluster"]
    assert said[said.index("Details") :][: len(told)] == told


def test_a_figure_that_is_missing_is_not_passed_over() -> None:
    broken = document("smoke", "passed", OLD, checks=[{}])
    with pytest.raises(jinja2.UndefinedError, match="status"):
        page(broken)
