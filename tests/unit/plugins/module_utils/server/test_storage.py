# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import storage

ID = "NFrByNf9Sb-ZRSqQKfs2LA"
PATHS = ["/d/1", "/d/2"]
VOTERS = "__cluster_metadata-0/00000000000000000000-0000000000.checkpoint"
LOG = "__cluster_metadata-0/00000000000000000000.log"


def mark(node="1", cluster=ID, directory="CX6_sskSRLyteJhdRTLZJw"):
    text = f"#\n#Sat Nov 21 14:29:51 UTC 2026\nnode.id={node}\ndirectory.id={directory}\nversion=1\n"
    return {"meta.properties": f"{text}cluster.id={cluster}\n", "bootstrap.checkpoint": "x"}


ZOOKEEPER_MARK = {"meta.properties": f"broker.id=1\nversion=0\ncluster.id={ID}\n"}


def lay(host, files) -> None:
    for path, named in files.items():
        for name, text in named.items():
            host.put(f"{path}/{name}", text)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, ("", PATHS, False, False), id="new folders"),
        pytest.param({"/d/1": {"lost+found/x": ""}}, ("", PATHS, False, False), id="a new file system"),
        pytest.param({"/d/1": {"bootstrap.checkpoint": "x", VOTERS: "x"}}, ("", PATHS, False, False), id="killed"),
        pytest.param({"/d/1": mark(), "/d/2": mark()}, (ID, [], False, False), id="formatted to join"),
        pytest.param({"/d/1": {**mark(), VOTERS: "x"}}, (ID, ["/d/2"], True, False), id="formatted as a first voter"),
        pytest.param({"/d/1": {**mark(), LOG: "x"}, "/d/2": mark()}, (ID, [], True, True), id="has run"),
        pytest.param(
            {"/d/1": mark(), "/d/2": {**mark(), ".lock": ""}}, (ID, [], False, True), id="has run, no metadata"
        ),
        pytest.param({"/d/2": {**mark(), "t-0/x.log": ""}}, (ID, ["/d/1"], False, True), id="a disk was replaced"),
    ],
)
def test_what_folders_hold(host, files, expected) -> None:
    lay(host, files)
    found = storage.read(host, 1, PATHS)
    assert (found.cluster_id, found.unformatted, found.founded, found.used) == expected


def test_the_ids_of_folders(host) -> None:
    lay(host, {"/d/2": mark(directory="a"), "/d/1": mark(directory="b")})
    assert storage.read(host, 1, PATHS).directories == {"/d/1": "b", "/d/2": "a"}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"/d/2": mark(node="7")},
            "/d/2 holds the data of server 7, and kafka_node_id is 1; set kafka_node_id back to 7, or, if its data may "
            "be lost, empty the folder yourself.",
        ),
        (
            {"/d/1": mark(), "/d/2": mark(cluster="pwyHrL1jSBeVA3gQJbCCuQ")},
            f"/d/1 holds the data of cluster {ID}, and /d/2 that of cluster pwyHrL1jSBeVA3gQJbCCuQ; take the folder",
        ),
        (
            {"/d/1": ZOOKEEPER_MARK},
            "/d/1 holds the data of broker 1 of a cluster with ZooKeeper, and kafka_mode is kraft, which would begin "
            "an empty cluster beside it; set kafka_mode to zookeeper until its metadata has been moved by the "
            "migration of Kafka 3.9, the last version that can (https://kafka.apache.org/39/operations/kraft/#zookeeper-to-kraft-",
        ),
        (
            {"/d/1": mark(), "/d/2": {"t-0/00000000000000000000.log": "x"}},
            "/d/2 has no meta.properties but holds t-0; give an empty folder, or bring back the meta.properties",
        ),
        ({"/d/1": {LOG: "x"}}, "/d/1 has no meta.properties but holds __cluster_metadata-0; give an empty folder"),
    ],
)
def test_folders_of_others_are_refused(host, files, sentence: str) -> None:
    lay(host, files)
    with pytest.raises(GroundworkError) as raised:
        storage.read(host, 1, PATHS)
    assert str(raised.value).startswith(sentence)


CONFIG = "/etc/kafka/server.properties"


@pytest.mark.parametrize(
    ("config", "files", "sentence"),
    [
        (
            "log.dirs=/old/1, /old/2\n",
            {"/old/2": mark()},
            f"This server keeps the data of cluster {ID} in /old/2, as {CONFIG} says, and kafka_log_dirs has /d/1, "
            "/d/2 instead, which hold none; name at least one of its folders.",
        ),
        ("metadata.log.dir=/old/1\n", {"/old/1": mark()}, f"This server keeps the data of cluster {ID} in /old/1"),
        (
            "zookeeper.connect=zk1\nlog.dir=/old/1\n",
            {"/old/1": ZOOKEEPER_MARK},
            "/old/1 holds the data of broker 1 of a cluster with ZooKeeper, and kafka_mode is kraft",
        ),
    ],
)
def test_data_that_would_be_left_behind(host, config, files, sentence: str) -> None:
    host.put(CONFIG, config)
    lay(host, files)
    with pytest.raises(GroundworkError) as raised:
        storage.check_former(host, CONFIG, PATHS)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("config", "files"),
    [
        pytest.param(None, {}, id="a new host"),
        pytest.param("log.dirs=/old/1\n", {}, id="folders that hold nothing"),
        pytest.param("log.dirs=/old/1,/d/1\n", {"/old/1": mark(), "/d/1": mark()}, id="a disk less"),
    ],
)
def test_folders_may_change_where_nothing_is_left_behind(host, config, files) -> None:
    if config is not None:
        host.put(CONFIG, config)
    lay(host, files)
    storage.check_former(host, CONFIG, PATHS)


@pytest.mark.parametrize(
    ("config", "log_dirs", "metadata_log_dir", "why"),
    [
        ("log.dirs=/d/1,/d/2", ["/d/0", "/d/1", "/d/2"], None, "/d/0 is first in kafka_log_dirs"),
        ("log.dirs=/d/1,/d/2", ["/d/2", "/d/1"], None, "/d/2 is first in kafka_log_dirs"),
        ("log.dirs=/d/1", ["/d/1"], "/m", "kafka_metadata_log_dir is /m"),
        ("log.dirs=/d/2\nmetadata.log.dir=/d/1", ["/d/2"], None, "/d/2 is first in kafka_log_dirs"),
        ("log.dirs=/d/2\nmetadata.log.dir=/d/1", ["/d/2"], "/m", "kafka_metadata_log_dir is /m"),
        ("log.dir=/d/1", ["/d/2"], None, "/d/2 is first in kafka_log_dirs"),
        # A file that was written already, and not read by the server.
        ("log.dirs=/d/0,/d/1", ["/d/0", "/d/1"], None, "/d/0 is first in kafka_log_dirs"),
        ("", ["/d/0", "/d/1"], None, "/d/0 is first in kafka_log_dirs"),
    ],
)
def test_metadata_that_the_server_would_not_find(host, config, log_dirs, metadata_log_dir, why) -> None:
    host.put(CONFIG, config + "\n")
    host.put("/d/1/__cluster_metadata-0/00000000000000000000.log", "")
    with pytest.raises(GroundworkError) as raised:
        storage.check_metadata(host, CONFIG, log_dirs, metadata_log_dir)
    assert str(raised.value) == (
        f"The metadata of this server lie in /d/1, and {why}, so that it would look for them there and not start; "
        "have them moved by the playbook groundwork.kafka.move_metadata, or set kafka_metadata_log_dir to /d/1, or "
        "leave it out, with /d/1 first in kafka_log_dirs and new folders at the end."
    )


@pytest.mark.parametrize(
    ("config", "log_dirs", "metadata_log_dir"),
    [
        pytest.param("log.dirs=/d/1", ["/d/1", "/d/2"], None, id="one more at the end"),
        pytest.param("log.dirs=/d/1,/d/3,/d/2", ["/d/1", "/d/2", "/d/3"], None, id="another order behind it"),
        pytest.param("log.dirs=/d/1", ["/d/0", "/d/1"], "/d/1", id="named, as the remedy says"),
        pytest.param("log.dirs=/d/2\nmetadata.log.dir=/d/1", ["/d/1", "/d/2"], None, id="first instead of named"),
        pytest.param("log.dirs=/link", ["/d/1"], None, id="another name"),
        pytest.param("log.dirs=/d/9", ["/d/1"], None, id="one that holds none"),
    ],
)
def test_metadata_that_stay_where_they_lie(host, config, log_dirs, metadata_log_dir) -> None:
    host.put(CONFIG, config + "\n")
    host.put("/d/1/__cluster_metadata-0/00000000000000000000.log", "")
    os.symlink("d/1", host.real("/link"))
    storage.check_metadata(host, CONFIG, log_dirs, metadata_log_dir)


FORMAT = storage.Format("/usr/bin/java", "/opt/kafka/libs", CONFIG, "kafka", "staff", ID, storage.STANDALONE)
RUN = (
    'runuser|-u|kafka|-g|staff|--|sh|-c|umask 0027; exec "$@"|sh|'
    "/usr/bin/java|-Xmx256m|-XX:+UseSerialGC|-XX:TieredStopAtLevel=1"
    f"|-cp|/opt/kafka/libs/*|kafka.tools.StorageTool|format|--config|{CONFIG}|--cluster-id|{ID}"
)


@pytest.mark.parametrize(
    ("changes", "some", "more"),
    [
        ({}, False, "--standalone"),
        ({"controllers": "1@[::1]:9093:a"}, False, "--initial-controllers|1@[::1]:9093:a"),
        ({"way": "join", "controllers": "1@[::1]:9093:a"}, False, "--no-initial-controllers"),
        ({"way": "join"}, False, "--no-initial-controllers"),
        ({"way": "join"}, True, "--no-initial-controllers|--ignore-formatted"),
        ({"way": "initial", "controllers": "1@k1:9093:a"}, False, "--initial-controllers|1@k1:9093:a"),
    ],
)
def test_the_command_that_formats(changes, some, more: str) -> None:
    wanted = storage.Format(**{**vars(FORMAT), **changes})
    assert "|".join(storage.command(wanted, some)) == f"{RUN}|{more}"


@pytest.mark.parametrize("held", [{"founded": True}, {"used": True}])
def test_a_controller_with_metadata_is_never_a_first_voter_again(host, held) -> None:
    with pytest.raises(GroundworkError, match="would begin a second cluster; format it to join"):
        storage.format_folders(host, FORMAT, storage.Storage(1, unformatted=["/d/2"], **held))
    assert host.calls == []


SAID = """SLF4J: Failed to load class "org.slf4j.impl.StaticLoggerBinder".
Exception in thread "main" org.apache.kafka.common.config.ConfigException: Missing required configuration "node.id".
\tat kafka.tools.StorageTool$.main(StorageTool.scala:46)
"""


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            SAID,
            'Exception in thread "main" org.apache.kafka.common.config.ConfigException: Missing required configuration',
        ),
        ("kafka-storage: error: unrecognized\n", "kafka-storage: error: unrecognized"),
        ("runuser: user kafka does not exist\n", "runuser: user kafka does not exist"),
        ("", "it said nothing"),
    ],
)
def test_a_format_that_fails_says_why(host, said: str, reason: str) -> None:
    host.put(CONFIG, "node.id=1\n")
    host.run = lambda _argv: Completed(1, "", said)
    with pytest.raises(GroundworkError) as raised:
        storage.format_folders(host, FORMAT, storage.Storage(1, unformatted=PATHS))
    assert str(raised.value).startswith(f"/d/1, /d/2 could not be formatted: {reason}")
    assert "\n" not in str(raised.value)


def test_a_host_that_nothing_was_written_for_yet_is_told_what_comes_first(host) -> None:
    host.run = lambda _argv: Completed(1, "", "runuser: group kafka does not exist\n")
    with pytest.raises(GroundworkError) as raised:
        storage.format_folders(host, FORMAT, storage.Storage(1, unformatted=PATHS))
    assert str(raised.value) == (
        f"{CONFIG} is not there, so no server was configured on this host yet; run the playbook groundwork.kafka.site "
        "without --tags, or with the tags install and config before start."
    )


def test_a_first_voter_asks_whether_others_answer() -> None:
    asked: list[str] = []
    storage.check_alone(["k2:9093", "k3:9093"], lambda address: bool(asked.append(address)))
    assert asked == ["k2:9093", "k3:9093"]
    with pytest.raises(GroundworkError, match="A controller answers at k3:9093, so there is a cluster already"):
        storage.check_alone(["k2:9093", "k3:9093"], lambda address: address.startswith("k3"))


def test_a_port_that_listens_answers_and_others_do_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(GroundworkError, match=f"answers at 127.0.0.1:{port}"):
            storage.check_alone([f"127.0.0.1:{port}"])
    storage.check_alone([f"127.0.0.1:{port}"])


@pytest.mark.parametrize(
    ("roles", "metadata", "found"),
    [
        (["broker", "controller"], None, ["the disk of /d/1, /d/2"]),
        (["broker", "controller"], "/m", ["the disk of /d/1, /d/2"]),
        (["broker"], None, []),
        (["controller"], None, []),
    ],
)
def test_metadata_on_a_disk_with_partitions(host, roles, metadata, found) -> None:
    assert [one["found"] for one in storage.findings(host, roles, PATHS, metadata)] == found


def test_metadata_on_a_disk_of_their_own(host, monkeypatch) -> None:
    devices = {"/d/1": 1, "/d/2": 2, "/m": 3}
    monkeypatch.setattr(host, "device", devices.get)
    assert storage.findings(host, ["broker", "controller"], PATHS, "/m") == []
    (one,) = storage.findings(host, ["broker", "controller"], PATHS, None)
    assert (one["id"], one["subject"], one["found"]) == ("metadata_disk_shared", "metadata in /d/1", "the disk of /d/1")


@pytest.mark.parametrize(
    ("metadata", "expected"), [(None, PATHS), ("/d/1", PATHS), ("/m", ["/d/1", "/d/2", "/m"]), ("", PATHS)]
)
def test_the_folders_that_are_formatted(metadata, expected) -> None:
    assert storage.folders(PATHS, metadata) == expected
