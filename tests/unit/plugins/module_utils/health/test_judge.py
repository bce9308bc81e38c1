# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Verdicts: what is off is said, what is not known is never normal."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.health import gathered, judge, report
from ansible_collections.groundwork.kafka.plugins.module_utils.health.reading import Reading, plain
from ansible_collections.groundwork.kafka.plugins.module_utils.health.vitals import BY_ID

SCHEMA = json.loads((Path(judge.__file__).parents[3] / "docs/schemas/health-1.json").read_text())
NOW = 1769904000.0
PAGE = "http://k1:7071/metrics"

VERDICTS = [
    ("under_replicated", 0, "normal"),
    ("under_replicated", 1, "alarm"),
    ("at_min_isr", 1, "warning"),
    ("active_controllers", 1, "normal"),
    ("active_controllers", 0, "alarm"),
    ("active_controllers", 2, "alarm"),
    ("network_idle", 0.3, "normal"),
    ("network_idle", 0.29, "warning"),
    ("network_idle", 0.05, "alarm"),
    ("gc_pause", 0.021, "normal"),
    ("gc_pause", 0.022, "warning"),
    ("map_areas", 0.71, "warning"),
    ("map_areas", 0.91, "alarm"),
    ("certificate_days", 29.9, "warning"),
    ("certificate_days", 6, "alarm"),
    ("group_lead", 0.04, "alarm"),
    ("bytes_in", 1e9, "shown"),
    ("answering", 0, "alarm"),
]


@pytest.mark.parametrize(("identity", "value", "word"), VERDICTS)
def test_what_a_value_means(identity, value, word) -> None:
    assert judge.verdict(BY_ID[identity], value) == word


def judged(*readings, mode="kraft", exporters=False):
    return {(one["id"], one["subject"]): one for one in judge.judge(readings, mode, NOW, exporters)}


def test_what_nobody_tells_is_unknown_and_says_what_to_name() -> None:
    found = judged(Reading("under_replicated", "cluster", "admin", 0))
    assert found[("under_replicated", "cluster")]["verdict"] == "normal"
    silent = {name: one for (name, _subject), one in found.items() if name != "under_replicated"}
    assert {one["verdict"] for one in silent.values()} == {"unknown"}
    assert "health_exporters" in silent["gc_pause"]["missing"]
    assert "zookeeper_outstanding" not in silent  # there is none in this mode
    assert "producer_record_error_rate" not in silent  # nobody could be asked
    assert "audit_age" not in silent  # which only a monitoring has


def test_a_cluster_of_the_other_mode_has_its_own_vital_signs() -> None:
    names = {name for name, _subject in judged(mode="zookeeper")}
    assert "zookeeper_outstanding" in names
    assert "fenced_brokers" not in names


def test_why_a_source_failed_stands_at_all_that_it_would_have_told() -> None:
    found = judged(Reading("", "cluster", "admin", missing="no broker accepts connections"))
    assert found[("offline_partitions", "cluster")]["missing"] == "no broker accepts connections"
    assert found[("offline_partitions", "cluster")]["verdict"] == "unknown"
    found = judged(Reading("", "k1", PAGE, missing="Connection refused"), exporters=True)
    assert found[("gc_pause", "cluster")]["missing"] == "Connection refused"


SERVERS = {
    "all tell it, and nothing lacks": ([0, 0, 0], "normal", 0),
    "one lacks": ([0, 2, 1], "alarm", 3),
    "one does not tell": ([0, None, 0], "unknown", None),
    "one does not tell, and another one lacks": ([0, None, 1], "alarm", 1),
    "nobody tells": ([None, None], "unknown", None),
}


@pytest.mark.parametrize(("values", "word", "value"), SERVERS.values(), ids=SERVERS)
def test_servers_tell_of_the_cluster_together_and_some_do_not_show_that_all_is_well(values, word, value) -> None:
    readings = [
        Reading(
            "under_replicated", f"k{number}", f"http://k{number}/metrics", one, "" if one is not None else "refused"
        )
        for number, one in enumerate(values)
    ]
    found = judged(*readings)[("under_replicated", "cluster")]
    assert (found["verdict"], found["value"]) == (word, value)


def test_a_server_whose_page_is_missing_counts_among_those_that_do_not_tell() -> None:
    silent = Reading("", "k2", "http://k2:7071/metrics", missing="refused")
    row = judged(Reading("offline_replicas", "k1", PAGE, 0), silent, exporters=True)[("offline_replicas", "cluster")]
    assert (row["verdict"], row["missing"]) == ("unknown", "1 of 2 servers tell it")
    row = judged(Reading("offline_replicas", "k1", PAGE, 1), silent, exporters=True)[("offline_replicas", "cluster")]
    assert (row["verdict"], row["value"]) == ("alarm", 1)


def test_brokers_that_nobody_has_named_an_exporter_of_count_among_them_as_well() -> None:
    brokers = [Reading("answering", f"broker {number}", "admin", 1) for number in (1, 2, 3)]
    readings = [Reading("offline_replicas", "k1", PAGE, 0), Reading("offline_partitions", "c1", PAGE, 0)]
    found = judged(*brokers, *readings, exporters=True)
    row = found[("offline_replicas", "cluster")]
    assert (row["verdict"], row["missing"]) == ("unknown", "1 of 3 servers tell it")
    assert found[("offline_partitions", "cluster")]["verdict"] == "normal"  # which one controller knows


def test_the_leader_may_be_the_one_that_does_not_tell() -> None:
    readings = [Reading("zookeeper_leaders", name, "mntr", 0) for name in ("zk1", "zk2")]
    found = judged(*readings, Reading("", "zk3", "mntr", missing="refused"), mode="zookeeper")
    assert found[("zookeeper_leaders", "cluster")]["verdict"] == "unknown"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("identity", ["gc_pause", "network_idle", "offline_replicas"])
def test_what_is_no_number_is_never_normal(identity, value) -> None:
    rows = judge.judge([Reading(identity, "k1", PAGE, value)], "kraft", NOW, True)
    (row,) = [one for one in rows if one["id"] == identity]
    assert (row["verdict"], row["value"]) == ("unknown", None)
    assert str(value) in row["missing"]
    jsonschema.validate(json.loads(report.json_lines([row])), SCHEMA)


def test_three_controllers_tell_of_the_same_partition_once_and_of_one_leader_among_them() -> None:
    told = [("offline_partitions", (1, 1, 1)), ("active_controllers", (0, 1, 0)), ("leaders_spread", (9, 3, 0))]
    readings = [Reading(name, f"k{at}", PAGE, value) for name, values in told for at, value in enumerate(values)]
    found = judged(*readings)
    assert [found[(name, "cluster")]["value"] for name, _values in told] == [1, 1, 2.25]


def test_the_worst_comes_first_and_each_line_is_as_the_schema_says() -> None:
    rows = judge.judge(
        [
            Reading("bytes_in", "k1", PAGE, 5.0),
            Reading("at_min_isr", "cluster", "admin", 1),
            Reading("under_replicated", "cluster", "admin", 0),
            Reading("offline_partitions", "cluster", "admin", 2),
            Reading("map_areas", "k1 kafka", "audit", missing="the host does not tell its limit"),
        ],
        "kraft",
        NOW,
        True,
    )
    words = [one["verdict"] for one in rows]
    assert words[:2] == ["alarm", "warning"]
    assert words == sorted(words, key=["alarm", "warning", "unknown", "normal", "shown"].index)
    for line in report.json_lines(rows).splitlines():
        jsonschema.validate(json.loads(line), SCHEMA)


@pytest.mark.parametrize(
    ("fail_on", "values", "said"),
    [
        ("alarm", {"offline_partitions": 1}, "1 alarm: offline_partitions"),
        ("alarm", {"at_min_isr": 1}, None),
        ("warning", {"at_min_isr": 1, "offline_partitions": 3}, "1 alarm, 1 warning: offline_partitions, at_min_isr"),
        ("none", {"offline_partitions": 1}, None),
        ("unknown", {"offline_partitions": None}, "1 unknown: offline_partitions"),
    ],
)
def test_the_sentence_of_a_failure(fail_on, values, said) -> None:
    rows = judge.judge(
        [Reading(name, "cluster", "admin", value, "why") for name, value in values.items()], "kraft", NOW, True
    )
    rows = [one for one in rows if one["id"] in values]
    found = report.sentence(rows, fail_on)
    assert found is None if said is None else found.startswith(said + ";")


def test_what_is_printed() -> None:
    readings = [
        Reading("under_replicated", "cluster", "admin", 3),
        Reading("bytes_in", "k1", PAGE, 1234.5),
        Reading("", "k2", "http://k2:7071/metrics", missing="timed out"),
    ]
    rows = judge.judge(readings, "kraft", NOW, True)
    text = report.text(rows, True)
    first = [cell.strip() for cell in text.splitlines()[2].split("  ") if cell.strip()]
    assert first[:5] == [
        "under_replicated",
        "cluster",
        "3 partitions",
        "0",
        "alarm",
    ]
    assert "1234.5 bytes/s" in text
    assert "ALARM: cluster: under_replicated is 3 partitions" in text
    assert "unknown: timed out (http://k2:7071/metrics): " in text
    assert "1234.5 bytes/s" not in report.text(rows, False)


def test_results_of_all_modules_come_together() -> None:
    cluster = {"mode": "kraft", "readings": [plain(Reading("under_replicated", "cluster", "admin", 0))]}
    servers = {"k1": {"readings": [plain(Reading("gc_pause", "k1", PAGE, 0.6))]}, "k2": {"msg": "gone\nmore"}}
    audits = {"k1": {"unreachable": True, "msg": "no route"}}
    found = {(one["id"], one["subject"]): one for one in gathered.judged(cluster, servers, audits, NOW)}
    assert found[("under_replicated", "cluster")]["verdict"] == "normal"
    assert found[("gc_pause", "k1")]["verdict"] == "alarm"
    assert found[("answering", "k1")]["verdict"] == "alarm"
    assert found[("map_areas", "cluster")]["missing"] == "no route"


def test_why_the_exporters_of_a_host_could_not_be_asked_is_told_in_each_mode() -> None:
    """Otherwise the report would say that they are to be named, to whoever has mistyped one."""
    audits = {"k1": {"record": {"settings": [], "findings": [], "services": []}}}
    servers = {"k1": {"failed": True, "msg": "exporters has an address at no host that is no page; give it."}}
    rows = gathered.judged({"mode": "kraft", "readings": []}, servers, audits, NOW)
    assert [one["missing"] for one in rows if one["id"] == "gc_pause"] == [servers["k1"]["msg"]]


def test_what_a_name_from_outside_holds_steers_no_terminal() -> None:
    readings = [
        Reading("group_lead", "group \x1b[31mred\nALARM: all is well", "admin", 0.01),
        Reading("", "k1", "http://k1/metrics", missing="it says '\x9b2J\u202e'"),
    ]
    text = report.text(judge.judge(readings, "kraft", NOW, True), True)
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []
    assert "group \\x1b[31mred\\x0aALARM: all is well" in text
    assert "\\x9b2J\\u202e" in text


def test_a_cluster_that_could_not_be_asked_is_an_alarm() -> None:
    found = {
        (one["id"], one["subject"]): one for one in gathered.judged({"msg": "kafka-python is missing"}, {}, {}, NOW)
    }
    assert found[("answering", "cluster")]["verdict"] == "alarm"
    assert found[("offline_partitions", "cluster")]["missing"] == "kafka-python is missing"
