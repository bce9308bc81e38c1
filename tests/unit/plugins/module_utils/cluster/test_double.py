# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import double

OWN = double.Own(3, ["k4:9092", "k4:9093"])
NEW, OLD = "88a3e2c4-5f55-4d3a-b4d0-2a0a4e0a7f1b", "iKPixF9VTTq00CoKTgp_Gw"  # the same, in the two ways to write it


def broker(number: int, address: str, fenced: bool = False):
    host, _colon, port = address.rpartition(":")
    return {"id": number, "host": host, "port": int(port), "rack": None, "fenced": fenced}


@pytest.mark.parametrize(
    ("brokers", "where"),
    [
        ([], ""),
        ([broker(1, "k1:9092"), broker(3, "k3:9092")], "k3:9092"),
        ([broker(3, "k3:9092", fenced=True)], ""),
        ([broker(3, ":-1", fenced=True)], ""),  # one that was never there has no address
        ([broker(3, "K4:9092")], ""),
        ([broker(3, "k4:9095")], "k4:9095"),
    ],
)
def test_a_broker_registered_at_another_address(brokers, where: str) -> None:
    assert double.broker_elsewhere(OWN, brokers) == where


def replica(number: int, behind: float | None, directory: str | None = NEW):
    return {"id": number, "directory_id": directory, "records_behind": 0, "seconds_behind": behind}


def quorum(*voters, leader: int | None = 1, observers=()):
    return {"leader_id": leader, "voters": list(voters), "observers": list(observers)}


AT_HOME, AWAY = {3: ["k4:9093"]}, {3: ["k3:9093"]}
UNKNOWN = ["an address that the quorum does not know"]


@pytest.mark.parametrize(
    ("found", "addresses", "directories", "where"),
    [
        pytest.param(None, {}, [], [], id="no KRaft"),
        pytest.param(quorum(replica(3, 0.1), leader=None), AWAY, [], [], id="nobody knows without a leader"),
        pytest.param(quorum(replica(3, 0.1)), AWAY, [], ["k3:9093"], id="fetches elsewhere"),
        pytest.param(quorum(replica(3, None), leader=3), AWAY, [], ["k3:9093"], id="leads elsewhere"),
        pytest.param(quorum(replica(3, 60.0)), AWAY, [], [], id="silent for a minute"),
        pytest.param(quorum(replica(3, None)), AWAY, [], [], id="not heard of by the leader"),
        pytest.param(quorum(replica(1, 0.1)), AWAY, [], [], id="another number"),
        pytest.param(quorum(replica(3, 0.1)), AT_HOME, [], ["k4:9093"], id="the same name means another machine"),
        pytest.param(quorum(replica(3, 0.1)), AT_HOME, [OLD], [], id="its own, started meanwhile"),
        pytest.param(quorum(replica(3, 0.1)), AWAY, [OLD], ["k3:9093"], id="a copy of its disk"),
        pytest.param(quorum(observers=[replica(3, 0.1)]), {}, [], UNKNOWN, id="it observes only"),
        pytest.param(quorum(observers=[replica(3, 0.1, None)]), {}, [OLD], UNKNOWN, id="no directory is told"),
    ],
)
def test_a_controller_that_fetches_elsewhere(found, addresses, directories, where) -> None:
    own = double.Own(3, OWN.addresses, directories)
    assert double.controller_elsewhere(own, found, addresses) == where


def test_what_is_told() -> None:
    said = double.refusal("Broker", 3, "k3:9092")
    assert said.startswith("Broker 3 still runs, at k3:9092, and this host is to be the one with that number")
    assert "stop that one on its host (systemctl disable --now kafka) and run the playbook again" in said
