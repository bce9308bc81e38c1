# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table of tests/changes: each input and each fact of the inventory is tried there, or it is said why not.

And what is held there fails where it should.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.changes import attempts, cases, checks, clusters
from tests.changes.test_changes import batches

TRIED = {case.input for case in cases.CASES}


def test_each_input_is_tried_or_it_is_said_why_not() -> None:
    assert set(cases.DECLARED) - TRIED - set(cases.UNTRIED) == set()
    assert TRIED & set(cases.UNTRIED) == set()
    assert (TRIED | set(cases.UNTRIED)) - set(cases.DECLARED) == set()


def test_each_fact_is_tried_or_it_is_said_why_not() -> None:
    tried = {fact.name for fact in cases.CHANGES_OF_THE_INVENTORY}
    assert set(cases.FACTS) - tried - set(cases.UNTRIED_FACTS) == set()
    assert tried & set(cases.UNTRIED_FACTS) == set()
    assert (tried | set(cases.UNTRIED_FACTS)) - set(cases.FACTS) == set()


@pytest.mark.parametrize("case", cases.CASES, ids=lambda one: f"{one.input}-{one.on}-{one.refused}")
def test_a_case_is_what_its_kind_asks_for(case) -> None:
    kind = case.declared["kind"]
    if case.refused is None:
        assert kind not in (cases.FIXED, cases.PROCEDURE)
        assert (kind == cases.ROLLING) == bool(case.concerned())
        assert bool(case.where) == bool(case.seen)
        assert (
            kind in (cases.RUN, cases.INSTALL)
            or case.where
            or case.input in ("kafka_users", "kafka_admin_client_properties")
        )
    else:
        assert re.compile(case.sentence)
        assert case.declared["refused"][case.refused]


SHORT, SHORT_PROCEDURES = ([one for one in several if one.short] for several in (cases.CASES, cases.PROCEDURES))


def test_the_short_lane_has_each_kind_of_change_on_one_cluster() -> None:
    assert len({one.on for one in (*SHORT, *SHORT_PROCEDURES)}) == 1
    assert {one.declared["kind"] for one in SHORT if one.refused is None} >= {cases.LIVE, cases.ROLLING}
    assert cases.FIXED in {one.declared["kind"] for one in SHORT if one.refused is not None}
    assert {one.declared["kind"] for one in SHORT_PROCEDURES} == {cases.PROCEDURE}


def test_what_is_short_is_marked_so_with_all_that_is_run_with_it() -> None:
    run = [case for batch in batches() if batch.marks for case in batch.values[2]]
    assert {case.input for case in run if case.short} == {case.input for case in SHORT if case.refused is None}
    tried = [one for one in attempts.attempts() if one.short]
    assert len(tried) == len([case for case in SHORT if case.refused is not None]) + 2 * len(SHORT_PROCEDURES)


def test_inputs_that_are_changed_in_one_run_get_one_value_each() -> None:
    for batch in batches():
        _on, _concerned, together = batch.values
        values: dict[str, object] = {}
        for case in together:
            assert {name: values.get(name, value) for name, value in case.values.items()} == case.values
            values.update(case.values)


@pytest.mark.parametrize("name", clusters.CLUSTERS)
def test_a_change_of_the_inventory_leaves_the_first_one_alone(name) -> None:
    cluster = clusters.CLUSTERS[name]
    for fact in cases.CHANGES_OF_THE_INVENTORY:
        if fact.on == name:
            assert str(fact.change(cluster.inventory())) != str(cluster.inventory())
    assert set(cluster.inventory({"kafka_port": 9192})["all"]["hosts"]) == set(cluster.hosts)


REFUSAL = attempts.Attempt("a", "keeper", {}, "^It is refused")
SAID = attempts.Outcome(2, "It is refused.")


@pytest.mark.parametrize(
    ("attempt", "outcome", "after"),
    [
        pytest.param(REFUSAL, replace(SAID, returncode=0), 1, id="it is taken"),
        pytest.param(REFUSAL, replace(SAID, said="It fails."), 1, id="it fails in another way"),
        pytest.param(REFUSAL, SAID, 2, id="something was written"),
        pytest.param(replace(REFUSAL, plans=True), SAID, 1, id="a plan that fails"),
    ],
)
def test_what_is_wrong_with_an_attempt_is_found(attempt, outcome, after) -> None:
    attempts.check(REFUSAL, attempts.Outcomes({"a": SAID}, {"written": 1}, {"written": 1}))
    with pytest.raises(AssertionError):
        attempts.check(attempt, attempts.Outcomes({"a": outcome}, {"written": 1}, {"written": after}))


def test_attempts_have_names_of_their_own() -> None:
    names = [one.name for one in attempts.attempts()]
    assert len(names) == len(set(names)) > 50


class Played:
    """Stands in for hosts; remembers what is run on them."""

    cluster = clusters.CLUSTERS["three"]

    def __init__(self) -> None:
        self.runs: list[Any] = []

    def play(self, playbook: str, inventory: clusters.Inventory) -> None:
        self.runs.append((playbook, inventory))


def test_a_cluster_goes_back_to_its_first_inventory_after_a_failure_alone() -> None:
    hosts: Any = Played()
    with checks.gone_back(hosts):
        pass
    with pytest.raises(KeyboardInterrupt), checks.gone_back(hosts):
        raise KeyboardInterrupt
    assert hosts.runs == []
    with pytest.raises(RuntimeError), checks.gone_back(hosts, "move_metadata"):
        raise RuntimeError
    first = clusters.CLUSTERS["three"].inventory()
    assert hosts.runs == [("move_metadata", first), ("site", first)]
