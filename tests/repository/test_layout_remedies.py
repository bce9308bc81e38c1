# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is refused of hosts judged together, and what an inventory gives then; all by one run of ansible-playbook."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence

import pytest

from tests.remedies.refusals import sentence

_FILE = {
    "default.replication.factor": "3",
    "min.insync.replicas": "2",
    "offsets.topic.replication.factor": "3",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "2",
}


@dataclass(frozen=True)
class Case:
    """Of the *given* hosts it is said what *begins* so and *tells* what to write; *then* are the hosts as that says.

    *numbers* are those that the *kind* of servers has then.
    """

    begins: str
    tells: str
    given: Sequence[Mapping[str, Any]]
    then: Sequence[Mapping[str, Any]]
    numbers: Mapping[str, int]
    kind: str = "brokers"

    @property
    def id(self) -> str:
        """How it is called among all."""
        return f"{self.begins} {self.tells} {len(self.then)}"


def _host(name: str, **given: Any) -> dict[str, Any]:
    """A host that was looked at and holds nothing, or the *node* that it tells of."""
    node = given.pop("node", {})
    return {"host": name, "identity": {"node": node, "zookeeper": given.pop("zookeeper", {}), "rack": None}, **given}


def _unseen(name: str, **given: Any) -> dict[str, Any]:
    return {"host": name, **given}


def _held(number: int, cluster: str = "A", **more: Any) -> dict[str, Any]:
    return {"id": number, "cluster_id": cluster, "remembered": {}, "replication": _FILE, **more}


def _asking(factor: int = 0, **config: Any) -> dict[str, Any]:
    return {"given": {"factor": factor, "config": config}}


_TWO = {"k1": 1, "k2": 2}
_ANOTHER = {**_FILE, "min.insync.replicas": "1"}
_OF_NUMBERS = (
    Case(
        "… and … both have the … …; give",
        "give each host its own (kafka_node_id in the inventory)",
        [_host("k1", id=1), _host("k2", id=1)],
        [_host("k1", id=1), _host("k2", id=2)],
        _TWO,
    ),
    Case(
        "… holds data of the cluster …, and … that",
        "take the host that does not belong to this cluster out of the inventory",
        [_host("k1", node=_held(1)), _host("k2", node=_held(2, "B"))],
        [_host("k1", node=_held(1))],
        {"k1": 1},
    ),
    Case(
        "… holds data of the cluster …, and … that",
        "if its data may be lost, empty its folders yourself",
        [_host("k1", node=_held(1)), _host("k2", node=_held(2, "B"))],
        [_host("k1", node=_held(1)), _host("k2")],
        _TWO,
    ),
    Case(
        "… holds data with the … …, and the hosts",
        "or, if this is its own, say so with kafka_node_id: 2 in the inventory",
        [_host("k1", node=_held(1)), _host("k2", node=_held(2, remembered={"k2": 5}))],
        [_host("k1", node=_held(1)), _host("k2", node=_held(2, remembered={"k2": 5}), id=2)],
        _TWO,
    ),
    Case(
        "… holds data with the … …, and the hosts",
        "bring its own data back",
        [_host("k1", node=_held(1)), _host("k2", node=_held(3, remembered={"k2": 2}))],
        [_host("k1", node=_held(1)), _host("k2", node=_held(2, remembered={"k2": 2}))],
        _TWO,
    ),
    Case(
        "No … of … is known, and which ones are",
        "run for all hosts together, without --limit or serial",
        [_host("k1"), _unseen("k2")],
        [_host("k1"), _host("k2")],
        _TWO,
    ),
    Case(
        "No … of … is known, and which ones are",
        "or set kafka_node_id",
        [_host("k1"), _unseen("k2")],
        [_host("k1", id=1), _unseen("k2", id=2)],
        _TWO,
    ),
    Case(
        "No … up to … is free; set ….",
        "No ZooKeeper id up to 255 is free; set zookeeper_id",
        [_host("z", zookeeper={"remembered": {f"gone{one}": one for one in range(1, 256)}})],
        [_host("z", zookeeper={"remembered": {f"gone{one}": one for one in range(1, 256)}}, id=7)],
        {"z": 7},
        "zookeepers",
    ),
)
_OF_REPLICAS = (
    Case(
        "kafka_replication_factor is … for … and … for",
        "give all hosts the same",
        [_host("k1", node=_asking(2)), _host("k2", node=_asking(3))],
        [_host("k1", node=_asking(2)), _host("k2", node=_asking(2))],
        _TWO,
    ),
    *(
        Case(
            "… is … in server.properties of … and …",
            "set kafka_replication_factor, or min.insync.replicas in kafka_config",
            [_host("k1", node=_held(1)), _host("k2", node=_held(2, replication=_ANOTHER))],
            [
                _host("k1", node={**_held(1), **asked}),
                _host("k2", node={**_held(2, replication=_ANOTHER), **asked}),
                *more,
            ],
            {**_TWO, **{one["host"]: 3 for one in more}},
        )
        for asked, more in ((_asking(3), []), (_asking(**{"min.insync.replicas": 2}), [_host("k3")]))
    ),
    Case(
        "… holds data of a cluster, and no host",
        "set kafka_replication_factor to that number",
        [_host("k1", node=_held(1, replication=None))],
        [_host("k1", node={**_held(1, replication=None), **_asking(1)})],
        {"k1": 1},
    ),
    Case(
        "How many replicas topics have by default is not",
        "run for all hosts together, without --limit or serial",
        [_host("k1", id=1, node=_asking()), _unseen("k2", id=2)],
        [_host("k1", id=1, node=_asking()), _host("k2", id=2, node=_asking())],
        _TWO,
    ),
    Case(
        "How many replicas topics have by default is not",
        "or set kafka_replication_factor",
        [_host("k1", id=1, node=_asking()), _unseen("k2", id=2)],
        [_host("k1", id=1, node=_asking(2)), _unseen("k2", id=2)],
        _TWO,
    ),
)
_OF_RACKS = (
    Case(
        "… without a rack among brokers with one: Kafka",
        "give every broker a rack",
        [_host("k1", rack="a"), _host("k2")],
        [_host("k1", rack="a"), _host("k2", rack="b")],
        _TWO,
    ),
    Case(
        "… without a rack among brokers with one: Kafka",
        "or none",
        [_host("k1", rack="a"), _host("k2")],
        [_host("k1"), _host("k2")],
        _TWO,
    ),
)
CASES = (*_OF_NUMBERS, *_OF_REPLICAS, *_OF_RACKS)
_GIVEN = [pytest.param(one, id=one.id, marks=pytest.mark.remedy(one.begins)) for one in CASES]


@pytest.fixture(scope="module")
def judged(ended: Callable[..., list[Mapping[str, Any]]]) -> list[Mapping[str, Any]]:
    """What the module ends with of each case, as it is given and as it is then, one after the other."""
    asked = [{one.kind: list(hosts)} for one in CASES for hosts in (one.given, one.then)]
    return ended("cluster_layout", asked)


def refusal(found: Mapping[str, Any]) -> str:
    """What the run that has *found* this is ended with; what nobody knows of replicas a role refuses by its words."""
    return str(found["msg"] if found["failed"] else found["replication"]["unknown"])


@pytest.mark.parametrize("case", _GIVEN)
def test_the_remedy_of_a_layout(judged: list[Mapping[str, Any]], case: Case) -> None:
    number = 2 * CASES.index(case)
    refused, taken = judged[number : number + 2]
    assert re.search(sentence(case.begins), refusal(refused)), refused
    assert case.tells in refusal(refused)
    assert not taken["failed"], taken
    assert refusal(taken) == ""
    assert taken["zookeeper_ids" if case.kind == "zookeepers" else "node_ids"] == case.numbers
