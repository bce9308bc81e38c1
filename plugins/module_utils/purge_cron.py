# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The cron entry that purges ZooKeeper's old snapshots and transaction logs."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import Dict, Optional, Tuple

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import DRIFTED, IN_EFFECT, UNAVAILABLE, Row

PATH = "/etc/cron.d/groundwork-zookeeper-purge"  # cron ignores names with a dot
_HEADER = "# Written by the Ansible collection groundwork.kafka; changes made here are overwritten.\n"
_FLOOR = 3  # ZooKeeper's own smallest number of snapshots to keep
_DAEMONS = {"cron", "crond", "cronie"}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DAYS = "sun mon tue wed thu fri sat".split()
_FIELDS = (  # name, smallest, largest, names and the number of the first one
    ("minute", 0, 59, [], 0),
    ("hour", 0, 23, [], 0),
    ("day of month", 1, 31, [], 0),
    ("month", 1, 12, _MONTHS, 1),
    ("day of week", 0, 7, _DAYS, 0),
)
_WHY = "snapshots and logs pile up until the disk is full; one purge a day, never two at once, keeps the newest"
_SOURCE = "ZooKeeper Administrator's Guide: Ongoing Data Directory Cleanup"


@dataclass(frozen=True)
class Job:
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
    if not re.match(r"[a-z_][a-z0-9_.-]*\$?\Z", job.user, re.IGNORECASE):
        raise GroundworkError(f"The user {job.user!r} is no user name; give the account that runs ZooKeeper.")
    if job.retain < _FLOOR:
        raise GroundworkError(
            f"retain is {job.retain}, and ZooKeeper keeps no fewer than {_FLOOR} snapshots; give {_FLOOR} or more."
        )
    for name in ("java", "libs", "data_dir", "data_log_dir"):
        path = getattr(job, name)
        if not path.startswith("/") or "\n" in path:
            raise GroundworkError(f"{name} is {path!r}; give an absolute path on one line.")
    _check_schedule(job.schedule)


def line(job: Job) -> str:
    """The job's line in a crontab with a user field. The lock is on the directory itself: no lock file to own or lose."""
    command = [
        "systemd-cat",
        "-t",
        "zookeeper-purge",
        "flock",
        "-n",
        job.data_log_dir,
        job.java,
        "-cp",
        job.libs + "/*",
    ]
    command += ["org.apache.zookeeper.server.PurgeTxnLog", job.data_log_dir, job.data_dir, "-n", str(job.retain)]
    text = " ".join(shlex.quote(word) for word in command).replace("%", "\\%")  # a bare % ends the command
    return f"{' '.join(job.schedule.split())} {job.user} {text}"


def text(job: Job) -> str:
    """The whole file; cron ignores a last line that does not end."""
    return f"{_HEADER}{line(job)}\n"


def row(host: Host, job: Optional[Job]) -> Row:
    """The setting's row as the host is now; without *job* the entry is wanted absent."""
    persisted, position = _persisted(host)
    runs = cron_runs(host)
    wanted = line(job) if job else None
    status = IN_EFFECT if persisted == wanted else DRIFTED
    if wanted and status == IN_EFFECT and not runs:
        status = UNAVAILABLE
    effective: Dict[str, Optional[str]] = {"effective": persisted if runs else None, "after_boot": persisted}
    return {
        "kind": "cron",
        "name": "zookeeper-purge",
        "wanted": wanted,
        "rule": "exact",
        "persisted": persisted,
        "persisted_at": f"{PATH}:{position}" if persisted else None,
        **effective,
        "status": status,
        "note": "no cron daemon runs on the host; install and start cron" if status == UNAVAILABLE else None,
        "reason": _WHY,
        "source": _SOURCE,
    }


def cron_runs(host: Host) -> bool:
    """Whether a cron daemon runs: without one nobody reads the file."""
    pids = (name for name in host.names("/proc") if name.isdigit())
    return any((host.read(f"/proc/{pid}/comm") or "").strip() in _DAEMONS for pid in pids)


def _persisted(host: Host) -> Tuple[Optional[str], int]:
    for number, found in enumerate((host.read(PATH) or "").split("\n")[:-1], 1):  # the part without an end is ignored
        if found.strip() and not found.lstrip().startswith("#"):
            return found.strip(), number
    return None, 0


def _check_schedule(schedule: str) -> None:
    fields = schedule.split()
    if len(fields) != len(_FIELDS):
        raise GroundworkError(
            f"The schedule {schedule!r} has {len(fields)} fields; give five (minute, hour, day of month, month, day of week), "
            "such as '17 3 * * *'."
        )
    for given, (name, smallest, largest, names, first) in zip(fields, _FIELDS):
        for part in given.split(","):
            match = re.match(r"(\*|(\w+)(?:-(\w+))?)(?:/([1-9]\d*))?\Z", part)
            ends = [_number(end, names, first) for end in (match.group(2), match.group(3)) if end] if match else [None]
            if any(end is None or not smallest <= end <= largest for end in ends) or ends != sorted(ends, key=int):
                raise GroundworkError(
                    f"The schedule {schedule!r} has {given!r} as its {name}; give *, numbers from {smallest} to {largest}, "
                    "ranges, lists or steps."
                )


def _number(text_: str, names: "list[str]", first: int) -> Optional[int]:
    if text_.lower() in names:
        return names.index(text_.lower()) + first
    return int(text_) if text_.isdigit() else None
