# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: folders in which a Kafka server would not find its data, or cannot be without, and the right ones."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS
from tests.remedies.starting import started

_PROPERTIES, _SAVED = "/etc/kafka/server.properties", "/root/saved-properties"
_START = started("kafka")
#: A broker with ZooKeeper, as its role hands it over.
_BROKER: Mapping[str, Any] = {
    "id": 1,
    "log_dirs": ["/data/kafka/log"],
    "zookeeper_connect": f"{CLUSTERS['keeper'].addresses['z1']}:2181",
}
#: A server that was formatted and not started yet, with its file.
_FORMATTED = "/root/formatted.properties"
_OF_KRAFT: Mapping[str, Any] = {
    "mode": "kraft",
    "id": 5,
    "roles": ["broker", "controller"],
    "properties": _FORMATTED,
}
#: How the metadata of the cluster kraft are moved, which lie in /data/kafka/metadata.
_MOVED: Mapping[str, Any] = {
    "log_dirs": ["/data/kafka/log"],
    "metadata_log_dir": "/data/kafka/moved",
    "user": "kafka",
}
_MARK = "printf 'version=1\\nnode.id={1}\\ncluster.id={2}\\n' >{0}/meta.properties"
_OF_IDENTITY = (
    Call(
        "… holds the data of … …, and kafka_node_id is",
        "broker_inputs",
        {**_BROKER, "id": 2},
        "set kafka_node_id back to 1",
        _BROKER,
    ),
    Call(
        "This server keeps the data of cluster … in …,",
        "broker_inputs",
        {**_OF_KRAFT, "log_dirs": ["/data/fresh"]},
        "name at least one of its folders",
        {**_OF_KRAFT, "log_dirs": ["/data/formatted", "/data/fresh"]},
        cause="mkdir /data/formatted; "
        + _MARK.format("/data/formatted", 5, "MkU3OEVBNTcwNTJENDM2Qg")
        + f"; printf 'process.roles=broker,controller\\nnode.id=5\\nlog.dirs=/data/formatted\\n' >{_FORMATTED}",
        back=f"rm --recursive --force /data/formatted {_FORMATTED}",
    ),
    Call(
        "… holds the data of cluster …, and the cluster",
        "kafka_storage",
        {"node_id": 9, "roles": ["broker"], "log_dirs": ["/data/of-other"], "cluster_id": "MkU3OEVBNTcwNTJENDM2Qg"},
        "or, if its data may be lost, empty its folders yourself",
        cause="mkdir /data/of-other; " + _MARK.format("/data/of-other", 9, "another"),
        steps="rm /data/of-other/*",
        back="rm --recursive --force /data/of-other",
    ),
    Call(
        "A Kafka that somebody else has made runs on this",
        "broker_inputs",
        {**_BROKER, "log_dirs": ["/data/kafka/new"]},
        "name /data/kafka/log in kafka_log_dirs or kafka_metadata_log_dir",
        _BROKER,
        batch=9,  # it is known by the file that it runs without
        cause=f"mv {_PROPERTIES} {_SAVED}",
        back=f"mv {_SAVED} {_PROPERTIES}",
    ),
)
#: What lets the server write into a folder that it was not made with.
_WRITES = "/etc/systemd/system/kafka.service.d/50-second.conf"
_OF_PARTITIONS = (
    Call(
        "… hold partitions, which only a broker that runs can",
        "log_dirs_removal",
        {"log_dirs": ["/data/kafka/second"]},
        "start it (systemctl start kafka), and run again",
        batch=7,
        cause=f"systemctl stop kafka; cp --archive {_PROPERTIES} {_SAVED}; "
        f"sed --in-place 's|^log.dirs=.*|&,/data/kafka/second|' {_PROPERTIES}; mkdir /data/kafka/second; "
        "grep --invert-match directory.id /data/kafka/log/meta.properties >/data/kafka/second/meta.properties; "
        "chown --recursive kafka:kafka /data/kafka/second; "
        f"mkdir --parents $(dirname {_WRITES}); "
        f"printf '[Service]\\nReadWritePaths=/data/kafka/second\\n' >{_WRITES}; systemctl daemon-reload",
        steps=_START,
        back=f"systemctl stop kafka; mv {_SAVED} {_PROPERTIES}; rm --recursive --force /data/kafka/second {_WRITES}; "
        f"rmdir --ignore-fail-on-non-empty $(dirname {_WRITES}); systemctl daemon-reload; {_START}",
    ),
)
_OF_METADATA = (
    Call(
        "The metadata of this server lie in …, and … has it",
        "metadata_move",
        _MOVED,
        "let metadata.log.dir there be /data/kafka/metadata, and run again",
        on="kraft",
        batch=1,
        cause=f"cp --archive {_PROPERTIES} {_SAVED}; "
        f"sed --in-place 's|^metadata.log.dir=.*|metadata.log.dir=/data/kafka/elsewhere|' {_PROPERTIES}",
        steps=f"sed --in-place 's|^metadata.log.dir=.*|metadata.log.dir=/data/kafka/metadata|' {_PROPERTIES}",
        back=f"mv {_SAVED} {_PROPERTIES}",
    ),
    Call(
        "…/… does not say that the metadata there are those",
        "metadata_move",
        {**_MOVED, "node_id": 7},
        "or set kafka_node_id back",
        {**_MOVED, "node_id": 1},
        on="kraft",
    ),
    Call(
        "… is new in kafka_log_dirs, and metadata are moved without",
        "metadata_move",
        {**_MOVED, "log_dirs": ["/data/kafka/log", "/data/kafka/more"]},
        "take it out until they are moved",
        _MOVED,
        on="kraft",
    ),
    Call(
        "… lies in …; give folders beside one another.",
        "metadata_move",
        {**_MOVED, "metadata_log_dir": "/data/kafka/log/metadata"},
        "/data/kafka/log/metadata lies in /data/kafka/log; give folders beside one another",
        _MOVED,
        on="kraft",
    ),
    Call(
        "… holds …, which no move of this server's metadata",
        "metadata_move",
        {**_MOVED, "metadata_log_dir": "/data/kafka/filled"},
        "give a folder that holds nothing, or move that away",
        on="kraft",
        cause="mkdir /data/kafka/filled; touch /data/kafka/filled/orders.csv",
        steps="mv /data/kafka/filled/orders.csv /root/",
        back="rm --recursive --force /data/kafka/filled /root/orders.csv",
    ),
)
CALLS = (*_OF_IDENTITY, *_OF_PARTITIONS, *_OF_METADATA)
