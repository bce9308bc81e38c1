# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what a server that runs, or its folders and files, speak against, and what is given or mended then."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS

_KEEPER, _KRAFT = CLUSTERS["keeper"].addresses["z1"], CLUSTERS["kraft"].addresses["k1"]
_STOP = "systemctl stop kafka zookeeper; "
_LISTENS = 'timeout 120 sh -c "until ss --listening --numeric --tcp --no-header | grep --quiet :{}; do sleep 1; done"'
_START = f"systemctl start zookeeper kafka; {_LISTENS.format(9092)}"

#: A broker with ZooKeeper, its folders and its ZooKeeper server, as their roles hand them over.
_BROKER: Mapping[str, Any] = {"id": 1, "log_dirs": ["/data/kafka/log"], "zookeeper_connect": f"{_KEEPER}:2181"}
_SERVER: Mapping[str, Any] = {"id": 1, "data_dir": "/data/zookeeper/data", "data_log_dir": "/data/zookeeper/log"}
_FOLDERS: Mapping[str, Any] = {"data_dir": "/data/zookeeper/data", "data_log_dir": "/data/zookeeper/log"}
_OTHER_KEEPER = (
    "mkdir --parents /tmp/other-keeper; systemd-run --quiet --unit=other-keeper java -Xmx64m "
    "-Dzookeeper.admin.enableServer=false -cp '/opt/zookeeper/libs/*' "
    f"org.apache.zookeeper.server.quorum.QuorumPeerMain 2190 /tmp/other-keeper; {_LISTENS.format(2190)}"
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
        "… is a port of … and of …, one",
        "server_ports",
        {
            "service": "zookeeper",
            "state": "opened",
            "host": _KEEPER,
            "number": 1,
            "ports": {"zookeeper_client_port": 2888, "zookeeper_peer_port": 2181, "zookeeper_election_port": 3888},
        },
        "give a port that is neither's, run, and then give this one",
        {
            "service": "zookeeper",
            "state": "opened",
            "host": _KEEPER,
            "number": 1,
            "ports": {"zookeeper_client_port": 2281, "zookeeper_peer_port": 2888, "zookeeper_election_port": 3888},
        },
    ),
    Call(
        "… cannot be reached from this host (…), and nothing is",
        "server_ports",
        {"service": "kafka", "state": "reached", "host": _KEEPER, "doors": [f"{_KEEPER}:9999"]},
        "open that port to this host",
        steps="systemd-run --quiet --unit=door python3 -m http.server --directory /usr/share 9999; "
        + _LISTENS.format(9999),
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
        "There is no java program at …; install a",
        "jvm_options",
        {"java": "/usr/local/bin/java", "heap": "128m"},
        "or give its path",
        {"java": "/usr/bin/java", "heap": "128m"},
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
_ZOO_CFG = "/etc/zookeeper/zoo.cfg"
_AWAY = (
    f"{_STOP}cp --archive {_ZOO_CFG} /etc/fstab /root/; "
    f"sed --in-place 's|^dataLogDir=.*|dataLogDir=/srv/away/log|' {_ZOO_CFG}; mkdir --parents /srv/away; "
)
_BACK = f"mv /root/zoo.cfg {_ZOO_CFG}; cat /root/fstab >/etc/fstab; rm /root/fstab; {_START}"
_OF_FOLDERS = (
    Call(
        "A Kafka that somebody else has made runs on",
        "broker_inputs",
        {**_BROKER, "log_dirs": ["/data/kafka/another"]},
        "name /data/kafka/log in kafka_log_dirs or kafka_metadata_log_dir",
        _BROKER,
        batch=6,
        cause="mv /etc/kafka/server.properties /root/",
        back="mv /root/server.properties /etc/kafka/",
    ),
    Call(
        "This server keeps the data of cluster … in …,",
        "broker_inputs",
        {"mode": "kraft", "id": 1, "log_dirs": ["/data/kafka/fresh"], "properties": "/root/former.properties"},
        "name at least one of its folders",
        {"mode": "kraft", "id": 1, "log_dirs": ["/data/kafka/formatted"], "properties": "/root/former.properties"},
        batch=4,
        cause="mkdir /data/kafka/formatted; echo log.dirs=/data/kafka/formatted >/root/former.properties; "
        "printf 'node.id=1\\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\\n' >/data/kafka/formatted/meta.properties",
        back="rm --recursive /data/kafka/formatted /root/former.properties",
    ),
    Call(
        "….service was not stopped, for it would not start",
        "server_process",
        {"service": "kafka", "state": "restarted"},
        "no disk is mounted at /srv/unmounted; mount it",
        batch=10,
        cause="mkdir /srv/unmounted; cp --archive /etc/systemd/system/kafka.service /root/; "
        "sed --in-place 's|^\\[Unit\\]$|&\\nAssertPathIsMountPoint=/srv/unmounted|' /etc/systemd/system/kafka.service",
        steps="mount -t tmpfs tmpfs /srv/unmounted",
        back="mv /root/kafka.service /etc/systemd/system/; umount /srv/unmounted; rmdir /srv/unmounted; "
        f"systemctl daemon-reload; systemctl restart kafka; {_LISTENS.format(9092)}",
        plans=False,
    ),
    Call(
        "A ZooKeeper that somebody else has made runs on",
        "server_identity",
        {**_FOLDERS, "data_log_dir": "/data/zookeeper/other"},
        "set zookeeper_data_log_dir to /data/zookeeper/log, and zookeeper_data_dir to where its snapshots are",
        _FOLDERS,
        batch=6,
        cause=f"mv {_ZOO_CFG} /root/",
        back=f"mv /root/zoo.cfg {_ZOO_CFG}",
    ),
    Call(
        "… says that ZooKeeper keeps its … in …, whose disk",
        "server_identity",
        _FOLDERS,
        "mount that disk, or, where it was moved from there, remove its line from /etc/fstab",
        batch=7,
        cause=f"{_AWAY}mkdir /root/disk; cp --archive /data/zookeeper/log /root/disk/; "
        "echo '/root/disk /srv/away none bind,noauto 0 0' >>/etc/fstab",
        steps="mount /srv/away",
        back=f"umount /srv/away; rm --recursive /root/disk; rmdir /srv/away; {_BACK}",
    ),
    Call(
        "… says that ZooKeeper keeps its … in …, whose disk",
        "server_identity",
        _FOLDERS,
        "or, where it was moved from there, remove its line from /etc/fstab",
        batch=8,
        cause=f"{_AWAY}echo 'LABEL=gone /srv/away xfs noauto 0 0' >>/etc/fstab",
        steps="grep --invert-match ' /srv/away ' /etc/fstab >/root/fstab-then; cat /root/fstab-then >/etc/fstab",
        back=f"rm /root/fstab-then; rmdir /srv/away; {_BACK}",
    ),
    Call(
        "… hold partitions, which only a broker that runs",
        "log_dirs_removal",
        {"log_dirs": ["/data/kafka/second"]},
        "start it (systemctl start kafka), and run again",
        batch=9,
        cause="systemctl stop kafka; cp --archive /etc/kafka/server.properties /root/; "
        "install --directory --owner=kafka --group=kafka /data/kafka/second; "
        "cp --archive /data/kafka/log/meta.properties /data/kafka/second/; "
        "sed --in-place 's|^log.dirs=.*|log.dirs=/data/kafka/log,/data/kafka/second|' /etc/kafka/server.properties",
        steps=f"systemctl start kafka; {_LISTENS.format(9092)}",
        back="systemctl stop kafka; mv /root/server.properties /etc/kafka/; rm --recursive /data/kafka/second; "
        + _START,
    ),
)
_TWIN = {"service": "zookeeper", "user": "zookeeper", "folders": [], "uid": 54331}
_OF_ACCOUNTS = (
    Call(
        "The number … of the … … is that of",
        "account_renumbering",
        {"service": "zookeeper", "servers": [_TWIN]},
        "give twin another number first, with all stopped that runs with this one",
        batch=4,
        cause="useradd --non-unique --uid $(id --user zookeeper) --no-create-home twin",
        steps="usermod --uid 54999 twin",
        back="userdel twin",
    ),
    Call(
        "….service is not on this host yet, so nothing",
        "account_renumbering",
        {"service": "zookeeper", "servers": [{**_TWIN, "uid": 54330}]},
        "give it the number 54330 yourself (usermod --uid, or groupmod --gid)",
        on="kraft",
        cause="useradd --system --no-create-home zookeeper",
        steps="usermod --uid 54330 zookeeper",
        back="userdel zookeeper",
    ),
)

#: The KRaft server as its role hands it over.
_NODE: Mapping[str, Any] = {
    "mode": "kraft",
    "id": 1,
    "log_dirs": ["/data/kafka/log"],
    "metadata_log_dir": "/data/kafka/metadata",
    "roles": ["broker", "controller"],
    "security": True,
}
_STORED: Mapping[str, Any] = {"node_id": 1, "roles": ["broker", "controller"], "log_dirs": ["/data/kafka/log"]}
_SETTINGS, _SAVED = "/etc/kafka/server.properties", "/root/saved.properties"
_SAVE = f"cp --archive {_SETTINGS} {_SAVED}; "
_OF_KRAFT = (
    Call(
        "This host is a controller, as … says, and the",
        "broker_inputs",
        {**_NODE, "roles": ["broker"]},
        "put it back into the group kafka_controllers",
        _NODE,
        on="kraft",
    ),
    Call(
        "This host is a broker with … (…), as …",
        "broker_inputs",
        {**_NODE, "roles": ["controller"]},
        "put it back into the group kafka",
        _NODE,
        on="kraft",
    ),
    Call(
        "kafka runs on this host as …, and the inventory",
        "broker_inputs",
        _NODE,
        "or take it out of the group kafka_controllers",
        {**_NODE, "roles": ["broker"]},
        on="kraft",
        batch=1,
        cause=f"{_SAVE}sed --in-place 's|^process.roles=.*|process.roles=broker|' {_SETTINGS}",
        back=f"mv {_SAVED} {_SETTINGS}",
    ),
    Call(
        "The controller at … listens at port … (…), and",
        "broker_inputs",
        {**_NODE, "controllers": [f"{_KRAFT}:9193"]},
        "or set kafka_controller_port back to 9093",
        {**_NODE, "controllers": [f"{_KRAFT}:9093"]},
        on="kraft",
    ),
    Call(
        "… holds the data of … …, and kafka_node_id is",
        "kafka_storage",
        {**_STORED, "node_id": 7},
        "set kafka_node_id back to 1",
        _STORED,
        on="kraft",
    ),
    Call(
        "… holds the data of cluster …, and the cluster",
        "kafka_storage",
        {**_STORED, "log_dirs": ["/data/kafka/of-other"], "cluster_id": "NFrByNf9Sb-ZRSqQKfs2LA"},
        "if its data may be lost, empty its folders yourself",
        on="kraft",
        cause="mkdir /data/kafka/of-other; cp /data/kafka/log/meta.properties /data/kafka/of-other/",
        steps="find /data/kafka/of-other -mindepth 1 -delete",
        back="rm --recursive /data/kafka/of-other",
    ),
)
_MOVE: Mapping[str, Any] = {
    "node_id": 1,
    "log_dirs": ["/data/kafka/log"],
    "metadata_log_dir": "/data/kafka/moved",
    "user": "kafka",
}
_OF_METADATA = (
    Call(
        "…/… does not say that the metadata there are",
        "metadata_move",
        {**_MOVE, "node_id": 7},
        "or set kafka_node_id back",
        _MOVE,
        on="kraft",
    ),
    Call(
        "… is new in kafka_log_dirs, and metadata are moved",
        "metadata_move",
        {**_MOVE, "log_dirs": ["/data/kafka/log", "/data/kafka/another"]},
        "take it out until they are moved",
        _MOVE,
        on="kraft",
    ),
    Call(
        "… lies in …; give folders beside one another.",
        "metadata_move",
        {**_MOVE, "metadata_log_dir": "/data/kafka/log/inner"},
        "/data/kafka/log/inner lies in /data/kafka/log; give folders beside one another",
        _MOVE,
        on="kraft",
    ),
    Call(
        "… holds …, which no move of this server's metadata",
        "metadata_move",
        {**_MOVE, "metadata_log_dir": "/data/kafka/strange"},
        "give a folder that holds nothing, or move that away",
        on="kraft",
        cause="mkdir /data/kafka/strange; echo a >/data/kafka/strange/somebody-s",
        steps="mv /data/kafka/strange/somebody-s /root/",
        back="rm --recursive --force /data/kafka/strange /root/somebody-s",
    ),
    Call(
        "The metadata of this server lie in …, and … has",
        "metadata_move",
        _MOVE,
        "let metadata.log.dir there be /data/kafka/metadata, and run again",
        on="kraft",
        batch=2,
        cause=f"{_SAVE}sed --in-place 's|^metadata.log.dir=.*|metadata.log.dir=/data/kafka/elsewhere|' {_SETTINGS}",
        steps=f"sed --in-place 's|^metadata.log.dir=.*|metadata.log.dir=/data/kafka/metadata|' {_SETTINGS}",
        back=f"mv {_SAVED} {_SETTINGS}",
    ),
)
CALLS = (*_OF_INPUTS, *_OF_ADDRESSES, *_OF_FILES, *_OF_FOLDERS, *_OF_ACCOUNTS, *_OF_KRAFT, *_OF_METADATA)
