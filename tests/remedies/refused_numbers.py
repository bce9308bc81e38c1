# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: numbers that accounts of a host cannot get, and what is given or mended then."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.starting import started


def _asked(service: str, user: str = "", folder: str = "", **numbers: Any) -> Mapping[str, Any]:
    """Of one server that its account gets other *numbers*."""
    folders = [folder] if folder else {"kafka": ["/data/kafka/log"], "zookeeper": ["/data/zookeeper/data"]}[service]
    return {"service": service, "servers": [_server(service, user or service, folders, **numbers)]}


def _server(service: str, user: str, folders: list[str], **numbers: Any) -> Mapping[str, Any]:
    return {"service": service, "user": user, "folders": folders, **numbers}


def _both(kafka: int, zookeeper: int, user: str = "zookeeper") -> Mapping[str, Any]:
    servers = [_server("kafka", "kafka", [], uid=kafka), _server("zookeeper", user, [], uid=zookeeper)]
    return {"service": "kafka", "servers": servers}


_RECORD = "/var/lib/groundwork-kafka/renumber-kafka.json"
_MADE = "mkdir --parents /var/lib/groundwork-kafka; "
_DISK = "/srv/number-disk"
_START = started("kafka")
CALLS = (
    Call(
        "The number … of the … … is that of",
        "account_renumbering",
        _asked("kafka", uid=54327),
        "give twin another number first, with all stopped that runs with this one",
        batch=7,  # nobody can renumber the other one meanwhile
        cause='useradd --non-unique --uid "$(id --user kafka)" twin',
        steps="systemctl stop kafka; usermod --uid 54328 twin",
        back=f"userdel --force twin; {_START}",
    ),
    Call(
        "….service is not on this host yet, so nothing has",
        "account_renumbering",
        _asked("zookeeper", uid=54330),
        "give it the number 54330 yourself (usermod --uid, or groupmod --gid)",
        on="kraft",
        cause="useradd --system zookeeper",
        steps="usermod --uid 54330 zookeeper",
        back="userdel zookeeper",
    ),
    Call(
        "… is …, which is the number of the",
        "account_renumbering",
        _asked("kafka", uid=1),
        "kafka_uid is 1, which is the number of the user daemon on this host; give another",
        _asked("kafka", uid=54321),
    ),
    Call(
        "… is …; give a number from 1 to",
        "account_renumbering",
        _asked("kafka", gid=-5),
        "kafka_gid is -5; give a number from 1 to ",
        _asked("kafka", gid=54321),
    ),
    Call(
        "… are … and …, and both are the number of",
        "account_renumbering",
        _both(54321, 54322, user="kafka"),
        "give one number, or give each service a user of its own",
        _both(54321, 54321, user="kafka"),
    ),
    Call(
        "… are both …, and are the numbers of the",
        "account_renumbering",
        _both(54321, 54321),
        "give each a number of its own",
        _both(54321, 54322),
    ),
    Call(
        "Process … (…) runs as the user …, who is",
        "account_renumbering",
        _asked("kafka", uid=54323),
        "(sleep) runs as the user kafka, who is to be renumbered, and is none of kafka.service; end it, and run again",
        batch=5,
        cause="systemd-run --quiet --unit=stray --uid=kafka sleep 3600",
        steps="systemctl stop stray",
    ),
    Call(
        "No disk is mounted at …, so the files on it",
        "account_renumbering",
        {**_asked("zookeeper", folder=f"{_DISK}/data", uid=54324), "disks": [{"mount_point": _DISK}]},
        "mount it, and run again",
        cause=f"mkdir {_DISK}",
        steps=f"mount -t tmpfs tmpfs {_DISK}",
        back=f"umount {_DISK}; rmdir {_DISK}",
    ),
    Call(
        "… does not tell which numbers were being changed,",
        "account_renumbering",
        _asked("kafka", uid=54326),
        "see whose the files of kafka are (ls -n), give its account one number (usermod --uid, groupmod --gid) and all "
        "of them to it (chown), remove the file, and run the playbooks groundwork.kafka.renumber_users",
        batch=2,
        cause=f"{_MADE}echo broken >{_RECORD}",
        steps=f"ls -n /data/kafka/log; chown --recursive kafka:kafka /data/kafka/log; rm {_RECORD}",
    ),
)
