# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each input is changed on a cluster that holds data, and what happens is held against the kind that it has.

Inputs that have the same servers restarted, or none, are changed in one run, and changed back in another. What is
refused is in test_attempts.py.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Iterator

import pytest

from tests.changes import readings
from tests.changes.cases import CASES, CHANGES_OF_THE_INVENTORY, ROLLING, Case, Fact, marks
from tests.changes.checks import check_lost_nothing, check_run, gone_back
from tests.changes.hosts import Hosts

#: What is restarted by an input of another kind than rolling.
_QUIET = frozenset[str]()


def batches() -> Iterator[Any]:
    """The cases that are taken, by cluster and the services that are restarted."""
    found: dict[tuple[str, frozenset[str]], list[Case]] = defaultdict(list)
    for case in CASES:
        if case.refused is None:
            found[case.on, case.concerned() if case.declared["kind"] == ROLLING else _QUIET].append(case)
    for (on, concerned), cases in sorted(found.items(), key=str):
        kinds = sorted({str(case.declared["kind"]) for case in cases})
        name = f"{on} {' and '.join(kinds)} restarts {' and '.join(sorted(concerned)) or 'nothing'}"
        yield pytest.param(on, concerned, cases, id=name, marks=marks(*cases))


@pytest.mark.parametrize(("hosts", "concerned", "cases"), list(batches()), indirect=["hosts"], scope="session")
def test_what_is_taken_restarts_the_servers_it_concerns_once_and_no_others(
    hosts: Hosts, concerned: frozenset[str], cases: list[Case]
) -> None:
    changed: dict[str, Any] = {}
    for case in cases:
        assert {name: changed.get(name, value) for name, value in case.values.items()} == case.values, "one value each"
        changed.update(case.values)
    hosts.prepare(case.prepare for case in cases)
    before = readings.held_data(hosts)
    with gone_back(hosts):
        check_run(hosts, changed, concerned)
        first = next(iter(hosts.cluster.hosts))
        shown = {case.input: hosts.on(first, case.where) for case in cases if case.where}
        unseen = {one.input: shown[one.input] for one in cases if one.where and not one.shown_in(shown[one.input])}
        assert unseen == {}
        check_lost_nothing(before, readings.held_data(hosts, changed))
        check_run(hosts, {}, concerned)
    check_lost_nothing(before, readings.held_data(hosts))
    hosts.prepare(f"rm -r {case.leaves}" for case in cases if case.leaves)


@pytest.mark.parametrize(
    ("hosts", "fact"),
    [pytest.param(one.on, one, id=f"{one.on} {one.name}") for one in CHANGES_OF_THE_INVENTORY if one.refused is None],
    indirect=["hosts"],
    scope="session",
)
def test_a_change_of_the_inventory_that_is_taken_restarts_nothing(hosts: Hosts, fact: Fact) -> None:
    before, starts = readings.held_data(hosts), readings.starts(hosts)
    with gone_back(hosts):
        for given in (fact.change(hosts.cluster.inventory()), hosts.cluster.inventory()):
            done = hosts.play("site", given)
            assert done.returncode == 0, done.stdout[-6000:]
            assert readings.starts(hosts) == starts
            check_lost_nothing(before, readings.held_data(hosts))
