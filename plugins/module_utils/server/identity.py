# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host tells of its place in the cluster: its numbers, those that it remembers, its ensemble, its rack."""

from __future__ import annotations

import json
import posixpath
import re
from typing import Any, Dict, List, Mapping, Sequence

from ..broker import properties, replication, secure
from ..core.errors import GroundworkError
from ..disks import awaited
from ..host import pending, trusted
from ..host.machine import Host
from . import data as server_data
from . import failed_disk, listening, tls, zookeeper_folders, zookeeper_log

#: Where a host remembers the numbers of all: files that the roles kafka and zookeeper write.
NODES = "/etc/kafka/node-ids.json"
SERVERS = "/etc/zookeeper/server-ids.json"
_SERVER_PROPERTIES = "/etc/kafka/server.properties"
_SERVER = re.compile(r"(\[[^\]]+\]|[^:]+):[0-9]+:([0-9]+)")
_MEMBER = re.compile(r"server\.([0-9]+)\Z")


def node(host: Host, log_dirs: Sequence[str]) -> Dict[str, Any]:
    """What is known of the broker or controller with *log_dirs*.

    ``{id, cluster_id, remembered, replication, listens, ports, phase, certificates}``: the first two are None where no
    data tells. *replication* has the settings of server.properties that say how many replicas topics have, *phase* is
    the one of security that it is of (see secure), None without the file. Raises GroundworkError when they are not all
    of one server: it would not start again.
    """
    failed_disk.check(host, log_dirs, _SERVER_PROPERTIES)
    found = server_data.held(host, log_dirs)
    text = host.read(_SERVER_PROPERTIES)
    settings = None if text is None else properties.parse(text)
    return {
        "id": _number(found.get("node.id", found.get("broker.id", ""))),
        "cluster_id": found.get("cluster.id"),
        "remembered": remembered(host, NODES),
        "replication": None if settings is None else replication.of_file(settings),
        "listens": listening.addresses(host),
        "ports": listening.ports(host),
        "phase": None if settings is None else secure.of_file(settings),
        "certificates": tls.in_use(host, "kafka", tls.KAFKA),
    }


def zookeeper(
    host: Host,
    data_dir: str,
    data_log_dir: str,
    mount_points: Sequence[str],
    disks: Sequence[Mapping[str, Any]] = (),
) -> Dict[str, Any]:
    """What is known of the host's ZooKeeper server; *disks* are all that the host is to have.

    ``{id, remembered, members, elections, filled, awaited, log_lost, pending, shared_device, certificates}``: *members*
    are the numbers in zoo.cfg, *elections* where each of them takes part in elections (HOST:PORT), *filled* tells
    whether it holds data, *awaited* whether a disk is to be mounted that may have some, *log_lost* whether it is
    stopped and has lost a part of it (see zookeeper_log), *pending* whether it runs with an earlier zoo.cfg,
    *shared_device* whether both folders lie, or will lie, on one device. Raises GroundworkError for a ``myid`` that is
    no number, and where its data lies in other folders.
    """
    given = properties.parse(host.text(zookeeper_folders.ZOO_CFG))
    pid = pending.main_pid(host, "zookeeper")
    failed_disk.check_zookeeper(host, list(dict.fromkeys((data_dir, data_log_dir))), zookeeper_folders.ZOO_CFG)
    zookeeper_folders.check(host, data_dir, data_log_dir, pid, disks)
    members = sorted(int(match.group(1)) for match in map(_MEMBER.match, given) if match)
    files = [*host.names(data_dir + "/version-2"), *host.names(data_log_dir + "/version-2")]
    filled = any(name.startswith(("snapshot.", "log.", "currentEpoch")) for name in files)
    devices = {_device(host, path, mount_points) for path in (data_dir, data_log_dir)}
    return {
        "id": _myid(host, posixpath.join(data_dir, "myid")),
        "remembered": remembered(host, SERVERS),
        "members": members,
        "elections": {str(number): _election(given[f"server.{number}"]) for number in members},
        "filled": filled,
        "awaited": not filled and any(awaited.hides(host, path, disks) for path in (data_dir, data_log_dir)),
        "log_lost": pid is None and zookeeper_log.is_lost(host, data_dir, data_log_dir, disks),
        "pending": bool(members and pid and pending.changed_since_start(host, pid, [zookeeper_folders.ZOO_CFG])),
        "shared_device": len(devices) == 1,
        "certificates": tls.in_use(host, "zookeeper", tls.ZOOKEEPER),
    }


def zookeeper_stays(host: Host) -> bool:
    """Whether a ZooKeeper server that the role zookeeper made runs on a host that is to have none any more."""
    made = host.exists(zookeeper_folders.ZOO_CFG) and host.exists(SERVERS)
    return made and pending.main_pid(host, "zookeeper") is not None


def remembered(host: Host, path: str) -> Dict[str, int]:
    """The numbers by host that the file *path* holds; none without it. GroundworkError for one that is broken."""
    text = host.read(path)
    if text is None:
        return {}
    try:
        held = json.loads(text)
        return {str(name): int(number) for name, number in held.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise GroundworkError(
            f"{path} does not hold the numbers of the cluster's hosts as it was written; copy it from another host of "
            "the cluster, or remove it where the inventory gives every number."
        ) from error


def rack(host: Host, given: str | None, file: str | None, command: Sequence[str]) -> str | None:
    """The rack of the host: *given*, the one line of *file*, or the one line that *command* prints; None: none."""
    ways = [
        name for name, way in (("kafka_rack", given), ("kafka_rack_file", file), ("kafka_rack_command", command)) if way
    ]
    if len(ways) > 1:
        raise GroundworkError(f"{' and '.join(ways)} are given; give one of them.")
    if file:
        text = host.read(file)
        if text is None:
            raise GroundworkError(f"{file} (kafka_rack_file) is not there; write the host's rack into it, on one line.")
        return _line(f"{file} (kafka_rack_file)", text)
    if command:
        fault = trusted.fault_of_program(host.real(command[0])) if command[0].startswith("/") else ""
        if fault:
            raise GroundworkError(
                f"{fault}, so others than root could have another program run as {command[0]} (kafka_rack_command), "
                "which root runs; give it, with all folders above it, to root alone."
            )
        done = host.run(command)
        if done.rc != 0:
            said = " ".join(done.stderr.split()) or f"exit code {done.rc}"
            raise GroundworkError(f"{' '.join(command)} (kafka_rack_command) failed: {said}; it must print the rack.")
        return _line(f"{' '.join(command)} (kafka_rack_command)", done.stdout)
    return (given or "").strip() or None


def _line(name: str, text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != 1:
        raise GroundworkError(f"{name} gives {len(lines)} lines; the rack is one line of text.")
    return lines[0]


def _number(text: str) -> int | None:
    return int(text) if re.match(r"[0-9]{1,10}\s*\Z", text.strip() + "\n") else None


def _myid(host: Host, path: str) -> int | None:
    text = (host.read(path) or "").strip()
    number = _number(text)
    if text and number is None:
        raise GroundworkError(
            f"{path} holds {text[:20]!r}, and not the number of a ZooKeeper server; write this server's own into it, "
            "as server.N in zoo.cfg says."
        )
    return number


def _election(server: str) -> str:
    """HOST:PORT of a *server* as zoo.cfg names it, which may go on: ``HOST:PEER:ELECTION:ROLE;CLIENT``."""
    found = _SERVER.match(server)
    return f"{found.group(1)}:{found.group(2)}" if found else ""


def _device(host: Host, path: str, mount_points: Sequence[str]) -> object:
    """What the folder *path* lies on: the disk that is to be mounted above it, or the device of the nearest folder."""
    above: List[str] = [path]
    while above[-1] != "/":
        above.append(posixpath.dirname(above[-1]))
    wanted = {posixpath.normpath(point) for point in mount_points}
    for folder in above:
        if folder in wanted:
            return folder
        if host.exists(folder) and not wanted.intersection(above):
            return host.device(folder)
    return None
