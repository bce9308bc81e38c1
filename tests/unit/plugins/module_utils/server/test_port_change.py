# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import port_change

PORT = "kafka_controller_port"
PEER, ELECTION = "zookeeper_peer_port", "zookeeper_election_port"
OTHERS = "controller.quorum.bootstrap.servers"


def planned(now, wanted, forwards=(), settings=(), wanted_settings=(), **renamed):
    return port_change.plan(now, wanted, dict(forwards), dict(settings), dict(wanted_settings), **renamed)


@pytest.mark.parametrize(
    ("now", "forwards", "due", "opened", "switched"),
    [
        pytest.param(9093, {}, [PORT], {9193: 9093}, {9093: 9193}, id="first"),
        pytest.param(9093, {9193: 9093}, [PORT], {9193: 9093}, {9093: 9193}, id="opened and killed"),
        pytest.param(9093, {9093: 9193}, [PORT], {9193: 9093}, {9093: 9193}, id="killed before its file was written"),
        pytest.param(9093, {9193: 9093, 9093: 9193}, [PORT], {9193: 9093}, {9093: 9193}, id="killed between the two"),
        pytest.param(9193, {9093: 9193}, [], {9093: 9193}, {9093: 9193}, id="switched, others are not"),
        pytest.param(9193, {}, [], {}, {}, id="ended"),
        pytest.param(9293, {9093: 9293}, [PORT], {9093: 9293, 9193: 9293}, {9093: 9193, 9293: 9193}, id="a third one"),
        pytest.param(9193, {4711: 4712}, [], {}, {}, id="what leads elsewhere is none of its"),
    ],
)
def test_a_server_is_found_at_every_port_at_which_anybody_looks(now, forwards, due, opened, switched) -> None:
    found = planned({PORT: now}, {PORT: 9193}, forwards)
    assert (found.due, found.opened, found.switched) == (due, opened, switched)
    assert found.doors == ({PORT: sorted(opened)} if opened else {})


def test_the_way_back_is_the_same_way_from_the_other_end() -> None:
    """Some servers are switched, others are not, and all are to have the port that they had."""
    switched = planned({PORT: 9193}, {PORT: 9093}, {9093: 9193})
    assert (switched.due, switched.opened, switched.switched) == ([PORT], {9093: 9193}, {9193: 9093})
    waiting = planned({PORT: 9093}, {PORT: 9093}, {9193: 9093})
    assert (waiting.due, waiting.opened) == ([], {9193: 9093})  # those that are switched look there
    assert waiting.summary == [f"{PORT}: 9093, to which 9193 leads as long as others look there"]


def test_what_it_does_is_said() -> None:
    found = planned({PORT: 9093}, {PORT: 9193}, settings={OTHERS: "c1:9093"}, wanted_settings={OTHERS: "c1:9193"})
    assert found.summary == [f"{PORT}: from 9093 to 9193", f"looks for the others where they will be ({OTHERS})"]


@pytest.mark.parametrize(
    ("port", "doors", "due"), [(9093, [9093], ["kafka_host"]), (9193, [9093, 9193], [PORT, "kafka_host"])]
)
def test_a_controller_is_found_by_its_new_name_before_it_is_restarted_with_it(port, doors, due) -> None:
    found = planned({PORT: 9093}, {PORT: port}, renamed=("k1", "c1"))
    assert (found.doors, found.due) == ({PORT: doors}, due)
    assert found.summary[-1] == "kafka_host: from k1 to c1"


@pytest.mark.parametrize(
    ("there", "wanted", "due"),
    [
        ("c1:9093,c2:9093", "c2:9093, c1:9093", []),
        ("c1:9093,c2:9093", "c1:9193,c2:9093", [OTHERS]),
        ("z1:2181,z2:2181/kafka", "z2:2181,z1:2181/kafka", []),
        ("z1:2181/kafka", "z1:2181", [OTHERS]),
        ("", "c1:9093", [OTHERS]),
    ],
)
def test_a_server_that_looks_elsewhere_is_to_be_restarted(there: str, wanted: str, due: list[str]) -> None:
    assert planned({}, {}, settings={OTHERS: there}, wanted_settings={OTHERS: wanted}).due == due


@pytest.mark.parametrize(
    ("wanted", "forwards", "port"),
    [
        ({PEER: 3888, ELECTION: 2888}, {}, 2888),
        ({PEER: 2888, ELECTION: 2888}, {}, 2888),
        ({PEER: 4888, ELECTION: 5888}, {4888: 3888}, 3888),
    ],
)
def test_a_port_leads_to_one_place_alone(wanted, forwards, port: int) -> None:
    with pytest.raises(GroundworkError) as raised:
        planned({PEER: 2888, ELECTION: 3888}, wanted, forwards)
    assert str(raised.value).startswith(f"{port} is a port of {PEER} and of {ELECTION}, one by now and one as it is to")
