# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which cases of refusals tests/remedies takes in one run: a remedy must not be hidden by that of another case."""

from __future__ import annotations

import pytest

from tests.remedies.parted import parts, whole
from tests.remedies.refusals import Refusal
from tests.remedies.refusing import grouped

USERS = {"kafka_users": [{"name": "a", "password": "b"}, {"name": "c"}]}


def case(given, then, **how) -> Refusal:
    return Refusal("a", given, "b", then, **how)


def test_remedies_that_touch_different_parts_are_given_together() -> None:
    ((inputs, cases),) = grouped(
        [
            case({"kafka_config": {"a.b": "x"}}, {"kafka_config": {"a.b": 1}}),
            case({"kafka_config": {"c.d": 1}}, {}),
            case({"kafka_users": [{"name": "a"}]}, {"kafka_users": [{"name": "a", "password": "b"}]}),
        ]
    )
    assert inputs == {"kafka_config": {"a.b": 1}, "kafka_users": [{"name": "a", "password": "b"}]}
    assert len(cases) == 3


@pytest.mark.parametrize(
    "other",
    [
        case({"kafka_heap": "x"}, {"kafka_heap": "2g"}),  # another value
        case({"kafka_heap": "x"}, {}),  # which is left out there
        case({"kafka_port": 0}, {"kafka_port": 1}, playbook="tune"),
    ],
)
def test_those_that_contradict_one_another_are_apart(other) -> None:
    first = case({"kafka_heap": "y"}, {"kafka_heap": "1g"})
    assert [cases for _inputs, cases in grouped([first, other])] == [[first], [other]]
    assert [inputs for inputs, _cases in grouped([other, first])] == [dict(other.then), {"kafka_heap": "1g"}]


@pytest.mark.parametrize("inputs", [USERS, {"a": [1, 2], "b": {}, "c": {"d": {"e": 1}}, "f": []}, {}])
def test_inputs_are_what_their_parts_make(inputs) -> None:
    assert whole(parts(inputs)) == inputs
