# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The purge of ZooKeeper's old snapshots and transaction logs, whoever runs it."""

from __future__ import annotations

import re
from typing import List, NamedTuple

from ..core.errors import GroundworkError
from ..core.values import integer
from ..readers import cron_schedule

#: What it is called, as a unit of systemd's and as an entry of cron's, which ignores names with a dot.
NAME = "groundwork-zookeeper-purge"
#: Where the two that can run it are told to: one of them at a time.
CRON_ENTRY = f"/etc/cron.d/{NAME}"
TIMER = f"/etc/systemd/system/{NAME}.timer"
HEADER = "# Written by the Ansible collection groundwork.kafka; changes made here are overwritten.\n"
WHY = "snapshots and logs pile up until the disk is full; a regular purge, never two at once, keeps the newest"
SOURCE = "ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup"

#: ZooKeeper's own smallest number of snapshots to keep.
FLOOR = 3


class Job(NamedTuple):
    """The purge: paths are the host's, *retain* is the number of snapshots (with their logs) that are kept."""

    user: str
    schedule: str
    java: str
    libs: str
    data_dir: str
    data_log_dir: str
    retain: int


def check(job: Job) -> None:
    """Raise GroundworkError for what nobody could run or, worse, what would be ignored."""
    integer("retain", job.retain, FLOOR, 2**31 - 1)
    if not re.match(r"[a-z_][a-z0-9_.-]*\$?\Z", job.user, re.IGNORECASE):
        raise GroundworkError(f"The user {job.user!r} is no user name; give the account that runs ZooKeeper.")
    for name in ("java", "libs", "data_dir", "data_log_dir"):
        path = getattr(job, name)
        if not path.startswith("/") or "\n" in path:
            raise GroundworkError(f"{name} is {path!r}; give an absolute path on one line.")
    cron_schedule.check(job.schedule)


def command(job: Job) -> List[str]:
    """The words of the program that purges."""
    purge = ["org.apache.zookeeper.server.PurgeTxnLog", job.data_log_dir, job.data_dir, "-n", str(job.retain)]
    return [job.java, "-cp", job.libs + "/*", *purge]


def lock(job: Job) -> str:
    """What flock locks, so that no two purge at once: the directory itself, no file to own or lose.

    The path ends in a dot, with which flock does not make a file of that name when the directory is missing.
    """
    return job.data_log_dir + "/."


def summary(job: Job) -> str:
    """What a person wants to know of it: ``17 3 * * * as zookeeper, keep 5``."""
    return f"{' '.join(job.schedule.split())} as {job.user}, keep {job.retain}"
