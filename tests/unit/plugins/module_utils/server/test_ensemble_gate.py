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


@pytest.mark.parametrize(
    ("modes", "why"),
    [(SERVING, []), ({"z3": "observer"}, []), (DOWN, ["z3 does not serve (Connection refused)"])],
)
def test_after_a_zookeeper_server_was_started(modes, why) -> None:
    assert ensemble_gate.after_start(modes, "z3") == why


def test_the_only_server_leads_nobody() -> None:
    assert (
        ensemble_gate.summary({"z1": "standalone"}, "after_start", "z1", 0)
        == "z1 is back: 1 of 1 ZooKeeper server serves"
    )
