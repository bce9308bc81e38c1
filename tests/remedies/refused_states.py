# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what a server that runs, or its folders and files, speak against, and what is given or mended then."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS
from tests.remedies.starting import listens

_KEEPER = CLUSTERS["keeper"].addresses["z1"]

#: A broker with ZooKeeper, its folders and its ZooKeeper server, as their roles hand them over.
_BROKER: Mapping[str, Any] = {"id": 1, "log_dirs": ["/data/kafka/log"], "zookeeper_connect": f"{_KEEPER}:2181"}
_SERVER: Mapping[str, Any] = {"id": 1, "data_dir": "/data/zookeeper/data", "data_log_dir": "/data/zookeeper/log"}
_OTHER_KEEPER = (
    "mkdir --parents /tmp/other-keeper; systemd-run --quiet --unit=other-keeper java -Xmx64m "
    "-Dzookeeper.admin.enableServer=false -cp '/opt/zookeeper/libs/*' "
    f"org.apache.zookeeper.server.quorum.QuorumPeerMain 2190 /tmp/other-keeper; {listens(2190)}"
)
_OF_INPUTS = (
    Call(
        "… was formatted for KRaft (node …), and this broker",
        "broker_inputs",
        {**_BROKER, "log_dirs": ["/data/kafka/log", "/data/kafka/of-kraft"]},
        "give another folder in kafka_log_dirs",
        {**_BROKER, "log_dirs": ["/data/kafka/log", "/data/kafka/another"]},
        cause="mkdir /data/kafka/of-kraft; echo node.id=1 >/data/kafka/of-kraft/meta.properties",
        back="rm --recursive /data/kafka/of-kraft",
    ),
    Call(
        "… holds the data of broker … of a cluster with ZooKeeper",
        "broker_inputs",
        {"mode": "kraft", "id": 1, "log_dirs": ["/data/kafka/log"]},
        "set kafka_mode to zookeeper until its metadata has been moved",
        _BROKER,
    ),
    Call(
        "… holds data of the cluster …, and the ZooKeeper at",
        "broker_inputs",
        {**_BROKER, "zookeeper_connect": f"{_KEEPER}:2190"},
        f"set kafka_zookeeper_connect back ({_KEEPER}:2181)",
        _BROKER,
        cause=_OTHER_KEEPER,
        back="systemctl stop other-keeper; rm --recursive /tmp/other-keeper",
    ),
    Call(
        "The user … is still to be made on this",
        "broker_inputs",
        {**_BROKER, "user": "newcomer", "reserved": [54400]},
        "which is given to another service; give kafka_uid as well",
        {**_BROKER, "user": "newcomer", "reserved": [54400], "uid": 54401},
    ),
    Call(
        "… holds the data of ZooKeeper server …, and zookeeper_id",
        "zookeeper_inputs",
        {**_SERVER, "id": 2},
        "set zookeeper_id back",
        _SERVER,
    ),
    Call(
        "… is new in kafka_log_dirs, and the broker does not",
        "log_dirs_removal",
        {"log_dirs": ["/data/kafka/another"]},
        "put /data/kafka/log back beside it",
        {"log_dirs": ["/data/kafka/log", "/data/kafka/another"]},
    ),
    Call(
        "… cannot be reached from this host (…), and nothing is",
        "server_ports",
        {"service": "kafka", "state": "reached", "host": _KEEPER, "doors": [f"{_KEEPER}:9999"]},
        "open that port to this host",
        steps="systemd-run --quiet --unit=door python3 -m http.server --directory /usr/share 9999; " + listens(9999),
        back="systemctl stop door",
    ),
)
_OF_ADDRESSES = (
    Call(
        "… is …, where this host can't listen (…), so",
        "broker_inputs",
        {**_BROKER, "bind_addresses": {"kafka_listeners.MORE.bind_address": "192.0.2.1"}},
        "give a name or an address of the host, or leave it out for all of them",
        {**_BROKER, "bind_addresses": {"kafka_listeners.MORE.bind_address": _KEEPER}},
    ),
)
_OF_FILES = (
    Call(
        "… is not there, so there is nothing to review",
        "config_review",
        {"files": [{"path": "/etc/kafka/server.propertie", "kind": "broker"}]},
        "correct the path",
        {"files": [{"path": "/etc/kafka/server.properties", "kind": "broker"}]},
    ),
    Call(
        "… is no address of an HTTP proxy; give",
        "java_package",
        {"proxy": "proxy.example.com:3128", "required": False},
        "give http://HOST:PORT, or http://USER:PASSWORD@HOST:PORT",
        {"proxy": "http://proxy.example.com:3128", "required": False},
    ),
    Call(
        "… does not hold the numbers of the cluster's hosts",
        "server_identity",
        {"log_dirs": ["/data/kafka/log"]},
        "or remove it where the inventory gives every number",
        batch=6,  # every other call that reads who the server is would end there as well
        cause="cp --archive /etc/kafka/node-ids.json /root/; echo broken >/etc/kafka/node-ids.json",
        steps="rm /etc/kafka/node-ids.json",
        back="mv /root/node-ids.json /etc/kafka/",
    ),
    Call(
        "… is masked, so nothing can start it; run",
        "server_process",
        {"service": "kafka"},
        "run systemctl unmask kafka.service first",
        batch=1,
        cause="mv /etc/systemd/system/kafka.service /root/; systemctl mask kafka.service",
        steps="systemctl unmask kafka.service",
        back="mv /root/kafka.service /etc/systemd/system/; systemctl daemon-reload",
    ),
    Call(
        "Process … of another user cannot be looked at;",
        "gc_log",
        {"name": "z1"},
        "run with become",
        user="nobody",
    ),
)
CALLS = (*_OF_INPUTS, *_OF_ADDRESSES, *_OF_FILES)
