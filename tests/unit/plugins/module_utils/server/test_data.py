# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import errno
import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        (["/data/1"], ["/data/1"]),
        (["/data/2/", "/data/1"], ["/data/2", "/data/1"]),
        (["/data/1", "/data/10", "/data/1-old"], ["/data/1", "/data/10", "/data/1-old"]),
        (["//data/1"], ["/data/1"]),
    ],
)
def test_folders_beside_one_another(given, clean) -> None:
    assert server_data.folders("kafka_log_dirs", given) == clean


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "kafka_log_dirs is empty; give at least one folder."),
        ([""], "kafka_log_dirs has ''; give absolute paths."),
        (["/data/1", "data/2"], "kafka_log_dirs has 'data/2'; give absolute paths."),
        (["~/data"], "kafka_log_dirs has '~/data'; give absolute paths."),
        (["/data/1", "/data/2", "/data/1"], "kafka_log_dirs has /data/1 twice; name each folder once."),
        (["/data/1", "/data//1/"], "kafka_log_dirs has /data/1 twice; name each folder once."),
        (["/data/x/../1", "/data/1"], "kafka_log_dirs has /data/1 twice; name each folder once."),
        (
            ["/data/1/kafka", "/data/1-old", "/data/1"],
            "kafka_log_dirs has /data/1/kafka, which lies in /data/1; give folders beside one another.",
        ),
        (["/", "/data"], "kafka_log_dirs has /data, which lies in /; give folders beside one another."),
    ],
)
def test_other_folders_are_refused(given, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        server_data.folders("kafka_log_dirs", given)
    assert str(raised.value) == sentence


def mark(broker="1", cluster="pwyHrL1jSBeVA3gQJbCCuQ"):
    return f"#\n#Sat Nov 21 10:00:00 UTC 2026\nbroker.id={broker}\nversion=0\ncluster.id={cluster}\n"


@pytest.mark.parametrize(
    "marks",
    [
        pytest.param({}, id="new folders"),
        pytest.param({"/d/1": mark()}, id="a disk was added"),
        pytest.param({"/d/1": mark(), "/d/2": mark()}, id="its own"),
        pytest.param({"/d/1": "garbage\n"}, id="left to Kafka"),
    ],
)
def test_a_brokers_own_folders(host, marks) -> None:
    for path, text in marks.items():
        host.put(f"{path}/meta.properties", text)
    server_data.check_broker(host, 1, ["/d/1", "/d/2"])


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        pytest.param(
            {"/d/2": mark("2")},
            "/d/2 holds the data of broker 2, and kafka_node_id is 1; set kafka_node_id back to 2, or, if its data "
            "may be lost, empty the folder yourself.",
            id="another broker",
        ),
        pytest.param(
            {"/d/2": "broker.id : 2\n"},
            "/d/2 holds the data of broker 2, and kafka_node_id is 1;",
            id="another broker, written by hand as Java reads it",
        ),
        pytest.param(
            {"/d/1": mark(), "/d/2": mark("7")},
            "/d/1 holds the data of broker 1, and /d/2 that of broker 7; take the folder that does not belong to this "
            "server out of kafka_log_dirs, or, if its data may be lost, empty the folder yourself.",
            id="two brokers",
        ),
        pytest.param(
            {"/d/1": mark(), "/d/2": mark(cluster="other")},
            "/d/1 holds the data of cluster pwyHrL1jSBeVA3gQJbCCuQ, and /d/2 that of cluster other; take",
            id="two clusters",
        ),
        pytest.param(
            {"/d/1": "version=1\nnode.id=1\ncluster.id=x\n"},
            "/d/1 was formatted for KRaft (node 1), and this broker is to run with ZooKeeper; give another folder",
            id="KRaft",
        ),
    ],
)
def test_folders_of_others_are_refused(host, marks, sentence: str) -> None:
    for path, text in marks.items():
        host.put(f"{path}/meta.properties", text)
    with pytest.raises(GroundworkError) as raised:
        server_data.check_broker(host, 1, ["/d/1", "/d/2"])
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("text", [None, "", "3", "3\n", " 3 \n"])
def test_a_zookeepers_own_folder(host, text) -> None:
    if text is not None:
        host.put("/z/myid", text)
    server_data.check_zookeeper(host, 3, "/z")


def test_another_zookeepers_folder_is_refused(host) -> None:
    host.put("/z/myid", "2\n")
    with pytest.raises(GroundworkError) as raised:
        server_data.check_zookeeper(host, 3, "/z")
    assert str(raised.value) == (
        "/z holds the data of ZooKeeper server 2, and zookeeper_id is 3; set zookeeper_id back, or, if its data may be "
        "lost, empty the folder yourself: with another number it would vote for what it never saw."
    )


@pytest.mark.parametrize(
    ("held", "log_dirs"),
    [
        pytest.param({"/data/1": ["t-0"], "/data/2": ["t-1"]}, ["/data/2", "/data/1"], id="nothing removed"),
        pytest.param({"/data/1": ["t-0"]}, ["/data/1", "/data/3"], id="one removed that was never filled"),
        pytest.param(
            {"/data/1": ["meta.properties", "t-0.abc-delete", "t-1.abc-future"]}, ["/data/2"], id="none left in it"
        ),
    ],
)
def test_a_folder_without_partitions_may_go(host, held, log_dirs) -> None:
    host.put("/etc/kafka/server.properties", "log.dirs=/data/1, /data/2/\n")
    for path, names in held.items():
        for name in names:
            host.put(f"{path}/{name}/x", "")
    server_data.check_removed(host, "/etc/kafka/server.properties", log_dirs)


@pytest.mark.parametrize(
    "given", ["log.dirs=/data/1,/data/2", "log.dir=/data/1, /data/2", "log.dirs=\nlog.dir=/data/2"]
)
def test_a_folder_that_holds_partitions_stays(host, given) -> None:
    host.put("/etc/kafka/server.properties", f"{given}\n")
    for name in ("a-0", "b-1", "c-10", "d-2", "meta.properties"):
        host.put(f"/data/2/{name}/x", "")
    with pytest.raises(GroundworkError) as raised:
        server_data.check_removed(host, "/etc/kafka/server.properties", ["/data/1"])
    assert str(raised.value) == (
        "/data/2 has 4 partitions (a-0, b-1, c-10 and more), and kafka_log_dirs does not have it any more; have them "
        "moved to its other folders by the playbook groundwork.kafka.drain_log_dirs, which takes it out then, or put "
        "it back."
    )


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES])
def test_a_folder_of_a_disk_that_died_may_go_and_one_that_is_denied_may_not(host, monkeypatch, number: int) -> None:
    host.put("/etc/kafka/server.properties", "log.dirs=/data/1,/data/2\n")

    def names(path: str):
        raise OSError(number, "no", path)

    monkeypatch.setattr(host, "names", names)
    if number == errno.EIO:
        server_data.check_removed(host, "/etc/kafka/server.properties", ["/data/1"])
    else:
        with pytest.raises(PermissionError):
            server_data.check_removed(host, "/etc/kafka/server.properties", ["/data/1"])


def test_a_folder_under_another_name_is_not_removed(host) -> None:
    host.put("/etc/kafka/server.properties", "log.dirs=/link\n")
    host.put("/data/1/t-0/x", "")
    os.symlink("data/1", host.real("/link"))
    server_data.check_removed(host, "/etc/kafka/server.properties", ["/data/1"])
