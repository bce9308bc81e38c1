# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a refusal tells people to write is taken, on hosts that hold data, and nothing is written before."""

from __future__ import annotations

from typing import Any, Iterator

import pytest

from tests.changes.hosts import Hosts
from tests.remedies import refused_inputs
from tests.remedies.refusals import Refusal
from tests.remedies.refusing import Tried, check_case, try_all


def given() -> Iterator[Any]:
    """Each case with its cluster and its batch, those of one batch one after the other."""
    for case in sorted(refused_inputs.CASES, key=lambda one: (one.on, one.batch)):
        mark = pytest.mark.remedy(case.begins)
        yield pytest.param(case.on, (case.on, case.batch), case, id=case.id, marks=mark)


@pytest.fixture(scope="session")
def tried(request: pytest.FixtureRequest, hosts: Hosts) -> Tried:
    """How the runs ended of those that are chosen of a batch."""
    items = [one for one in request.session.items if isinstance(one, pytest.Function)]
    chosen = [one.callspec.params["case"] for one in items if one.callspec.params.get("tried") == request.param]
    return try_all(hosts, chosen)


@pytest.mark.parametrize(("hosts", "tried", "case"), list(given()), indirect=["hosts", "tried"], scope="session")
def test_the_remedy_of_a_refusal(tried: Tried, case: Refusal) -> None:
    check_case(case, tried)
