# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The cron entry that purges ZooKeeper's old snapshots and transaction logs."""

from __future__ import annotations

import os
import re
import shlex
from typing import List, NamedTuple, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import DRIFTED, IN_EFFECT, UNAVAILABLE, Row
from ansible_collections.groundwork.kafka.plugins.module_utils.values import integer

PATH = "/etc/cron.d/groundwork-zookeeper-purge"  # cron ignores names with a dot
_HEADER = "# Written by the Ansible collection groundwork.kafka; changes made here are overwritten.\n"
_FLOOR = 3  # ZooKeeper's own smallest number of snapshots to keep
_DAEMONS = {"cron", "crond", "cronie"}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
_FIELDS: Tuple[
    Tuple[str, int, int, List[str], int], ...
] = (  # name, smallest, largest, names and the number of the first one
    ("minute", 0, 59, [], 0),
    ("hour", 0, 23, [], 0),
    ("day of month", 1, 31, [], 0),
    ("month", 1, 12, _MONTHS, 1),
    ("day of week", 0, 7, _DAYS, 0),
)
_ENTRY = re.compile(r"((?:\S+ +){4}\S+) +(\S+) .*?(?:PurgeTxnLog .* -n ([0-9]+))?\Z")
_WHY = "snapshots and logs pile up until the disk is full; a regular purge, never two at once, keeps the newest"
_SOURCE = "ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup"


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
    """Raise GroundworkError for what cron or PurgeTxnLog would refuse or, worse, ignore."""
    integer("retain", job.retain, _FLOOR, 2**31 - 1)
    if not re.match(r"[a-z_][a-z0-9_.-]*\$?\Z", job.user, re.IGNORECASE):
        raise GroundworkError(f"The user {job.user!r} is no user name; give the account that runs ZooKeeper.")
    for name in ("java", "libs", "data_dir", "data_log_dir"):
        path = getattr(job, name)
        if not path.startswith("/") or "\n" in path:
            raise GroundworkError(f"{name} is {path!r}; give an absolute path on one line.")
    _check_schedule(job.schedule)


def line(job: Job) -> str:
    """The job's line in a crontab with a user field. The lock is the directory itself: no file to own or lose.

    Its path ends in a dot, with which flock does not make a file of that name when the directory is missing.
    """
    command = ["systemd-cat", "-t", "zookeeper-purge", "flock", "-n", job.data_log_dir + "/."]
    command += [job.java, "-cp", job.libs + "/*"]
    command += ["org.apache.zookeeper.server.PurgeTxnLog", job.data_log_dir, job.data_dir, "-n", str(job.retain)]
    text = " ".join(shlex.quote(word) for word in command).replace("%", "\\%")  # a bare % ends the command
    return f"{' '.join(job.schedule.split())} {job.user} {text}"


def text(job: Job) -> str:
    """The whole file; cron ignores a last line that does not end."""
    return f"{_HEADER}{line(job)}\n"


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
        "kind": "cron",
        "name": "zookeeper-purge",
        "wanted": summary(line(job)) if job else None,
        "rule": "exact",
        "persisted": persisted,
        "persisted_at": f"{PATH}:{position}" if entry else None,
        "effective": read if cron_runs(host) else None,
        "after_boot": read,
        "status": status,
        "note": note,
        "reason": _WHY,
        "source": _SOURCE,
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
    if not host.exists(PATH):
        return False
    status = os.stat(host.real(PATH))
    return status.st_mode & 0o7777 != 0o644 or status.st_uid != os.geteuid()


def _entry(found: str | None) -> Tuple[str, int]:
    """The first line in the text *found* that is no comment, and its number; empty without one."""
    for number, entry in enumerate((found or "").split("\n")[:-1], 1):  # the part without an end is ignored
        if entry.strip() and not entry.lstrip().startswith("#"):
            return entry.strip(), number
    return "", 0


def _check_schedule(schedule: str) -> None:
    fields = schedule.split()
    if len(fields) != len(_FIELDS):
        raise GroundworkError(
            f"The schedule {schedule!r} has {len(fields)} fields; give five (minute, hour, day of month, month, day of "
            "week), such as '17 3 * * *'."
        )
    for given, (name, smallest, largest, names, first) in zip(fields, _FIELDS):
        for part in given.split(","):
            match = re.match(r"(?:\*|(\w+)(?:-(\w+))?)(?:/[1-9][0-9]*)?\Z", part)
            ends = [_number(end, names, first) for end in match.groups() if end] if match else [-1]
            if ends != sorted(ends) or any(not smallest <= end <= largest for end in ends):
                raise GroundworkError(
                    f"The schedule {schedule!r} has {given!r} as its {name}; give *, numbers from {smallest} to "
                    f"{largest}, ranges, lists or steps."
                )


def _number(word: str, names: List[str], first: int) -> int:
    """The number of a name or of digits; -1 for neither, which no field allows."""
    if word.lower() in names:
        return names.index(word.lower()) + first
    return int(word) if re.match(r"[0-9]+\Z", word) else -1
