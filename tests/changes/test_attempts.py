# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is refused is refused before the first write, and a plan changes nothing.

All of a cluster are run side by side, on the cluster as it was made.
"""

from __future__ import annotations

import pytest

from tests.changes.attempts import Attempt, Outcomes, attempts, check, run_side_by_side
from tests.changes.cases import marks
from tests.changes.hosts import Hosts


@pytest.fixture(scope="session")
def outcomes(request: pytest.FixtureRequest, hosts: Hosts) -> Outcomes:
    """How those ended that are chosen of the cluster's attempts."""
    items = [one for one in request.session.items if isinstance(one, pytest.Function)]
    given = [one.callspec.params["attempt"] for one in items if "attempt" in one.callspec.params]
    return run_side_by_side(hosts, [one for one in given if one.on == hosts.cluster.name])


@pytest.mark.parametrize(
    ("hosts", "attempt"),
    [pytest.param(one.on, one, id=one.name, marks=marks(one)) for one in attempts()],
    indirect=["hosts"],
    scope="session",
)
def test_an_attempt_changes_nothing(outcomes: Outcomes, attempt: Attempt) -> None:
    check(attempt, outcomes)
