# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The systemd timer that purges ZooKeeper's old snapshots and transaction logs.

Cron is not on every host, and does not tell what became of a job. Systemd is, refuses to start a service twice at once,
makes up for a run that the host slept through, and keeps when the last one was, how it ended, and when the next one is.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Any, Dict, List, Sequence

from ..core.errors import GroundworkError
from ..core.moments import moment
from ..core.settings import DRIFTED, IN_EFFECT, JOB, Row
from ..core.values import integer
from ..host import steps, systemd, timers
from ..host.machine import Host
from ..host.timers import Timer
from ..readers import cron_schedule
from . import purge_job
from .purge_job import TIMER, Job

SERVICE = TIMER.replace(".timer", ".service")
_TIMER, _SERVICE = posixpath.basename(TIMER), posixpath.basename(SERVICE)
#: Seconds that a purge may wait at most.
LONGEST = 24 * 3600
_MODE = 0o644

_SERVICE_TEXT = """\
[Unit]
Description=Purge of ZooKeeper's old snapshots and transaction logs
Documentation=https://zookeeper.apache.org/doc/r3.8.4/zookeeperAdmin.html
# Nothing to do before ZooKeeper's first start, and nothing to make where its disk is not mounted.
{conditions}

[Service]
Type=oneshot
User={user}
UMask=0027
SyslogIdentifier=zookeeper-purge
# Whoever purges by hand or from cron takes the same lock. One that hangs ends as a failure, which the audit tells.
ExecStart=/usr/bin/flock --timeout 600 {command}
TimeoutStartSec=1h
Nice=10
ProtectSystem=strict
{writable}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateNetwork=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
"""
_TIMER_TEXT = """\
[Unit]
Description=Regular purge of ZooKeeper's old snapshots and transaction logs

[Timer]
{calendars}
# Made up for after a downtime; and the servers of an ensemble do not purge at once.
Persistent=true
AccuracySec=1s
RandomizedDelaySec={delay}

[Install]
WantedBy=timers.target
"""


def texts(job: Job, delay: int) -> Dict[str, str]:
    """The unit files by path; the timer waits for up to *delay* more seconds, chosen anew for each run."""
    integer("random_delay", delay, 0, LONGEST)
    folders = list(dict.fromkeys([job.data_dir, job.data_log_dir]))
    service = _SERVICE_TEXT.format(
        conditions="\n".join(f"ConditionDirectoryNotEmpty={_percent(folder)}/version-2" for folder in folders),
        user=job.user,
        command=" ".join(_word(word) for word in [purge_job.lock(job), *purge_job.command(job)]),
        writable="\n".join(f"ReadWritePaths={_quoted(_percent(folder))}" for folder in folders),
    )
    calendars = "\n".join(f"OnCalendar={line}" for line in cron_schedule.calendars(job.schedule))
    timer = _TIMER_TEXT.format(calendars=calendars, delay=delay)
    return {SERVICE: purge_job.HEADER + service, TIMER: purge_job.HEADER + timer}


def run(host: Host, job: Job | None, delay: int, check_mode: bool) -> Dict[str, Any]:
    """Have the timer purge as *job* says, or, without one, no timer there: read, plan, apply, and read again."""
    wanted: Dict[str, str | None] = {SERVICE: None, TIMER: None}
    if job is not None:
        purge_job.check(job)
        wanted.update(texts(job, delay))
    before = _timer(host)
    files = [
        steps.Replace(path, host.read(path), after, _MODE)
        for path, after in wanted.items()
        if host.read(path) != after or (after is not None and host.mode(path) != _MODE)
    ]
    diff = [steps.file_diff(step) for step in files]
    todo: List[steps.Step]
    if job is not None:
        if before.load == "masked":
            raise GroundworkError(f"{_TIMER} is masked; run systemctl unmask {_TIMER} and run again.")
        turned = [] if before.runs and before.survives_boot and not before.stale and not files else [_InForce(before)]
        entry = host.read(purge_job.CRON_ENTRY)
        replaced = [steps.Replace(purge_job.CRON_ENTRY, entry, None)] if entry is not None else []
        diff += [steps.file_diff(step) for step in replaced]
        diff += [steps.difference(_TIMER, before.state, "enabled, active")] if turned else []
        todo = [steps.Undone(_Loaded(before.active == "active")), *files, *turned, *replaced]
        changed = bool(files or turned or replaced)
    else:
        changed = bool(files)
        todo = [_Gone(), *files, _Loaded(False)]
    if changed and not check_mode:
        for path in wanted:
            host.discard(path)
        steps.carry_out(host, todo)
    return {"changed": changed, "settings": [_row(host, job, wanted)], "diff": diff}


def _row(host: Host, job: Job | None, wanted: Dict[str, str | None]) -> Row:
    """The setting's row as the host is now."""
    found = {path: host.read(path) for path in wanted}
    there = any(text is not None for text in found.values())
    short = purge_job.summary(job) if job else None
    persisted = (short if found == wanted else "other settings") if there else None
    timer = _timer(host)
    fine = found == wanted and (job is None or (timer.runs and timer.survives_boot))
    return {
        "kind": JOB,
        "name": "zookeeper-purge",
        "wanted": short,
        "rule": "exact",
        "persisted": persisted,
        "persisted_at": TIMER if there else None,
        "effective": persisted if timer.runs else None,
        "after_boot": persisted if timer.survives_boot else None,
        "status": IN_EFFECT if fine else DRIFTED,
        "note": None
        if not there
        else runs_summary(timer)
        if timer.runs and timer.survives_boot
        else f"{_TIMER} is {timer.state}",
        "reason": purge_job.WHY,
        "source": purge_job.SOURCE,
    }


def runs_summary(timer: Timer) -> str:
    """When the last run of *timer* was, how it ended, and when the next one is."""
    if timer.last is None:
        last = "not run yet"
    elif timer.busy:
        return f"a run goes on since {moment(timer.last)}"
    else:  # of a run before the boot systemd keeps the time alone
        ended = f"ended with {timer.result}" if timer.result else "was before the boot"
        last = f"the last run, {moment(timer.last)}, {ended}"
    return f"{last}; the next is {'due ' + str(moment(timer.next)) if timer.next is not None else 'not on a calendar'}"


def _timer(host: Host) -> Timer:
    timer = timers.read_timer(host, _TIMER, _SERVICE)
    if timer is None:
        raise systemd.silent(_TIMER)
    return timer


@dataclass(frozen=True)
class _InForce:
    """Have systemd take the timer as it is on disk, now and after each boot."""

    before: Timer

    def do(self, host: Host) -> None:
        try:
            _systemctl(host, ["daemon-reload"], ["enable", _TIMER], ["restart", _TIMER])
            _refuse_idle(_timer(host))
        except GroundworkError:
            self.undo(host)
            raise

    def undo(self, host: Host) -> None:
        if self.before.enabled != "enabled":
            _systemctl(host, ["disable", _TIMER])
        if self.before.active != "active":
            _systemctl(host, ["stop", _TIMER])


@dataclass(frozen=True)
class _Loaded:
    """Have systemd read its units again, and the timer started anew where it is to *restart*."""

    restart: bool

    def do(self, host: Host) -> None:
        _systemctl(host, ["daemon-reload"], *([["restart", _TIMER]] if self.restart else []))

    def undo(self, host: Host) -> None:
        """The files are not back yet."""


@dataclass(frozen=True)
class _Gone:
    """Stop the timer, and forget when it ran last: one that is made later has missed nothing."""

    def do(self, host: Host) -> None:
        _systemctl(host, ["disable", "--now", _TIMER])
        host.run(["systemctl", "clean", "--what=state", _TIMER])  # a stamp that stays makes one run more

    def undo(self, host: Host) -> None:
        _systemctl(host, ["daemon-reload"], ["enable", "--now", _TIMER])


def _refuse_idle(timer: Timer) -> None:
    if not timer.runs or not timer.survives_boot:
        raise GroundworkError(
            f"{timer.name} was started, is {timer.state}, and has no next run; give a schedule that comes true, or "
            f"look at journalctl -u {timer.name} on that host."
        )


def _systemctl(host: Host, *calls: Sequence[str]) -> None:
    for words in calls:
        done = host.run(["systemctl", *words])
        if done.rc != 0:
            raise GroundworkError(
                f"systemctl {' '.join(words)} failed ({' '.join(done.stderr.split())}); mend what journalctl -u "
                f"{_TIMER} names on that host, and run again."
            )


def _percent(word: str) -> str:
    return word.replace("%", "%%")


def _word(word: str) -> str:
    """*word* of a command in a unit."""
    return _quoted(_percent(word).replace("$", "$$"))


def _quoted(word: str) -> str:
    if re.match(r"[\w@%+=:,./$*-]+\Z", word, re.ASCII):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
