# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import four_letter_word
from ansible_collections.groundwork.kafka.plugins.modules import zookeeper_gate

MODES = {"z1": "leader", "z2": "follower", "z3": "refused"}
GIVEN = {
    "servers": [{"name": name, "host": name, "port": 2181} for name in MODES],
    "server": None,
    "leaving": [],
    "starting": [],
    "mended": [],
    "absent": [],
    "accept_unavailable": False,
    "wait": 0,
    "hold": 0,
    "keystore": None,
    "truststore": None,
}


@pytest.fixture
def gate(monkeypatch):
    """Run the module against an ensemble of which one server refuses; gives its result."""
    monkeypatch.setattr(zookeeper_gate, "_mode", lambda server, _context: MODES[server["name"]])
    return lambda given: zookeeper_gate.run({**GIVEN, **given})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"phase": "before_stop", "server": "z2"}, "stopping z2 would leave 1 of 3"),
        ({"phase": "after_start", "server": "z3"}, "z3 does not serve"),
        ({"phase": "start"}, "z3 does not serve"),
        ({"phase": "start", "servers": GIVEN["servers"][:2]}, "An ensemble of 2 ZooKeeper servers has no quorum while"),
        ({"phase": "start", "wait": -1}, "wait: -1 is no time to wait; give 0 or more, in seconds"),
        ({"phase": "start", "hold": -1}, "hold: -1 is no time to wait; give 0 or more, in seconds"),
        ({"phase": "after_start", "server": "z4"}, "z4 is none of the servers z1, z2, z3"),
    ],
)
def test_it_holds_and_says_why(gate, given, said: str) -> None:
    with pytest.raises(GroundworkError, match=said):
        gate(given)


FOLLOWING = dict.fromkeys(MODES, "follower")


@pytest.mark.parametrize("phase", ["leave", "start"])
def test_nothing_begins_while_one_leads_that_leaves(gate, monkeypatch, phase: str) -> None:
    monkeypatch.setattr(zookeeper_gate, "_mode", lambda server, _context: FOLLOWING[server["name"]])
    with pytest.raises(GroundworkError, match=r"^The ensemble is led by the ZooKeeper server z4, .*, and run again\.$"):
        gate({"phase": phase, "leaving": ["z4"]})
    assert gate({"phase": "before_stop", "server": "z1", "leaving": ["z4"]})["leader"] is None


def test_it_says_at_which_port_nobody_serves(monkeypatch) -> None:
    def ask(*_where):
        raise ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused")

    monkeypatch.setattr(four_letter_word, "ask", ask)
    servers = [{"name": "z1", "host": "z1", "port": 2281}]
    with pytest.raises(GroundworkError, match=r"^z1 does not serve \(Connection refused at port 2281\)\.$"):
        zookeeper_gate.run({**GIVEN, "phase": "after_start", "server": "z1", "servers": servers})


@pytest.mark.parametrize(
    ("given", "summary"),
    [
        (
            {"phase": "leave", "leaving": ["z4"]},
            "z4 may leave: 2 of 3 ZooKeeper servers serve, z1 leads",
        ),
        (
            {"phase": "start", "starting": ["z3"]},
            "the rollout may begin: 2 of 3 ZooKeeper servers serve, z1 leads",
        ),
        (
            {"phase": "start", "mended": ["z2", "z3"]},
            "the rollout may begin: 2 of 3 ZooKeeper servers serve, z1 leads; z3 does not, and is restarted first",
        ),
        (
            {"phase": "before_stop", "server": "z2", "accept_unavailable": True, "servers": GIVEN["servers"][:2]},
            "z2 may be stopped: 2 of 2 ZooKeeper servers serve, z1 leads",
        ),
        (
            {"phase": "before_stop", "server": "z3"},
            "z3 may be stopped: 2 of 3 ZooKeeper servers serve, z1 leads",
        ),
        (
            {"phase": "after_start", "server": "z2", "hold": 1},
            "z2 is back: 2 of 3 ZooKeeper servers serve, z1 leads, held for 1 s",
        ),
    ],
)
def test_it_lets_through_and_says_what_it_has_looked_at(gate, given, summary: str) -> None:
    result = gate(given)
    assert (result["changed"], result["leader"], result["summary"]) == (False, "z1", summary)
