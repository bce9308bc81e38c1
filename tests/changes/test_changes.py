# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each input is changed on a cluster that holds data, and what happens is held against the kind that it has.

Inputs of one kind that concern the same servers are changed in one run, and changed back in another.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, Iterator

import pytest

from tests.changes import readings
from tests.changes.cases import CASES, CHANGES_OF_THE_INVENTORY, ROLLING, Case, Fact
from tests.changes.checks import check_lost_nothing, check_refused, check_run
from tests.changes.hosts import Hosts

#: What is restarted by an input of each kind that is taken.
_QUIET = frozenset[str]()


def batches() -> Iterator[Any]:
    """The cases that are taken, by cluster, kind and the services that are restarted."""
    found: dict[tuple[str, str, frozenset[str]], list[Case]] = defaultdict(list)
    for case in CASES:
        if case.refused is None:
            kind = str(case.declared["kind"])
            found[case.on, kind, case.concerned() if kind == ROLLING else _QUIET].append(case)
    for (on, kind, concerned), cases in sorted(found.items(), key=str):
        yield pytest.param(on, concerned, cases, id=f"{on} {kind} {' and '.join(sorted(concerned)) or 'nothing'}")


@pytest.mark.parametrize(("hosts", "concerned", "cases"), list(batches()), indirect=["hosts"])
def test_what_is_taken_restarts_the_servers_it_concerns_once_and_no_others(
    hosts: Hosts, concerned: frozenset[str], cases: list[Case]
) -> None:
    changed: dict[str, Any] = {}
    for case in cases:
        assert {name: changed.get(name, value) for name, value in case.values.items()} == case.values, "one value each"
        changed.update(case.values)
    for script in dict.fromkeys(case.prepare for case in cases):
        for host in hosts.cluster.hosts:
            hosts.on(host, script)
    before = readings.held_data(hosts)
    check_run(hosts, changed, concerned)
    first = next(iter(hosts.cluster.hosts))
    shown = {case.input: hosts.on(first, case.where) for case in cases if case.where}
    for case in cases:
        assert not case.where or re.search(case.seen, shown[case.input], re.MULTILINE), (case.input, shown[case.input])
    check_lost_nothing(before, readings.held_data(hosts, changed))
    check_run(hosts, {}, concerned)
    check_lost_nothing(before, readings.held_data(hosts))


REFUSED = [case for case in CASES if case.refused is not None]


@pytest.mark.parametrize(
    ("hosts", "case"),
    [pytest.param(one.on, one, id=f"{one.on} {one.input} {one.refused}") for one in REFUSED],
    indirect=["hosts"],
)
def test_what_is_refused_is_refused_before_the_first_write(hosts: Hosts, case: Case) -> None:
    for host in hosts.cluster.hosts:
        hosts.on(host, case.prepare)
    check_refused(hosts, hosts.cluster.inventory(case.values), case.sentence)


@pytest.mark.parametrize(
    ("hosts", "fact"),
    [pytest.param(one.on, one, id=f"{one.on} {one.name}") for one in CHANGES_OF_THE_INVENTORY],
    indirect=["hosts"],
)
def test_a_change_of_the_inventory(hosts: Hosts, fact: Fact) -> None:
    inventory = fact.change(hosts.cluster.inventory())
    if fact.refused is not None:
        check_refused(hosts, inventory, fact.sentence)
        return
    before, starts = readings.held_data(hosts), readings.starts(hosts)
    for given in (inventory, hosts.cluster.inventory()):
        done = hosts.play("site", given)
        assert done.returncode == 0, done.stdout[-6000:]
        assert readings.starts(hosts) == starts
        check_lost_nothing(before, readings.held_data(hosts))
