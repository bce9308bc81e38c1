# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import ensemble_gate

SERVING = {"z1": "leader", "z2": "follower", "z3": "follower"}
DOWN = {"z1": "leader", "z2": "follower", "z3": "Connection refused"}


@pytest.mark.parametrize(
    ("modes", "stopping", "accept", "why"),
    [
        pytest.param(SERVING, "z2", False, [], id="a follower"),
        pytest.param(DOWN, "z3", False, [], id="the one that is down"),
        pytest.param(
            DOWN,
            "z2",
            False,
            [
                "stopping z2 would leave 1 of 3 ZooKeeper servers, and 2 are needed",
                "z3 does not serve (Connection refused)",
            ],
            id="another is down",
        ),
        pytest.param({**DOWN, "z4": "observer"}, "z4", False, [], id="an observer"),
        pytest.param(
            {"z1": "standalone"},
            "z1",
            False,
            ["stopping z1 would leave 0 of 1 ZooKeeper servers, and 1 are needed"],
            id="the only one",
        ),
        pytest.param({"z1": "standalone"}, "z1", True, [], id="the only one, accepted"),
        pytest.param({"z1": "standalone", "z2": "waits"}, "z1", True, [], id="one that another is to join, accepted"),
    ],
)
def test_before_a_zookeeper_server_stops(modes, stopping: str, accept: bool, why) -> None:
    assert ensemble_gate.before_stop(modes, stopping, accept) == why


LOST = {"z1": "refused", "z2": "silent"}


@pytest.mark.parametrize(
    ("modes", "mended", "accept", "why"),
    [
        pytest.param(SERVING, ["z2"], False, [], id="all serve"),
        pytest.param(DOWN, [], False, ["z3 does not serve (Connection refused)"], id="nobody mends it"),
        pytest.param(DOWN, ["z2", "z3"], False, [], id="the rollout mends it"),
        pytest.param(LOST, ["z1"], False, ["z2 does not serve (silent)"], id="another is not there either"),
        pytest.param(LOST, ["z1"], True, [], id="which has no quorum without the first, accepted"),
        pytest.param({**DOWN, "z2": "x"}, ["z3"], True, ["z2 does not serve (x)"], id="accepted, but it could have"),
    ],
)
def test_at_the_start(modes, mended, accept: bool, why) -> None:
    assert ensemble_gate.at_start(modes, [], mended, accept) == why


@pytest.mark.parametrize(
    ("absent", "accept", "stops"), [(["z1"], True, True), ([], True, False), (["z1"], False, False)]
)
def test_where_none_serves_nothing_is_lost_with_one_that_did_not(absent, accept: bool, stops: bool) -> None:
    assert (ensemble_gate.before_stop(LOST, "z1", accept, absent) == []) is stops
    assert ensemble_gate.before_stop({**LOST, "z3": "leader"}, "z1", accept, absent) != []


@pytest.mark.parametrize(
    ("modes", "why"),
    [(SERVING, []), ({"z3": "observer"}, []), (DOWN, ["z3 does not serve (Connection refused)"])],
)
def test_after_a_zookeeper_server_was_started(modes, why) -> None:
    assert ensemble_gate.after_start(modes, "z3") == why


FOLLOWING = {"z1": "follower", "z2": "follower", "z3": "follower"}
RESTART = (
    "no server that is restarted without it would follow; restart that one on its host (systemctl restart zookeeper), "
    "so that another one leads, and run again"
)


@pytest.mark.parametrize(
    ("modes", "leaving", "why"),
    [
        pytest.param(SERVING, ["z4"], None, id="one that stays"),
        pytest.param(FOLLOWING, ["z4"], "server z4, which leaves it: " + RESTART, id="the one that leaves"),
        pytest.param({**FOLLOWING, "z3": "refused"}, ["z4"], RESTART, id="the one that leaves, and another is down"),
        pytest.param(
            FOLLOWING,
            ["z4", "number 5"],
            "servers z4, number 5, which leave it: no server that is restarted without them would follow; leave them "
            "out of the group zookeeper one at a time, with a run each",
            id="one of those that leave",
        ),
        pytest.param(FOLLOWING, [], "of a host that is not in the group zookeeper", id="one that has left the files"),
        pytest.param({"z1": "follower"}, ["z2"], None, id="the one that leaves, and the other is alone then"),
        pytest.param(LOST, ["z4"], None, id="nobody can tell"),
    ],
)
def test_who_leads_while_a_server_leaves(modes, leaving, why: str | None) -> None:
    found = ensemble_gate.led_from_outside(modes, leaving)
    assert (found == []) if why is None else (why in found[0])


def test_the_only_server_leads_nobody() -> None:
    assert (
        ensemble_gate.summary({"z1": "standalone"}, "after_start", "z1", 0)
        == "z1 is back: 1 of 1 ZooKeeper server serves"
    )
