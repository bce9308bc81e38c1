# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The cron entry that purges ZooKeeper's old snapshots and transaction logs."""

from __future__ import annotations

import os
import re
import shlex
from typing import Tuple

from ..core.settings import CRON, DRIFTED, IN_EFFECT, UNAVAILABLE, Row
from ..host.machine import Host
from . import purge_job
from .purge_job import Job

PATH = purge_job.CRON_ENTRY
_DAEMONS = {"cron", "crond", "cronie"}
_ENTRY = re.compile(r"((?:\S+ +){4}\S+) +(\S+) .*?(?:PurgeTxnLog .* -n ([0-9]+))?\Z")


def line(job: Job) -> str:
    """The job's line in a crontab with a user field."""
    command = ["systemd-cat", "-t", "zookeeper-purge", "flock", "-n", purge_job.lock(job), *purge_job.command(job)]
    text = " ".join(shlex.quote(word) for word in command).replace("%", "\\%")  # a bare % ends the command
    return f"{' '.join(job.schedule.split())} {job.user} {text}"


def text(job: Job) -> str:
    """The whole file; cron ignores a last line that does not end."""
    return f"{purge_job.HEADER}{line(job)}\n"


def row(host: Host, job: Job | None) -> Row:
    """The setting's row as the host is now; without *job* the entry is wanted absent.

    Values are the short form of :func:`summary`; the status compares the whole file.
    """
    found = host.read(PATH)
    entry, position = _entry(found)
    persisted = summary(entry) if entry else None
    read = persisted if not is_ignored(host) else None
    status, note = _status(host, found, job)
    return {
        "kind": CRON,
        "name": "zookeeper-purge",
        "wanted": purge_job.summary(job) if job else None,
        "rule": "exact",
        "persisted": persisted,
        "persisted_at": f"{PATH}:{position}" if entry else None,
        "effective": read if cron_runs(host) else None,
        "after_boot": read,
        "status": status,
        "note": note,
        "reason": purge_job.WHY,
        "source": purge_job.SOURCE,
    }


def summary(entry: str) -> str:
    """What a person wants to know of a line of cron: ``17 3 * * * as zookeeper, keep 5``."""
    match = _ENTRY.match(entry)
    if match is None:
        return "another entry"
    schedule, user, kept = match.groups()
    return f"{schedule} as {user}, " + (f"keep {kept}" if kept else "another command")


def _status(host: Host, found: str | None, job: Job | None) -> Tuple[str, str | None]:
    if found != (text(job) if job else None):
        return DRIFTED, "the file is not as it was written" if found and job else None
    if job and is_ignored(host):
        return DRIFTED, "cron ignores the file, because its owner or its mode is not as it was written"
    if job and not cron_runs(host):
        return UNAVAILABLE, "no cron daemon runs on the host; install and start cron"
    return IN_EFFECT, None


def cron_runs(host: Host) -> bool:
    """Whether a cron daemon runs: without one nobody reads the file."""
    pids = (name for name in host.names("/proc") if name.isdigit())
    return any((host.read(f"/proc/{pid}/comm") or "").strip() in _DAEMONS for pid in pids)


def is_ignored(host: Host) -> bool:
    """Whether cron may ignore the file that is there: it wants a file of root's (our own) that only he may write."""
    found = host.status(PATH)
    return found is not None and (found.st_mode & 0o7777, found.st_uid) != (0o644, os.geteuid())


def _entry(found: str | None) -> Tuple[str, int]:
    """The first line in the text *found* that is no comment, and its number; empty without one."""
    for number, entry in enumerate((found or "").split("\n")[:-1], 1):  # the part without an end is ignored
        if entry.strip() and not entry.lstrip().startswith("#"):
            return entry.strip(), number
    return "", 0
