# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a host has counted until now: two audits tell what moved and what was stored between them.

It is cheap: the kernel's counters, and one look at each folder of a broker without opening a file in it.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import Any, Dict, Iterable, Mapping, Sequence, Tuple

from ..core.errors import GroundworkError
from ..host import paths
from ..host.machine import Host
from ..server.processes import BROKER
from ..server.running import Server

_DEVICES, _INTERFACES = "/proc/net/dev", "/sys/class/net"
_LOOPBACK = "lo"
_RECEIVED, _SENT = 0, 8  # columns of /proc/net/dev behind the name, source: proc_pid_net(5)
_SEGMENT = ".log"
_NO_PARTITION = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)  # deleted meanwhile, a file, a link
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

Counted = Dict[str, Any]


def read(host: Host, servers: Sequence[Server], now: float) -> Counted:
    """The counters of *host*, whose servers these are, *now* seconds since the epoch.

    Bytes are received and sent by its network interfaces since it was booted, and lie in the segments of its brokers;
    None: it can't be told.
    """
    received, sent = _network(host)
    return {
        "seconds": round(now, 3),
        "received_bytes": received,
        "sent_bytes": sent,
        "log_bytes": _log_bytes(host, [one for one in servers if one.kind == BROKER and one.refused is None]),
    }


def _network(host: Host) -> Tuple[int | None, int | None]:
    """Bytes received and sent, each once: bridges and bonds count again what their hardware counts.

    Where no interface is hardware, as in a container, all but the loopback count.
    """
    found = _interfaces(host.read(_DEVICES) or "")
    hardware = {name for name in found if host.exists(f"{_INTERFACES}/{name}/device")}
    counting = [found[name] for name in hardware or {*found} - {_LOOPBACK}]
    if not counting:
        return None, None
    return sum(one[0] for one in counting), sum(one[1] for one in counting)


def _interfaces(text: str) -> Mapping[str, Tuple[int, int]]:
    """Bytes received and sent by the name of each interface, of the *text* of /proc/net/dev."""
    found = {}
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        numbers = rest.split()
        if colon and len(numbers) > _SENT and numbers[_RECEIVED].isdigit() and numbers[_SENT].isdigit():
            found[name.strip()] = int(numbers[_RECEIVED]), int(numbers[_SENT])
    return found


def _log_bytes(host: Host, brokers: Iterable[Server]) -> int | None:
    """The bytes in segments of all *brokers*; None where there is no broker, or a folder cannot be read."""
    folders = {path for broker in brokers for key, path in broker.directories if key != "metadata.log.dir"}
    if not folders:
        return None
    try:
        return sum(_segments(host, path) for path in sorted(folders))
    except (OSError, GroundworkError):  # a disk that fails is told of elsewhere, and must not end the audit
        return None


def _segments(host: Host, path: str) -> int:
    with paths.spot(path, host.root) as at, at.directory() as folder:
        return sum(_of_partition(folder, name) for name in os.listdir(folder))


def _of_partition(folder: int, name: str) -> int:
    """The bytes of the segments in the folder *name* of the open *folder*; a broker deletes some while this looks."""
    try:
        partition = os.open(name, _FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno in _NO_PARTITION:
            return 0
        raise
    try:
        return sum(_size(partition, file) for file in os.listdir(partition) if file.endswith(_SEGMENT))
    finally:
        os.close(partition)


def _size(folder: int, name: str) -> int:
    try:
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0
