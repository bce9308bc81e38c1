# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders of partitions taken out of a broker's settings once the broker has moved everything to its other ones.

A broker that is started without a folder has lost what is there. As long as it runs with the folder it may put a new
partition there. So the last look is at the folder of a broker that is stopped, and one that it found is moved like the
others, by the next run: server.properties names the folder until nothing is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Sequence

from ..broker import properties
from ..core.errors import GroundworkError, of_file
from ..host import pending
from ..host.machine import Host, real_path
from . import data, failed_disk, move_record, stopped, storage
from .move_record import Move, Record

SERVICE = "kafka"
SETTINGS = "/etc/kafka/server.properties"
#: By which name the host keeps what is taken out.
RECORD = "log-dirs"
_KIND = "partitions"
_BROKER = "broker"


@dataclass(frozen=True)
class Asked:
    """The broker's folders as its inputs have them, ``kafka_metadata_log_dir`` empty for none, and the data *disks*."""

    log_dirs: Sequence[str]
    metadata_log_dir: str = ""
    disks: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Plan:
    """What is to be done: the folders *removed*, and those that stay, each with the number of its file system.

    *log_dirs*, *metadata* and *metadata_log_dir* are the folders of the server now.
    """

    log_dirs: Sequence[str] = ()
    metadata: str = ""
    metadata_log_dir: str = ""
    removed: Sequence[str] = ()
    into: Mapping[str, str] = field(default_factory=dict)
    held: int = 0
    record: Record | None = None
    runs: bool = False

    @property
    def due(self) -> List[str]:
        """The folders for which the broker has to be restarted, or was and an earlier run has not seen it back."""
        waiting = [] if self.record is None or self.runs else [move.source for move in self.record.moves]
        return list(self.removed) or waiting


def plan(host: Host, asked: Asked) -> Plan:
    """What is to be done to have the folders that are *asked* for alone; GroundworkError for what is in the way.

    A controller alone has no partitions: its folders are for others to judge.
    """
    given = properties.parse(host.text(SETTINGS))
    log_dirs, metadata = failed_disk.log_dirs(given), failed_disk.metadata(given)
    if not log_dirs or (metadata and _BROKER not in given["process.roles"]):
        return Plan()
    failed_disk.check(host, storage.folders(log_dirs, metadata), SETTINGS)
    record = move_record.remembered(host, RECORD)
    pid = pending.main_pid(host, SERVICE)
    named = metadata if given.get("metadata.log.dir") else ""
    wanted = {real_path(host, path) for path in asked.log_dirs}
    removed = [path for path in log_dirs if real_path(host, path) not in wanted]
    into = {path: str(host.device(path)) for path in log_dirs if path not in removed}
    held = sum(len(data.partitions(host, path)) for path in removed)
    found = Plan(log_dirs, metadata, named, removed, into, held, record, pid is not None)
    if removed:
        _check(host, asked, found)
    return found


def _check(host: Host, asked: Asked, found: Plan) -> None:
    """Raise GroundworkError where the broker cannot be without the folders that are to be removed."""
    paths = storage.folders(asked.log_dirs, asked.metadata_log_dir)
    lost = failed_disk.left_behind(host, paths, SETTINGS, asked.disks)["folders"]
    if lost:
        raise GroundworkError(
            f"{lost[0]} has no data of the broker any more, so nothing can be moved from there; run the playbook "
            "groundwork.kafka.site, which names the replicas that were there."
        )
    if found.metadata:
        storage.check_metadata(host, SETTINGS, asked.log_dirs, asked.metadata_log_dir)
    known = {real_path(host, path) for path in found.log_dirs}
    new = [path for path in asked.log_dirs if real_path(host, path) not in known]
    if new:
        raise GroundworkError(
            f"{new[0]} is new in kafka_log_dirs, and the broker does not have it before its restart; put "
            f"{' and '.join(found.removed)} back beside it, run the playbook groundwork.kafka.site, and take it out "
            "then."
        )
    if found.held and not found.runs:
        raise GroundworkError(
            f"{' and '.join(found.removed)} hold partitions, which only a broker that runs can move, and kafka does "
            "not run; start it (systemctl start kafka), and run again."
        )


def run(host: Host, asked: Asked, ended: bool = False) -> Plan:
    """Take out the folders that are not *asked* for any more, with the broker stopped; give what that was. See plan.

    With *ended*, the broker is back behind its gate: nothing more is taken out, and the record goes. Raises
    GroundworkError, after which the same can be asked for again.
    """
    found = plan(host, asked)
    if ended and found.record:
        move_record.forget(host, RECORD)
    if found.removed and not ended:
        moves = [Move(_KIND, path, next(iter(found.into))) for path in found.removed]
        move_record.remember(host, RECORD, move_record.begun(host, moves))
        _take_out(host, asked, found.removed)
    return found


def _take_out(host: Host, asked: Asked, removed: Sequence[str]) -> None:
    last_start = stopped.stop(host, SERVICE)
    try:
        stopped.check(host, SERVICE, last_start, removed)
        data.check_removed(host, SETTINGS, asked.log_dirs)
        stopped.switch(host, SERVICE, last_start, removed, SETTINGS, keys(host, asked))
    except (GroundworkError, OSError) as error:
        why = error if isinstance(error, GroundworkError) else of_file(str(error.filename), "looked at", error)
        raise GroundworkError(f"{why} Nothing was taken out; {stopped.started_again(host, SERVICE)}") from error


def keys(host: Host, asked: Asked) -> Dict[str, str]:
    """What server.properties is to say of the folders; that of the metadata may have had partitions as well."""
    given = properties.parse(host.text(SETTINGS))
    wanted = {"log.dirs": ",".join(asked.log_dirs), "log.dir": "", "metadata.log.dir": asked.metadata_log_dir}
    return {key: value for key, value in wanted.items() if value or key in given}
