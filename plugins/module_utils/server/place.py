# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the descriptions of Kafka and ZooKeeper servers share: where data lies, the JVM's flags, the files. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence

from ..disks import mount_units

#: Beside the documented flags: die at once when memory is out, so that systemd starts a healthy process; and keep the
#: collector's log, rotated, in the folder that the unit makes.
_FLAGS = (
    "-XX:+ExitOnOutOfMemoryError",
    "-Xlog:gc*:file=/var/log/{service}/gc.log:time,uptime,tags:filecount=10,filesize=100M",
)
_HEAP_DUMP = "-XX:+HeapDumpOnOutOfMemoryError"


def folders(data: Sequence[str], heap_dump_directory: str, disks: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """Where a server keeps its *data*, each folder once, on those of the data *disks* (a mount_point in each).

    folders are those of its data, data_folders all that belong to its user, disks the mount points without
    which it does not start, mounts the lines of its unit that say so, data_directories where its heap dumps and
    logs are not to lie.
    """
    own = list(dict.fromkeys(folder for folder in data if folder))
    return {
        "folders": own,
        "data_folders": list(dict.fromkeys([*own, *([heap_dump_directory] if heap_dump_directory else [])])),
        "disks": mount_units.mount_points(own, disks),
        "mounts": mount_units.lines(own, disks),
        "data_directories": [*own, *(str(disk["mount_point"]) for disk in disks)],
    }


def flags(service: str, collector: Sequence[str], more: Sequence[str], heap_dump_directory: str) -> Dict[str, Any]:
    """The JVM's flags of *service*: those of the *collector*, our own, then *more*, which win.

    heap_dump is the file of its heap dump, empty for none. An audit holds a process against audited, since where
    the dump goes is the host's own business.
    """
    options: List[str] = [*collector, *(flag.format(service=service) for flag in _FLAGS), *more]
    return {
        "jvm_options": options,
        "heap_dump": f"{heap_dump_directory}/{service}.hprof" if heap_dump_directory else "",
        "audited_jvm_options": [*options, *([_HEAP_DUMP] if heap_dump_directory else [])],
    }


def unit(service: str) -> Dict[str, Any]:
    """The unit of *service*, as one of its files; see :func:`with_texts`."""
    return {"name": "unit", "path": f"/etc/systemd/system/{service}.service", "group": "root", "mode": "0644"}


def with_texts(files: Sequence[Mapping[str, Any]], texts: Mapping[str, Any]) -> Dict[str, Any]:
    """``files`` and ``secrets`` as server_files takes them.

    Each of *files* has the ``name`` of its text among *texts*, its ``path``, an ``owner``, ``group`` and ``mode`` where
    these are not the usual ones, and whether it is a ``secret``, which no log and no diff should show.
    """
    secrets = {one["path"]: texts[one["name"]] for one in files if one.get("secret")}
    given = []
    for one in files:
        told = {key: value for key, value in one.items() if key not in ("name", "secret")}
        given.append(told if one["path"] in secrets else {**told, "content": texts[one["name"]]})
    return {"files": given, "secrets": secrets}
