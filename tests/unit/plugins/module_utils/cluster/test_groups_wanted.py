# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import groups_wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.groups_wanted import Group
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

NEW_YEAR = 1767225600000  # date -u -d 2026-01-01 +%s, with three zeros


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({}, Group("g"), id="shown"),
        pytest.param({"state": "absent"}, Group("g", present=False), id="to be deleted"),
        pytest.param({"to": "earliest"}, Group("g", "earliest"), id="wherever it has a position"),
        pytest.param(
            {"to": "latest", "topics": ["a", "b:2,0"], "may_be_new": True},
            Group("g", "latest", topics={"a": [], "b": [0, 2]}, may_be_new=True),
            id="in topics and partitions",
        ),
        pytest.param({"offset": 0}, Group("g", "offset", 0), id="an offset"),
        pytest.param({"shift": -5}, Group("g", "shift", -5), id="backwards"),
        pytest.param({"time": "2026-01-01T00:00:00Z"}, Group("g", "time", NEW_YEAR), id="a moment"),
        pytest.param({"time": "2026-01-01 01:00:00+01:00"}, Group("g", "time", NEW_YEAR), id="as YAML shows one"),
        pytest.param({"time": str(NEW_YEAR)}, Group("g", "time", NEW_YEAR), id="milliseconds"),
        pytest.param(
            {"positions": {"a": {0: 5, "1": "6"}}},
            Group("g", "positions", given={("a", 0): 5, ("a", 1): 6}),
            id="each position",
        ),
    ],
)
def test_what_is_given_is_understood(given, expected):
    assert groups_wanted.wanted([{"name": "g", **given}]) == [expected]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        pytest.param({"name": ""}, "A group has an empty name; give it, as", id="no name"),
        pytest.param({"to": "latest", "shift": 1}, "The group g has to and shift; give one of them.", id="two ways"),
        pytest.param(
            {"state": "absent", "offset": 1, "topics": ["a"]},
            "The group g is to be absent, with offset and topics; leave that out.",
            id="absent and more",
        ),
        pytest.param({"topics": ["a"]}, "The group g has topics, and not where to reset it to; give to,", id="nowhere"),
        pytest.param({"offset": -1}, "The group g has offset: -1; give 0 or more, or to: latest", id="before all"),
        pytest.param(
            {"to": "latest", "topics": ["a:x"]}, "The group g has 'a:x' among its topics; give", id="a letter"
        ),
        pytest.param(
            {"to": "latest", "topics": ["a:0", "a:1"]},
            "The group g has the topic a twice; give its partitions in one, as in a:0,1.",
            id="a topic twice",
        ),
        pytest.param(
            {"time": "2026-01-01T00:00:00"},
            "The group g has time: 2026-01-01T00:00:00; give a moment with its time zone, such as",
            id="no time zone",
        ),
        pytest.param({"time": "1969-12-31T23:59:59.999Z"}, "The group g has time: 1969-12-31T23", id="the end's -1"),
        pytest.param({"time": "\u00b2"}, "The group g has time: \u00b2; give a moment", id="no digit"),
        pytest.param(
            {"positions": {"a": {0: "\u00b2"}}}, "The group g has the position '\u00b2' for partition 0", id="a square"
        ),
        pytest.param({"time": "9" * 20}, "The group g has time: 9999", id="more than there are numbers"),
        pytest.param({"time": "yesterday"}, "The group g has time: yesterday; give a moment with", id="no moment"),
        pytest.param({"positions": {}}, "The group g has no positions; give some, or", id="no positions"),
        pytest.param({"positions": {"a": 5}}, "The group g has positions of a that are not by", id="no partition"),
        pytest.param(
            {"positions": {"a": {0: -1}}}, "The group g has the position -1 for partition 0 of a; give", id="negative"
        ),
    ],
)
def test_one_sentence_tells_what_can_not_be(given, sentence):
    with pytest.raises(GroundworkError) as error:
        groups_wanted.wanted([{"name": "g", **given}])
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(GroundworkError) as error:
        groups_wanted.wanted([{"name": "g"}, {"name": "g"}, {"name": "h", "offset": -1}])
    assert [line[:30] for line in str(error.value).splitlines()] == [
        "The group h has offset: -1; gi",
        "The group g stands twice in th",
    ]
