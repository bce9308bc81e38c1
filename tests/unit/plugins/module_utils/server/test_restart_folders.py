# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A file that somebody has changed by hand, held against what the process has open and the inventory names."""

from __future__ import annotations

import os

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import restart_folders, zookeeper_folders

KRAFT = "process.roles=broker,controller\n"
BOTH = ["/data/1", "/data/2"]
ZOOKEEPER = ["/z/data", "/z/log"]


def opened(host, *paths: str) -> str:
    """A process that has *paths* open."""
    os.makedirs(host.real("/proc/42/fd"))
    for number, path in enumerate(("/dev/null", "socket:[7]", *paths)):
        os.symlink(path, host.real(f"/proc/42/fd/{number}"))
    return "42"


@pytest.fixture
def broker(host):
    """A host whose broker has partitions in two folders, and KRaft's metadata, if it has any, in the first."""
    for folder in BOTH:
        host.put(f"{folder}/meta.properties", "")
        host.put(f"{folder}/orders-{folder[-1]}/00000000000000000000.log", "")
    host.put("/data/1/__cluster_metadata-0/00000000000000000000.log", "")
    return host


@pytest.fixture
def keeper(host):
    """A host whose ZooKeeper server has snapshots and log in two folders."""
    host.put("/z/data/version-2/snapshot.0", "")
    host.put("/z/log/version-2/log.1", "")
    return host


def refused(host, service: str, pid: str | None, folders) -> str:
    with pytest.raises(GroundworkError) as raised:
        restart_folders.check(host, service, pid, folders)
    return str(raised.value)


@pytest.mark.parametrize("runs", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "log.dirs=/data/1,/data/2\n",
        "log.dirs=/data/2/, //data/1\n",
        f"{KRAFT}log.dirs=/data/1,/data/2\n",
        f"{KRAFT}log.dirs=/data/2,/data/1\nmetadata.log.dir=/data/1\n",
        f"{KRAFT}log.dirs=/link,/data/2\n",
        "",
    ],
)
def test_a_broker_whose_file_names_all_of_its_data_is_started_again(broker, runs: bool, text: str) -> None:
    os.symlink("data/1", broker.real("/link"))
    broker.put(restart_folders.SERVER_PROPERTIES, text)
    if text.startswith("log"):  # with ZooKeeper there are no metadata
        os.rename(broker.real("/data/1/__cluster_metadata-0"), broker.real("/gone"))
    pid = opened(broker, *(f"{folder}/.lock" for folder in BOTH)) if runs else None
    restart_folders.check(broker, "kafka", pid, BOTH)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("log.dirs=/new\n", "has log.dirs=/new, and /data/1 holds orders-1 of this server, which would begin without"),
        ("log.dirs=/data/1,/new\n", "has log.dirs=/data/1,/new, and /data/2 holds orders-2 of this server"),
        (
            f"{KRAFT}log.dirs=/data/2,/data/1\n",
            "has /data/2 for KRaft's metadata, and /data/1 holds __cluster_metadata-0 of this server",
        ),
        (
            f"{KRAFT}log.dirs=/data/1,/data/2\nmetadata.log.dir=/m\n",
            "has /m for KRaft's metadata, and /data/1 holds __cluster_metadata-0 of this server",
        ),
    ],
)
@pytest.mark.parametrize("known_by", ["process", "inventory"])
def test_a_broker_is_not_started_again_without_its_data(broker, text: str, sentence: str, known_by: str) -> None:
    broker.put(restart_folders.SERVER_PROPERTIES, text)
    if known_by == "process":
        locks = [f"{folder}/.lock" for folder in BOTH]
        said = refused(broker, "kafka", opened(broker, *locks), ["/new"])
    else:
        said = refused(broker, "kafka", None, BOTH)
    assert sentence in said
    assert said.endswith(
        "into that file, or run the playbook groundwork.kafka.site, which writes it as the inventory says."
    )


def test_a_folder_that_was_emptied_before_it_was_taken_out_is_not_missed(broker) -> None:
    broker.put(restart_folders.SERVER_PROPERTIES, "log.dirs=/data/1\n")
    os.rename(broker.real("/data/2/orders-2"), broker.real("/gone"))
    restart_folders.check(broker, "kafka", opened(broker, *(f"{folder}/.lock" for folder in BOTH)), BOTH[:1])


def test_a_folder_on_a_disk_that_fails_is_not_missed(broker, monkeypatch) -> None:
    broker.put(restart_folders.SERVER_PROPERTIES, "log.dirs=/data/1\n")
    monkeypatch.setattr(
        restart_folders.failed_disk, "why", lambda _host, path: "Input/output error" if path == "/data/2" else ""
    )
    restart_folders.check(broker, "kafka", None, BOTH)


def test_a_stopped_broker_with_an_empty_folder_is_left_to_who_asks_the_others(broker) -> None:
    broker.put(restart_folders.SERVER_PROPERTIES, "log.dirs=/data/1,/data/2,/data/3\n")
    said = refused(broker, "kafka", None, BOTH)
    assert said.startswith("Kafka does not run on this host, and /data/3 holds nothing of it any more, or not yet:")
    restart_folders.check(broker, "kafka", opened(broker, "/data/1/.lock"), BOTH)  # a folder that was added


@pytest.mark.parametrize("pid", [None, "42"])
@pytest.mark.parametrize(
    "text", ["dataDir=/z/data\ndataLogDir=/z/log\n", "dataDir=/link/\ndataLogDir=//z/log/\n", "clientPort=2181\n"]
)
def test_a_zookeeper_server_whose_file_names_its_data_is_started_again(keeper, pid, text: str) -> None:
    os.symlink("z/data", keeper.real("/link"))
    keeper.put(zookeeper_folders.ZOO_CFG, text)
    opened(keeper, "/z/log/version-2/log.1")
    restart_folders.check(keeper, "zookeeper", pid, ZOOKEEPER)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dataDir=/z/data\ndataLogDir=/new\n", "has dataLogDir=/new, and /z/log holds log.1 of this server"),
        ("dataDir=/z/data\n", "has dataLogDir=/z/data, and /z/log holds log.1 of this server"),
        ("dataDir=/new\ndataLogDir=/z/log\n", "has dataDir=/new, and /z/data holds snapshot.0 of this server"),
    ],
)
@pytest.mark.parametrize("runs", [True, False])
def test_a_zookeeper_server_is_not_started_again_without_its_data(keeper, text: str, sentence: str, runs: bool) -> None:
    keeper.put(zookeeper_folders.ZOO_CFG, text)
    assert sentence in refused(
        keeper, "zookeeper", opened(keeper, "/z/log/version-2/log.1") if runs else None, ZOOKEEPER
    )


def test_what_a_zookeeper_server_has_open_counts_where_the_inventory_has_the_new_folder_too(keeper) -> None:
    keeper.put(zookeeper_folders.ZOO_CFG, "dataDir=/z/data\ndataLogDir=/new\n")
    said = refused(keeper, "zookeeper", opened(keeper, "/z/log/version-2/log.1"), ["/z/data", "/new"])
    assert "has dataLogDir=/new, and /z/log holds log.1" in said


def test_of_another_service_nothing_is_known(host) -> None:
    restart_folders.check(host, "chronyd", "42", ["/data"])


@pytest.mark.parametrize(
    ("folders", "path", "held"),
    [
        (["/data/kafka"], "/data/1", "orders-1"),
        (["/data/1"], "/data/2", "orders-2"),
        (["/data/1", "/data/2"], "/m", "__cluster_metadata-0"),
    ],
)
def test_the_data_of_a_broker_that_somebody_else_has_made_is_not_left_behind(broker, folders, path, held) -> None:
    broker.put("/m/__cluster_metadata-0/00000000000000000000.log", "")
    broker.put("/empty/meta.properties", "")
    pid = opened(broker, "/data/1/.lock", "/data/2/.lock", "/m/.lock", "/empty/.lock")
    with pytest.raises(GroundworkError) as raised:
        restart_folders.check_made_elsewhere(broker, pid, folders)
    assert f"runs on this host with {held} in {path}, and {', '.join(folders)} would be where" in str(raised.value)
    assert f"; name {path} in kafka_log_dirs or kafka_metadata_log_dir, or, if its data" in str(raised.value)
    restart_folders.check_made_elsewhere(broker, pid, ["/data/1/", "/data/2", "/m"])
    restart_folders.check_made_elsewhere(broker, None, folders)  # it was stopped
    broker.put(restart_folders.SERVER_PROPERTIES, "")
    restart_folders.check_made_elsewhere(broker, pid, folders)  # by which other checks tell what it has
