# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import json
import socket
import struct
import threading

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kept_cluster, zookeeper_node

OWN, OTHER = "pwyHrL1jSBeVA3gQJbCCuQ", "another1jSBeVA3gQJbCCu"
SETTINGS, FOLDER = "/etc/kafka/server.properties", "/d"


@pytest.fixture
def keeper():
    """Serve ZooKeeper's client protocol, with these nodes; gives the port."""
    listening = []

    def message(connection):
        (length,) = struct.unpack(">i", connection.recv(4, socket.MSG_WAITALL))
        return connection.recv(length, socket.MSG_WAITALL)

    def answer(connection, body):
        connection.sendall(struct.pack(">i", len(body)) + body)

    def serve(listener, nodes):
        while True:
            try:
                connection, _address = listener.accept()
            except OSError:
                return
            with connection:
                hello = message(connection)
                assert struct.unpack_from(">iqiqi", hello) == (0, 0, 10000, 0, 16)
                assert len(hello) == 28 + 16 + 1
                if nodes is None:
                    continue
                answer(connection, struct.pack(">iiqi", 0, 10000, 7, 16) + bytes(17))
                asked = message(connection)
                xid, kind, length = struct.unpack_from(">iii", asked)
                data = nodes.get(asked[12 : 12 + length].decode())
                assert kind == 4
                error = 0 if data is not None else -101
                below = sum(1 for name in nodes if name.rpartition("/")[0] == asked[12 : 12 + length].decode())
                told = struct.pack(">qqqqiiiqiiq", 1, 2, 3, 4, 5, 6, 7, 8, 9, below, 10)
                body = b"" if data is None else struct.pack(">i", len(data)) + data + told
                answer(connection, struct.pack(">iqi", xid, 1, error) + body)

    def made(nodes):
        listener = socket.create_server(("127.0.0.1", 0))
        listening.append(listener)
        threading.Thread(target=serve, args=(listener, nodes), daemon=True).start()
        return listener.getsockname()[1]

    yield made
    for listener in listening:
        listener.close()


def node_of(cluster):
    return json.dumps({"version": "1", "id": cluster}).encode()


def broker(tmp_path, connect="zk1:2181,zk2:2181/kafka", cluster=OWN):
    host = Host(str(tmp_path))
    host.write(SETTINGS, f"zookeeper.connect={connect}\n")
    if cluster:
        host.write(f"{FOLDER}/meta.properties", f"version=0\nbroker.id=1\ncluster.id={cluster}\n")
    return host


@pytest.mark.parametrize(
    ("nodes", "what"),
    [
        ({"/kafka/cluster/id": node_of(OTHER)}, f"the cluster {OTHER}"),
        ({}, "no cluster"),
        ({"/cluster/id": node_of(OWN)}, "no"),
    ],
)
def test_the_zookeeper_of_another_cluster_is_refused(keeper, tmp_path, nodes, what) -> None:
    port = keeper(nodes)
    with pytest.raises(GroundworkError) as raised:
        kept_cluster.check(broker(tmp_path), SETTINGS, f"127.0.0.1:{port}/kafka", [FOLDER])
    assert str(raised.value).startswith(
        f"/d holds data of the cluster {OWN}, and the ZooKeeper at 127.0.0.1:{port}, which "
        f"kafka_zookeeper_connect names, keeps {what}"
    )
    assert "set kafka_zookeeper_connect back (zk1:2181,zk2:2181/kafka)." in str(raised.value)


def test_other_names_of_its_own_are_taken(keeper, tmp_path) -> None:
    silent, serving = keeper(None), keeper({"/kafka/cluster/id": node_of(OWN)})
    connect = f"127.0.0.1:{silent},127.0.0.1:{serving}/kafka"
    kept_cluster.check(broker(tmp_path), SETTINGS, connect, [FOLDER])


@pytest.mark.parametrize(
    ("former", "cluster"),
    [
        pytest.param("zk1:2181/kafka", "", id="no data"),
        pytest.param("", OWN, id="nothing so far"),
        pytest.param("localhost:1,127.0.0.1:{}/kafka", OWN, id="the same servers"),
    ],
)
def test_nobody_is_asked_without_need(keeper, tmp_path, former, cluster) -> None:
    port = keeper({})
    host = broker(tmp_path, former.format(port), cluster)
    kept_cluster.check(host, SETTINGS, f"127.0.0.1:{port}, localhost:1/kafka", [FOLDER])


def test_where_nobody_answers_nobody_can_tell(keeper, tmp_path) -> None:
    kept_cluster.check(broker(tmp_path), SETTINGS, f"127.0.0.1:{keeper(None)},127.0.0.1:1/kafka", [FOLDER])


def test_a_node_is_read_whole(keeper) -> None:
    port = keeper({"/x": b"y" * 100000})
    assert zookeeper_node.read("127.0.0.1", port, "/x") == b"y" * 100000
    assert zookeeper_node.read("127.0.0.1", port, "/y") is None
    with pytest.raises(OSError, match="closed the connection"):
        zookeeper_node.read("127.0.0.1", keeper(None), "/x")


@pytest.mark.parametrize(
    ("nodes", "found"),
    [
        pytest.param({}, False, id="no broker has been there"),
        pytest.param({"/kafka/brokers/topics": b""}, False, id="no topic"),
        pytest.param({"/kafka/brokers/topics": b"", "/kafka/brokers/topics/orders": b"{}"}, True, id="a topic"),
        pytest.param({"/brokers/topics": b"", "/brokers/topics/orders": b"{}"}, False, id="those of another path"),
    ],
)
def test_whether_it_keeps_topics(keeper, tmp_path, nodes, found: bool) -> None:
    connect = f"127.0.0.1:1,127.0.0.1:{keeper(None)},127.0.0.1:{keeper(nodes)}/kafka"
    assert kept_cluster.has_topics(Host(str(tmp_path)), SETTINGS, connect) is found


def test_a_zookeeper_that_wants_certificates_which_are_not_there_tells_nothing(keeper, tmp_path) -> None:
    host = Host(str(tmp_path))
    host.write(SETTINGS, "zookeeper.ssl.client.enable=true\n")
    port = keeper({"/brokers/topics": b"", "/brokers/topics/orders": b"{}"})
    assert kept_cluster.has_topics(host, SETTINGS, f"127.0.0.1:{port}") is False
