# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Folders of a broker whose disk has failed: told from whatever else is wrong, and the way to go on without them.

A broker with other folders goes on without one that fails, and Kafka brings back what was there from other replicas.
"""

from __future__ import annotations

import posixpath
import re
from typing import Any, Dict, List, Mapping, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils import mount_units, properties
from ansible_collections.groundwork.kafka.plugins.module_utils.blockdev import real_path
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import FAILED_DISK, GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host

_MARK, _METADATA = "meta.properties", "__cluster_metadata-0"
_PARTITION = re.compile(r".+-[0-9]+\Z")


def why(host: Host, folder: str) -> str:
    """What the kernel says where *folder* cannot be read since its disk fails; empty where it can, or is not there."""
    try:
        host.names(folder)
        host.probe(posixpath.join(folder, _MARK))
    except OSError as error:
        return (error.strerror or str(error)) if error.errno in FAILED_DISK else ""
    except GroundworkError:  # what is no file, which those say that read it
        return ""
    return ""


def check(host: Host, folders: Sequence[str], settings: str) -> None:
    """Raise GroundworkError, with the way to go on, where one of the wanted *folders* is on a disk that fails.

    The file *settings* tells where the server that runs keeps KRaft's metadata, without which it cannot go on.
    """
    for folder in folders:
        said = why(host, folder)
        if said and posixpath.normpath(folder) == metadata(properties.parse(host.text(settings))):
            raise GroundworkError(_of_metadata(f"{folder} cannot be read ({said}), since its disk fails"))
        if said:
            raise GroundworkError(
                f"{folder} cannot be read ({said}), since its disk fails; to go on without it, take {folder} out of "
                "kafka_log_dirs and its disk out of data_disks_devices, and run the playbook groundwork.kafka.site: it "
                "names the replicas that were there, and restarts the broker, which copies them from the others."
            )


def left_behind(host: Host, wanted: Sequence[str], settings: str) -> Dict[str, Any]:
    """The *folders* of the old *settings* that are not *wanted* any more and whose disk fails or is gone.

    *held* are the partitions that the others hold; none where nothing is left behind. Raises GroundworkError where
    KRaft's metadata is among what is left behind.
    """
    given = properties.parse(host.text(settings))
    gone = mount_units.unmounted(host, "kafka")
    kept = {real_path(host, path) for path in wanted}
    folders = [
        path
        for path in log_dirs(given)
        if real_path(host, path) not in kept
        and (why(host, path) or any(path.startswith(point + "/") for point in gone))
    ]
    if metadata(given) in folders:
        raise GroundworkError(_of_metadata(f"{metadata(given)} cannot be left out of kafka_log_dirs"))
    return {"folders": folders, "held": _held(host, wanted) if folders else []}


def metadata(given: Mapping[str, str]) -> str:
    """The folder of KRaft's metadata, by a server's properties; empty with ZooKeeper."""
    if not given.get("process.roles"):
        return ""
    named = given.get("metadata.log.dir", "").strip()
    return posixpath.normpath(named) if named else next(iter(log_dirs(given)), "")


def log_dirs(given: Mapping[str, str]) -> List[str]:
    """The folders of partitions, by a server's properties."""
    named = given.get("log.dirs") or given.get("log.dir", "")
    return [posixpath.normpath(path.strip()) for path in named.split(",") if path.strip().startswith("/")]


def _of_metadata(beginning: str) -> str:
    return (
        f"{beginning}, and the server's KRaft metadata lies there, without which it does not run; put an empty disk in "
        "its place: stop kafka on the host, unmount the old disk, remove its line from /etc/fstab, give the new one in "
        "data_disks_devices, and run the playbook groundwork.kafka.site for all hosts."
    )


def _held(host: Host, folders: Sequence[str]) -> List[str]:
    return sorted(
        {name for folder in folders for name in host.names(folder) if _PARTITION.match(name) and name != _METADATA}
    )
