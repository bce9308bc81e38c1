# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.broker_config import FilterModule

FILTERS = FilterModule().filters()


def test_both_filters_work_together() -> None:
    merged = FILTERS["broker_config"]({"a": True}, {"b": [1, 2]}, heap="1g")
    assert FILTERS["properties"](merged) == "a=true\nb=1,2\n"


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("broker_config", ({"a": {}}, {}, "1g"), "a is a mapping; "),
        ("broker_config", ("text", {}, "1g"), "'text' is not a mapping of keys to values"),
        ("broker_config", ({}, [], "1g"), r"\[\] is not a mapping of keys to values"),
        ("broker_config", ({}, {"num.io.thread": 8}, "1g", "4.3.1"), "the nearest that is one is num.io.threads"),
        ("listeners", (["broker"], "raft", "k1", {}, {}), "kafka_mode is 'raft'"),
        ("listeners", (["broker"], "kraft", "k1", [], {}), r"\[\] is not a mapping of keys to values"),
        ("properties", (["a"],), "is not a mapping of keys to values"),
    ],
)
def test_errors_are_ansibles_own(name: str, arguments: tuple, sentence: str) -> None:
    with pytest.raises(AnsibleFilterError, match=sentence):
        FILTERS[name](*arguments)


def test_listeners_of_a_host() -> None:
    names = {"CLIENT": 9092, "BROKER": 9091}
    protocols = {"CLIENT": "PLAINTEXT", "BROKER": "PLAINTEXT"}
    found = FILTERS["listeners"](["broker"], mode="zookeeper", host="k1", ports=names, protocols=protocols)
    assert found["advertised.listeners"] == "CLIENT://k1:9092,BROKER://k1:9091"


def test_the_version_that_an_archive_tells() -> None:
    tell = FILTERS["archive_version"]
    assert tell("/srv/kafka_2.13-4.3.1.tgz", "3.9.2") == "4.3.1"
    assert tell("https://example.com/kafka.tgz", "3.9.2") == "3.9.2"


def test_what_a_version_lacks_of_the_defaults_is_left_out_and_told() -> None:
    defaults = {"zookeeper.connection.timeout.ms": 6000, "num.io.threads": 8}
    assert FILTERS["broker_config"](defaults, {}, "1g", "4.3.1") == {"num.io.threads": "8"}
    (finding,) = FILTERS["broker_findings"](defaults, {}, "4.3.1")
    assert (finding["id"], finding["found"]) == ("setting_left_out", "zookeeper.connection.timeout.ms")
    assert FILTERS["broker_findings"](defaults, {"log.cleaner.enable": True}, "3.9.2") == []
