# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a server that is started again with its file as it lies there finds its data.

Who writes the file first has held the inventory against what is there. Who restarts alone takes what somebody else may
have written into it since the process has read it.
"""

from __future__ import annotations

import posixpath
from typing import List, Sequence

from ..broker import properties
from ..core.errors import GroundworkError
from ..host.machine import Host, real_path
from . import data, failed_disk, zookeeper_folders
from .storage import MARK, METADATA

SERVER_PROPERTIES = "/etc/kafka/server.properties"
_LOCK = "/.lock"  # a broker or controller has it open in each of its folders
_SITE = "run the playbook groundwork.kafka.site"


def check(host: Host, service: str, pid: str | None, folders: Sequence[str]) -> None:
    """Raise GroundworkError where *service*, process *pid* if it runs, would not find its data by its file.

    *folders* are those that the inventory gives; the process has its own open.
    """
    if service == "kafka":
        _check_kafka(host, pid, folders)
    if service == "zookeeper":
        _check_zookeeper(host, pid, folders)


def check_made_elsewhere(host: Host, pid: str | None, folders: Sequence[str]) -> None:
    """Raise GroundworkError where Kafka runs on this host as process *pid* without a file of ours, as one that somebody
    else has made, and has its data in others than *folders*: it would begin without them.
    """
    wanted = {real_path(host, path) for path in folders}
    for path in _locked(host, pid) if not host.exists(SERVER_PROPERTIES) else []:
        held = data.partitions(host, path) or [name for name in host.names(path) if name == METADATA]
        if held and real_path(host, path) not in wanted:
            raise GroundworkError(
                f"A Kafka that somebody else has made runs on this host with {held[0]} in {path}, and "
                f"{', '.join(folders)} would be where it has its data, so that it would begin without; name {path} in "
                "kafka_log_dirs or kafka_metadata_log_dir, or, if its data may be lost, stop it (systemctl disable "
                "--now kafka)."
            )


def _check_kafka(host: Host, pid: str | None, folders: Sequence[str]) -> None:
    given = properties.parse(host.text(SERVER_PROPERTIES))
    named, metadata = failed_disk.log_dirs(given), failed_disk.metadata(given)
    known = {real_path(host, path) for path in [*named, metadata] if path}
    for path in dict.fromkeys([*_locked(host, pid), *folders]):
        if failed_disk.why(host, path):  # what is on a disk that fails, nobody finds
            continue
        held = [] if real_path(host, path) in known else data.partitions(host, path)
        if held and named:
            raise _elsewhere(SERVER_PROPERTIES, f"log.dirs={','.join(named)}", path, held[0])
        at = posixpath.join(path, METADATA)
        if metadata and host.exists(at) and real_path(host, path) != real_path(host, metadata):
            raise _elsewhere(SERVER_PROPERTIES, f"{metadata} for KRaft's metadata", path, METADATA)
    empty = [path for path in named if not host.exists(posixpath.join(path, MARK))]
    if empty and pid is None:
        raise GroundworkError(
            f"Kafka does not run on this host, and {empty[0]} holds nothing of it any more, or not yet: started so, it "
            f"could make others lose what they have of its partitions; {_SITE}, which asks them first."
        )


def _locked(host: Host, pid: str | None) -> List[str]:
    """The folders that process *pid* keeps others from using."""
    links = [host.link(f"/proc/{pid}/fd/{name}") or "" for name in (host.names(f"/proc/{pid}/fd") if pid else [])]
    return [link[: -len(_LOCK)] for link in links if link.endswith(_LOCK)]


def _check_zookeeper(host: Host, pid: str | None, folders: Sequence[str]) -> None:
    given = properties.parse(host.text(zookeeper_folders.ZOO_CFG))
    data_dir = given.get("dataDir")
    if not data_dir:
        return
    log_dir = given.get("dataLogDir") or data_dir
    opened = zookeeper_folders.open_log(host, pid)
    for path in dict.fromkeys([*([opened] if opened else []), *folders]):
        for beginning, key, named in (("log.", "dataLogDir", log_dir), ("snapshot.", "dataDir", data_dir)):
            held = [name for name in host.names(posixpath.join(path, "version-2")) if name.startswith(beginning)]
            if held and real_path(host, path) != real_path(host, named):
                raise _elsewhere(zookeeper_folders.ZOO_CFG, f"{key}={named}", path, held[-1])


def _elsewhere(file: str, has: str, path: str, held: str) -> GroundworkError:
    return GroundworkError(
        f"{file} has {has}, and {path} holds {held} of this server, which would begin without it when it is started "
        f"again; put {path} back into that file, or {_SITE}, which writes it as the inventory says."
    )
