# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A disk that is slow for some servers and for nobody else, by a control group of theirs.

The kernel holds each of their writes back until its turn; what they write to other disks, and how they run, is as ever.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, NamedTuple

from tests.servers.server import Server

_PROCESSES = "cgroup.procs"


class _Way(NamedTuple):
    """Where control groups that limit disks are, and the file with the limit, in this *form*."""

    root: str
    file: str
    form: str


#: With version 1 of control groups and with version 2.
_WAYS = (
    _Way("/sys/fs/cgroup/blkio", "blkio.throttle.write_iops_device", "{} {}"),
    _Way("/sys/fs/cgroup", "io.max", "{} wiops={}"),
)


@contextmanager
def slow_disk(folder: Path, writes: int, *servers: Server) -> Iterator[None]:
    """All *servers* together can make so many *writes* a second to the disk that *folder* lies on."""
    way, *_others = (one for one in _WAYS if Path(one.root, _PROCESSES).exists())
    root, device = Path(way.root), os.stat(folder).st_dev
    for file in root.glob("cgroup.subtree_control"):  # version 2 has the file in groups for whom that says so
        file.write_text("+io")
    group = root / f"groundwork-slow-disk-{os.getpid()}"
    group.mkdir()
    try:
        (group / way.file).write_text(way.form.format(f"{os.major(device)}:{os.minor(device)}", writes))
        for one in servers:
            assert one.process is not None
            (group / _PROCESSES).write_text(str(one.process.pid))
        yield
    finally:
        for pid in (group / _PROCESSES).read_text().split():
            (root / _PROCESSES).write_text(pid)
        group.rmdir()
