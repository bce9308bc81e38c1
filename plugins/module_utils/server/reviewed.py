# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a review is told of a host's servers, and of files for them: settings without secrets, and the host's facts."""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, Sequence, Tuple

from ..broker import properties
from ..core import sizes
from ..core.errors import GroundworkError
from ..core.values import INFINITY
from ..host import process
from ..host.machine import Host, real_path
from ..readers import fstab
from ..review import parts
from ..review.model import CONSUMER, PRODUCER, Broker, Client, Disk, Facts, Keeper, Reviewed
from . import jvm, processes
from .running import NONSENSE, Server

KINDS = (processes.BROKER, processes.ZOOKEEPER, PRODUCER, CONSUMER)
_MAXIMUM = "/proc/sys/vm/max_map_count"
_HEAP = re.compile(r"-Xmx(.+)|-XX:MaxHeapSize=(.+)")
_WATCHED = re.compile(r"-Dcom\.sun\.management\.jmxremote\.port=|-javaagent:")
_JAR = re.compile(r"kafka-clients-([0-9].*)\.jar\Z")


def of_servers(host: Host, name: str, found: Sequence[Server]) -> Reviewed:
    """The servers *found* on *host*, which the inventory calls *name*; several of a kind by their units as well."""
    known = [server for server in found if server.refused is None]
    brokers, keepers = [], []
    for server in known:
        alike = [
            other for other in known if (other.kind == processes.ZOOKEEPER) == (server.kind == processes.ZOOKEEPER)
        ]
        called = name if len(alike) == 1 else f"{name}/{server.name.replace(' ', '-')}"
        config = parts.shown(server.properties)
        try:
            facts, release, repeated = _facts(host, server, known), version(host, server), _repeated(host, server)
        except NONSENSE:  # of one of them, which hides none of the others
            continue
        if server.kind == processes.ZOOKEEPER:
            keepers.append(Keeper(called, config, facts, repeated))
        else:
            brokers.append(Broker(called, config, release, facts, repeated=repeated))
    return Reviewed(brokers=tuple(brokers), keepers=tuple(keepers))


def of_file(host: Host, name: str, given: Mapping[str, str]) -> Reviewed:
    """A file of *host*: its ``path``, its ``kind``, one of KINDS, and the ``version`` of Kafka that reads it.

    Raises GroundworkError for a file that is not there, and for one that Java does not read.
    """
    path, kind = given["path"], given["kind"]
    text = host.read(path)
    if text is None:
        raise GroundworkError(f"{path} is not there, so there is nothing to review; correct the path.")
    if properties.has_malformed_escape(text):
        raise GroundworkError(
            f"{path} has a \\u that no four hexadecimal digits follow, so that Java refuses all of it, and nothing "
            "starts with it; correct it, or write its backslash twice."
        )
    config, repeated = parts.of_text(text)
    release = given.get("version") or ""
    if kind in (PRODUCER, CONSUMER):
        return Reviewed(clients=(Client(path, kind, config, version=release, repeated=repeated),))
    keys = ("dataDir", "dataLogDir") if kind == processes.ZOOKEEPER else ("log.dirs", "log.dir", "metadata.log.dir")
    folders = [one.strip() for key in keys for one in config.get(key, "").split(",") if one.strip().startswith("/")]
    facts = Facts(memory=_memory(host), max_map_count=_maximum(host), disks=disks(host, folders))
    if kind == processes.ZOOKEEPER:
        return Reviewed(keepers=(Keeper(name, config, facts, repeated),))
    return Reviewed(brokers=(Broker(name, config, release, facts, file=path, repeated=repeated),))


def disks(host: Host, folders: Sequence[str]) -> Dict[str, Disk]:
    """Where each of *folders* lies; the last mount of the longest mount point above it."""
    mounts = fstab.mounts(host.read(fstab.MOUNTINFO) or "")
    found = {}
    for folder in folders:
        real = real_path(host, folder)
        above = [one for one in mounts if (real + "/").startswith(one.mount_point.rstrip("/") + "/")]
        if above:
            _place, mount = max(enumerate(above), key=lambda item: (len(item[1].mount_point), item[0]))
            found[folder] = Disk(mount.mount_point, mount.number)
    return found


def planned_disks(host: Host, folders: Sequence[str], mount_points: Sequence[str]) -> Dict[str, List[str]]:
    """Where each of *folders* lies, as :func:`disks` tells it, or will lie once disks are mounted at *mount_points*."""
    found = {path: list(disk) for path, disk in disks(host, folders).items()}
    for folder in folders:
        above = [point for point in mount_points if (folder + "/").startswith(point.rstrip("/") + "/")]
        if above and (folder not in found or len(max(above, key=len)) > len(found[folder][0])):
            found[folder] = [max(above, key=len), max(above, key=len)]
    return found


def version(host: Host, server: Server) -> str:
    """The version of Kafka that *server* runs, by the jars on its class path; empty where none tells."""
    entries: List[str] = []
    for entry in server.command.class_path:
        entries += host.names(entry[:-2]) if entry.endswith("/*") and entry.startswith("/") else [entry]
    for entry in entries:
        match = _JAR.match(entry.rpartition("/")[2])
        if match:
            return match.group(1)
    return ""


def _facts(host: Host, server: Server, others: Sequence[Server]) -> Facts:
    beside = [other for other in others if other is not server]
    heaps = [heap for heap in map(_heap, beside) if heap is not None]
    files = process.open_files(host, server.pid)
    return Facts(
        memory=_memory(host),
        heap=_heap(server),
        other_heaps=tuple(heaps),
        nofile=None if files is None or files[0] == INFINITY else int(files[0]),
        max_map_count=_maximum(host),
        disks=disks(host, [path for _key, path in server.directories]),
        watched=any(_WATCHED.match(option) for option in server.command.options),
        shares=tuple(sorted(f"{other.kind} {other.name}" for other in beside)),
    )


def _heap(server: Server) -> int | None:
    """The bytes of the largest heap; None where the command line does not say."""
    found = [match for match in map(_HEAP.match, server.command.options) if match]
    try:
        return sizes.parse_size(found[-1].group(1) or found[-1].group(2), "heap") if found else None
    except GroundworkError:
        return None


def _memory(host: Host) -> int | None:
    try:
        return jvm.memory(host)
    except GroundworkError:
        return None


def _maximum(host: Host) -> int | None:
    found = (host.read(_MAXIMUM) or "").strip()
    return int(found) if found.isdigit() else None


def _repeated(host: Host, server: Server) -> Tuple[str, ...]:
    return parts.of_text(host.text(server.config))[1] if server.config else ()
