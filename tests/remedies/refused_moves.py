# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: where data cannot be looked for or moved to, on the cluster keeper, and where it can."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.starting import started

_KEEPER: Mapping[str, Any] = {"data_dir": "/data/zookeeper/data", "data_log_dir": "/data/zookeeper/log"}
_OF_ITS_USER: Mapping[str, Any] = {**_KEEPER, "user": "zookeeper"}
_MOVED: Mapping[str, Any] = {**_OF_ITS_USER, "data_log_dir": "/data/zookeeper/moved"}
_ZOO_CFG = "/etc/zookeeper/zoo.cfg"
_SAVED = "/root/saved-settings"
#: Both servers end, and serve again.
_STOP = "systemctl stop kafka zookeeper; "
_START = started("zookeeper", "kafka")
_RECORD = "/var/lib/groundwork-kafka/move-{}.json"
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
    Call(
        "ZooKeeper runs on this host with its transaction log in …, and … says",
        "zookeeper_move",
        _MOVED,
        "let dataLogDir there be /data/zookeeper/log again, and run again",
        batch=1,
        cause=f"cp --archive {_ZOO_CFG} {_SAVED}; "
        f"sed --in-place 's|^dataLogDir=.*|dataLogDir=/data/zookeeper/elsewhere|' {_ZOO_CFG}",
        steps=f"sed --in-place 's|^dataLogDir=.*|dataLogDir=/data/zookeeper/log|' {_ZOO_CFG}",
        back=f"mv {_SAVED} {_ZOO_CFG}",
    ),
    Call(
        "… does not tell what was being moved, as",
        "zookeeper_move",
        _MOVED,
        "look whether the folders of the server hold copies of its data that no settings name, move those away, remove "
        "the file, and run again",
        batch=2,
        cause=f"mkdir --parents /var/lib/groundwork-kafka; echo broken >{_RECORD.format('zookeeper')}; "
        "mkdir /data/zookeeper/moved; cp --archive /data/zookeeper/log/version-2 /data/zookeeper/moved/",
        steps=f"ls /data/zookeeper; mv /data/zookeeper/moved /root/; rm {_RECORD.format('zookeeper')}",
        back="rm --recursive --force /root/moved /data/zookeeper/moved",
    ),
    Call(
        "… says that ZooKeeper keeps its data in …, which",
        "zookeeper_move",
        {"data_dir": "/data/zookeeper/moved", "data_log_dir": "/data/zookeeper/moved", "user": "zookeeper"},
        "let it name the folders that do",
        batch=3,
        cause=f"{_STOP}cp --archive {_ZOO_CFG} {_SAVED}; sed --in-place 's|=/data/zookeeper/|=/data/none/|' {_ZOO_CFG}",
        steps=f"sed --in-place 's|=/data/none/|=/data/zookeeper/|' {_ZOO_CFG}",
        back=f"mv {_SAVED} {_ZOO_CFG}; {_START}",
    ),
    Call(
        "… says that ZooKeeper keeps its … in …, and",
        "server_identity",
        {"data_dir": "/data/none/other", "data_log_dir": "/data/none/log"},
        "name the folder that does, or set zookeeper_data_dir back to /data/none/data",
        _KEEPER,
        batch=3,
    ),
    Call(
        "… holds … of ZooKeeper's …, and …, which … names,",
        "server_identity",
        {**_KEEPER, "data_log_dir": "/data/zookeeper/other"},
        "or set zookeeper_data_log_dir back to /data/zookeeper/log",
        _KEEPER,
        batch=4,
        cause=_STOP,
        back=_START,
    ),
    Call(
        "… holds … of ZooKeeper's …, which is to lie in …",
        "server_identity",
        {**_KEEPER, "data_log_dir": "/data/zookeeper/apart"},
        "move it away as docs/zookeeper_folders.md of this collection says",
        batch=4,
        cause=f"{_STOP}cd /data/zookeeper; mkdir apart; cp --archive log/version-2 apart/; "
        "cp --archive $(ls log/version-2/log.* | head -1) data/version-2/",
        steps="cd /data/zookeeper/data; mkdir moved-away; mv version-2/log.* moved-away/",
        back="rm --recursive --force /data/zookeeper/apart /data/zookeeper/data/moved-away",
    ),
)
#: A disk that the host is to have, and does not.
_GONE = "/srv/gone"
_ELSEWHERE = (
    Call(
        "… says that ZooKeeper keeps its … in …, whose",
        "server_identity",
        _KEEPER,
        "mount that disk, or, where it was moved from there, remove its line from /etc/fstab",
        batch=8,
        cause=f"{_STOP}cp --archive {_ZOO_CFG} {_SAVED}; "
        f"sed --in-place 's|^dataLogDir=.*|dataLogDir={_GONE}/log|' {_ZOO_CFG}; "
        f"echo '/dev/gone {_GONE} ext4 nofail 0 0' >>/etc/fstab",
        steps=f"sed --in-place '\\|{_GONE}|d' /etc/fstab",
        back=f"sed --in-place '\\|{_GONE}|d' /etc/fstab; mv {_SAVED} {_ZOO_CFG}; {_START}",
    ),
    Call(
        "A ZooKeeper that somebody else has made runs on this",
        "server_identity",
        {**_KEEPER, "data_log_dir": "/data/zookeeper/new"},
        "set zookeeper_data_log_dir to /data/zookeeper/log, and zookeeper_data_dir to where its snapshots are",
        _KEEPER,
        batch=9,  # it is known by the file that it runs without
        cause=f"mv {_ZOO_CFG} {_SAVED}",
        back=f"mv {_SAVED} {_ZOO_CFG}",
    ),
)
CALLS = (*_OF_ZOOKEEPER, *_ELSEWHERE)
