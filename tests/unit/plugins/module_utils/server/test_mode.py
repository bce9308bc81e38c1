# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import mode as server_mode
from ansible_collections.groundwork.kafka.plugins.module_utils.server.java_command import JavaCommand
from ansible_collections.groundwork.kafka.plugins.module_utils.server.running import Server

BROKERS = ["k1", "k2", "k3"]


@pytest.mark.parametrize(
    ("mode", "brokers", "controllers", "zookeepers", "expected"),
    [
        pytest.param("zookeeper", BROKERS, [], ["z1"], ["zookeeper_mode"], id="ZooKeeper"),
        pytest.param("zookeeper", [], [], ["z1"], [], id="ZooKeeper alone"),
        pytest.param("kraft", BROKERS, ["c1", "c2", "c3"], [], [], id="three of their own"),
        pytest.param("kraft", BROKERS, BROKERS, [], ["controllers_combined"], id="combined"),
        pytest.param("kraft", BROKERS, ["c1", "c2"], [], ["controllers_even"], id="two"),
        pytest.param(
            "kraft", BROKERS, ["c1", "c2", "c3", "k1"], [], ["controllers_even", "controllers_combined"], id="4"
        ),
        pytest.param("kraft", BROKERS, ["c1"], [], ["controllers_single"], id="one for three brokers"),
        pytest.param("kraft", ["k1"], ["k1"], [], [], id="one host for everything"),
        pytest.param("kraft", [], ["c1", "c2", "c3"], [], [], id="controllers alone"),
    ],
)
def test_findings(mode, brokers, controllers, zookeepers, expected) -> None:
    found = server_mode.check(mode, brokers, controllers, zookeepers)
    assert [finding["id"] for finding in found] == expected


def test_what_two_controllers_are_told() -> None:
    (found,) = server_mode.check("kraft", BROKERS, ["c1", "c2"], [])
    assert (found["found"], found["why"], found["remedy"]) == (
        "2 controllers",
        "the quorum survives the loss of 0, no more than one of 1 does",
        "add a controller",
    )


@pytest.mark.parametrize(
    ("mode", "controllers", "zookeepers", "sentence"),
    [
        (
            "zookeeper",
            ["c1"],
            ["z1"],
            "The group kafka_controllers has c1, and kafka_mode is zookeeper; set kafka_mode",
        ),
        ("kraft", ["c1"], ["z1", "z2"], "The group zookeeper has z1, z2, and kafka_mode is kraft; leave the group out"),
        ("kraft", [], [], "kafka_mode is kraft, and the inventory's group kafka_controllers is empty; put three"),
    ],
)
def test_groups_that_the_mode_has_no_use_for(mode, controllers, zookeepers, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        server_mode.check(mode, BROKERS, controllers, zookeepers)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({"zookeeper.connect": "zk1:2181"}, [("zookeeper_mode", "broker kafka")]),
        ({"process.roles": "broker,controller"}, [("controllers_combined", "KRaft quorum")]),
        ({"process.roles": "broker"}, []),
        ({"process.roles": "broker", "zookeeper.connect": "zk1:2181"}, []),  # a broker that is being migrated
        ({}, []),
    ],
)
def test_the_mode_of_a_server_that_runs(properties, expected) -> None:
    command = JavaCommand("java", [], [], "kafka.Kafka", [])
    server = Server("broker", "1", command, unit="kafka", properties=properties)
    found = server_mode.running([server])
    assert [(finding["id"], finding["subject"]) for finding in found] == expected
