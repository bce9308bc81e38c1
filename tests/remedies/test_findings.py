# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a finding tells people to do is done, word by word, on hosts that hold data: it is gone, and nothing is lost."""

from __future__ import annotations

from typing import Any, Iterator

import pytest

from tests.changes.checks import check_lost_nothing
from tests.changes.hosts import Hosts
from tests.remedies.cases import CASES, Case
from tests.remedies.following import Batch, follow


def given() -> Iterator[Any]:
    """Each case with its cluster and its batch, those of one batch one after the other."""
    for case in sorted(CASES, key=lambda one: (one.on, one.batch)):
        mark = pytest.mark.remedy(case.name)
        yield pytest.param(case.on, (case.on, case.batch), case, id=case.id, marks=mark)


@pytest.fixture(scope="session")
def batch(request: pytest.FixtureRequest, hosts: Hosts) -> Batch:
    """What became of those that are chosen of a batch."""
    given = [one.callspec.params for one in request.session.items if hasattr(one, "callspec")]
    return follow(hosts, [params["case"] for params in given if params.get("batch") == request.param])


@pytest.mark.parametrize(("hosts", "batch", "case"), list(given()), indirect=["hosts", "batch"], scope="session")
def test_the_remedy_of_a_finding(batch: Batch, case: Case) -> None:
    found = batch.of[case.id]
    assert found.failed == "", found
    assert found.left == []
    check_lost_nothing(batch.before, batch.after)
