# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config as broker_config
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

DEDUPE = "log.cleaner.dedupe.buffer.size"


@pytest.mark.parametrize(
    ("defaults", "overrides", "merged"),
    [
        pytest.param({"b": 1, "a": 2}, {"c": 3}, [("b", "1"), ("a", "2"), ("c", "3")], id="order is kept"),
        pytest.param({"a": 1, "b": 2}, {"a": 3}, [("a", "3"), ("b", "2")], id="an override keeps the place"),
        pytest.param({"a": 1, "b": 2}, {"a": None}, [("b", "2")], id="none takes a default away"),
        pytest.param({"a": True, "b": False}, {}, [("a", "true"), ("b", "false")], id="booleans"),
        pytest.param({"a": ["/x", "/y"], "b": []}, {}, [("a", "/x,/y"), ("b", "")], id="lists"),
        pytest.param({"a": [True, 1]}, {}, [("a", "true,1")], id="items of lists"),
        pytest.param({"a": 0.5, "b": ""}, {}, [("a", "0.5"), ("b", "")], id="fractions and empty text"),
        pytest.param({DEDUPE: 536870912}, {}, [(DEDUPE, "134217728")], id="bounded by a quarter of the heap"),
        pytest.param({DEDUPE: 1048576}, {}, [(DEDUPE, "1048576")], id="small enough"),
        pytest.param({DEDUPE: 536870912}, {DEDUPE: "134217728"}, [(DEDUPE, "134217728")], id="exactly a quarter"),
        pytest.param({DEDUPE: 536870912}, {DEDUPE: None}, [], id="bound taken away"),
    ],
)
def test_merged_for_a_heap_of_512m(defaults, overrides, merged) -> None:
    assert list(broker_config.merge(defaults, overrides, "512m").items()) == merged


@pytest.mark.parametrize(
    ("defaults", "overrides", "heap", "why"),
    [
        ({"a": {"b": 1}}, {}, "1g", "a is a mapping; write its parts as keys of their own"),
        ({}, {"a": [{"b": 1}]}, "1g", "a is a mapping"),
        ({}, {"a": [[1]]}, "1g", "a is a list in a list"),
        ({}, {"a": [1, None]}, "1g", "a has an empty item in its list"),
        ({}, {DEDUPE: 134217729}, "512m", "more than a quarter of the heap of 512m.* give at most 134217728"),
        ({}, {DEDUPE: "much"}, "512m", "log.cleaner.dedupe.buffer.size: 'much' is not a size"),
        ({}, {}, "lots", "heap: 'lots' is not a size"),
    ],
)
def test_what_no_properties_file_can_hold_is_refused(defaults, overrides, heap: str, why: str) -> None:
    with pytest.raises(GroundworkError, match=why):
        broker_config.merge(defaults, overrides, heap)


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("broker.id", 1, "broker.id=1"),
        ("auto.create.topics.enable", False, "auto.create.topics.enable=false"),
        ("log.dirs", ["/a", "/b"], "log.dirs=/a,/b"),
        ("listeners", "PLAINTEXT://:9092", "listeners=PLAINTEXT://:9092"),
        ("a b:c=d", "x=y # !", r"a\ b\:c\=d=x=y # !"),
        ("#a", "b", r"\#a=b"),
        ("a", r"C:\x", r"a=C:\\x"),
        ("a", "  two", "a=\\  two"),
        ("a", "one\ntwo\tthree", r"a=one\ntwo\tthree"),
        ("a", "\u00fc\u20ac", r"a=\u00fc\u20ac"),
        ("a", "\U0001d11e", r"a=\ud834\udd1e"),
        ("a", "", "a="),
        ("", "a", "=a"),
        ("a\\", "b\\", "a\\\\=b\\\\"),
        (" a", " ", "\\ a=\\ "),
        ("a", "\tb", r"a=\tb"),
        ("!a", "#b !c", r"\!a=#b !c"),
        ("a", "\x00\x7f\u00a0\u2028", r"a=\u0000\u007f\u00a0\u2028"),
    ],
)
def test_properties_are_escaped_as_java_reads_them(key: str, value: object, line: str) -> None:
    assert broker_config.properties({key: value}) == line + "\n"


def test_properties_are_sorted_so_that_a_moved_key_changes_nothing() -> None:
    assert broker_config.properties({"b": 1, "a.b": 3, "a": 2}) == "a=2\na.b=3\nb=1\n"


def test_every_setting_that_the_version_lacks_is_told() -> None:
    with pytest.raises(GroundworkError) as raised:
        broker_config.merge({"num.io.threads": "many"}, {"zookeeper.connect": "zk:2181"}, "1g", "4.3.1")
    assert [line.split(",")[0].split(" is ")[0] for line in str(raised.value).splitlines()] == [
        "num.io.threads in kafka_production_config",
        "kafka_config has zookeeper.connect",
    ]


def test_an_override_of_none_takes_away_what_the_version_lacks() -> None:
    assert broker_config.merge({}, {"zookeeper.connect": None}, "1g", "4.3.1") == {}


def test_without_a_version_nothing_is_judged() -> None:
    assert broker_config.merge({}, {"quux": 1}, "1g") == {"quux": "1"}
