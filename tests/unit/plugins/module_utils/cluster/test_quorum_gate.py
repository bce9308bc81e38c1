# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import quorum_gate


def quorum(leader=1, **seconds):
    """A quorum of voters c1, c2, …, each so many seconds behind."""
    voters = [{"id": int(name[1:]), "seconds_behind": behind} for name, behind in seconds.items()]
    return {"leader_id": leader, "voters": voters, "observers": []}


HEALTHY = quorum(c1=0.0, c2=0.4, c3=0.5)
LAME = quorum(c1=0.0, c2=0.4, c3=9.0)
PAIR = quorum(c1=0.0, c2=0.4)
NO_LEADER = ["the KRaft quorum has no leader"]


TWO_BEHIND = quorum(c1=0.0, c2=9.0, c3=9.0)
NEEDED = ["stopping controller 2 would leave 1 of 3 voters, and 2 are needed"]


@pytest.mark.parametrize(
    ("given", "stopping", "absent", "why"),
    [
        pytest.param(TWO_BEHIND, [2], [2, 3], [], id="one that was not there, and is behind"),
        pytest.param(TWO_BEHIND, [2], [], [*NEEDED, "controller 3 is behind the quorum's leader"], id="one that was"),
        pytest.param(LAME, [2], [2], [*NEEDED, "controller 3 is behind the quorum's leader"], id="one that is back"),
        pytest.param(quorum(None, c2=9.0), [2], [2], NO_LEADER, id="nobody leads"),
    ],
)
def test_a_controller_that_was_not_there(given, stopping, absent, why) -> None:
    assert quorum_gate.before_stop(given, stopping, absent=absent) == why


@pytest.mark.parametrize(
    ("given", "stopping", "accept", "why"),
    [
        pytest.param(HEALTHY, [2], False, [], id="a follower"),
        pytest.param(HEALTHY, [1], False, [], id="the leader"),
        pytest.param(HEALTHY, [4], False, [], id="no voter"),
        pytest.param(LAME, [3], False, [], id="the one that is behind"),
        pytest.param(
            LAME,
            [2],
            False,
            [
                "stopping controller 2 would leave 1 of 3 voters, and 2 are needed",
                "controller 3 is behind the quorum's leader",
            ],
            id="one is behind already",
        ),
        pytest.param(
            HEALTHY,
            [2, 3],
            False,
            ["stopping controllers 2, 3 would leave 1 of 3 voters, and 2 are needed"],
            id="two at once",
        ),
        pytest.param(
            PAIR, [2], False, ["stopping controller 2 would leave 1 of 2 voters, and 2 are needed"], id="one of two"
        ),
        pytest.param(PAIR, [2], True, [], id="one of two, accepted"),
        pytest.param(quorum(c1=0.0), [1], True, [], id="the only one, accepted"),
        pytest.param(
            quorum(c1=0.0, c2=None),
            [1],
            True,
            [
                "stopping controller 1 would leave 0 of 2 voters, and 1 are needed",
                "controller 2 is behind the quorum's leader",
            ],
            id="accepted, but nothing is known of the other",
        ),
        pytest.param(quorum(None, c1=None, c2=None, c3=None), [2], False, NO_LEADER, id="no leader"),
    ],
)
def test_before_a_controller_stops(given, stopping, accept: bool, why) -> None:
    assert quorum_gate.before_stop(given, stopping, accept) == why


@pytest.mark.parametrize(
    ("given", "started", "why"),
    [
        (HEALTHY, [3], []),
        (LAME, [2], []),
        (LAME, [3], ["controller 3 has not caught up with the quorum's leader"]),
        (HEALTHY, [4], ["controller 4 is no voter of the KRaft quorum"]),
        (quorum(None, c1=None), [1], NO_LEADER),
    ],
)
def test_after_a_controller_was_started(given, started, why) -> None:
    assert quorum_gate.after_start(given, started) == why
