# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import cluster_identity, kafka_storage

ID, OTHER = "NFrByNf9Sb-ZRSqQKfs2LA", "pwyHrL1jSBeVA3gQJbCCuQ"
MARK = f"node.id=1\ndirectory.id=x\nversion=1\ncluster.id={ID}\n"
GIVEN = {"node_id": 1, "roles": ["controller"], "log_dirs": ["/d/1", "/d/2"]}


@pytest.fixture
def tool(host):
    """Kafka's own tool, made up: it formats the folders that it is told of and that hold nothing."""
    calls: list[list[str]] = []

    def run(argv, formats=("/d/1", "/d/2")):
        calls.append(list(argv))
        for path in formats:
            if not host.exists(f"{path}/meta.properties"):
                host.put(f"{path}/meta.properties", MARK)
        return Completed(0, "secret", "")

    host.run = run
    return calls


def test_without_an_id_folders_are_read(call, tool) -> None:
    result = call(kafka_storage, **GIVEN)
    assert (result["changed"], result["storage"]["unformatted"], tool) == (False, ["/d/1", "/d/2"], [])


def test_folders_are_formatted_once(call, tool) -> None:
    result = call(kafka_storage, **GIVEN, cluster_id=ID, way="standalone")
    assert result["changed"] is True
    assert result["storage"]["directories"] == {"/d/1": "x", "/d/2": "x"}
    assert result["diff"]["before"] == "/d/1: not formatted\n/d/2: not formatted\n"
    assert tool[0][-1] == "--standalone"
    assert "secret" not in str(result)
    again = call(kafka_storage, **GIVEN, cluster_id=ID, way="standalone")
    assert (again["changed"], len(tool)) == (False, 1)


def test_a_disk_that_was_added_is_formatted(call, tool, host) -> None:
    host.put("/d/1/meta.properties", MARK)
    assert call(kafka_storage, **GIVEN, cluster_id=ID)["changed"] is True
    assert tool[0][-2:] == ["--no-initial-controllers", "--ignore-formatted"]


def test_check_mode_tells_and_writes_nothing(call, tool, host) -> None:
    result = call(kafka_storage, **GIVEN, cluster_id=ID, _ansible_check_mode=True)
    assert (result["changed"], tool, host.tree()) == (True, [], {})


@pytest.mark.usefixtures("tool")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"cluster_id": OTHER},
            f"/d/1 holds the data of cluster {ID}, and the cluster is {OTHER}; take the server out",
        ),
        ({"log_dirs": ["/d", "/d/1"]}, "kafka_log_dirs has /d/1, which lies in /d"),
        ({"node_id": 2}, "/d/1 holds the data of server 1, and kafka_node_id is 2"),
        ({"cluster_id": ID, "metadata_log_dir": "/m"}, "Kafka's tool has formatted other folders than /d/1, /d/2, /m"),
    ],
)
def test_what_is_refused(call, host, given, sentence: str) -> None:
    host.put("/d/1/meta.properties", MARK)
    result = call(kafka_storage, **{**GIVEN, **given})
    assert result["failed"] is True
    assert result["msg"].startswith(sentence)


def test_the_identity_of_what_was_read() -> None:
    nothing = {
        "node_id": 1,
        "cluster_id": "",
        "directories": {},
        "unformatted": ["/d"],
        "founded": False,
        "used": False,
    }
    held = {
        "node_id": 2,
        "cluster_id": ID,
        "directories": {"/d": "x"},
        "unformatted": [],
        "founded": True,
        "used": True,
    }
    members = [
        {"host": f"k{number}", "controller": True, "address": f"k{number}:9093", "storage": storage}
        for number, storage in ((1, nothing), (2, held))
    ]
    given = {"members": members, "unread": [], "cluster_id": "", "auto_join": True}
    result = cluster_identity.run(given)
    assert (result["changed"], result["cluster_id"], result["ways"]) == (False, ID, {"k1": "join"})
    with pytest.raises(GroundworkError, match=f"kafka_cluster_id is {OTHER}, and k2 holds the data of cluster {ID}"):
        cluster_identity.run({**given, "cluster_id": OTHER})
