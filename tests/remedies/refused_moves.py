# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: where data cannot be looked for or moved to, on the cluster keeper, and where it can."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call

_KEEPER: Mapping[str, Any] = {"data_dir": "/data/zookeeper/data", "data_log_dir": "/data/zookeeper/log"}
_OF_ITS_USER: Mapping[str, Any] = {**_KEEPER, "user": "zookeeper"}
_MOVED: Mapping[str, Any] = {**_OF_ITS_USER, "data_log_dir": "/data/zookeeper/moved"}
_OF_ZOOKEEPER = (
    Call(
        "… lies among the files of …; give …",
        "zookeeper_move",
        {**_OF_ITS_USER, "data_log_dir": "/data/zookeeper/log/version-2/inner"},
        "give zookeeper_data_log_dir another folder",
        _MOVED,
    ),
    Call(
        "… is the folder of ZooKeeper server …, and",
        "zookeeper_move",
        {**_OF_ITS_USER, "data_log_dir": "/data/zookeeper/of-two"},
        "give zookeeper_data_log_dir a folder of its own",
        _MOVED,
        cause="mkdir /data/zookeeper/of-two; echo 2 >/data/zookeeper/of-two/myid",
        back="rm --recursive /data/zookeeper/of-two",
    ),
    Call(
        "… is to get …, and its file system has",
        "zookeeper_move",
        {**_OF_ITS_USER, "data_log_dir": "/srv/tiny/log"},
        "free some room there, or give a folder on another disk",
        _MOVED,
        cause="mkdir /srv/tiny; mount -t tmpfs -o size=1m tmpfs /srv/tiny",
        back="umount /srv/tiny; rmdir /srv/tiny",
    ),
    Call(
        "… holds …, and not the number of a ZooKeeper server;",
        "server_identity",
        _KEEPER,
        "write this server's own into it, as server.N in zoo.cfg says",
        cause="cp --archive /data/zookeeper/data/myid /root/; echo one >/data/zookeeper/data/myid",
        steps="echo 1 >/data/zookeeper/data/myid",
        back="mv /root/myid /data/zookeeper/data/myid",
    ),
)
CALLS = _OF_ZOOKEEPER
