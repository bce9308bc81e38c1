# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What systemd knows of a timer and of the service that it starts: its last run, how that ended, and the next."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass

from . import systemd
from .machine import Host

_OF_TIMER = "LoadState,ActiveState,SubState,UnitFileState,NeedDaemonReload,LastTriggerUSec,NextElapseUSecRealtime"
_OF_TIMER += ",NextElapseUSecMonotonic"
_OF_SERVICE = "Result,ExecMainStatus,ExecMainStartTimestamp,ExecMainExitTimestamp"
_MOMENT = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d+)? UTC\b")


@dataclass(frozen=True)
class Timer:
    """A timer: *last* is the start of the last run, *result* systemd's word for it (None: not known), *next* the next.

    Moments are seconds since the epoch; *busy*: the last run goes on. A timer without a calendar has no *next*, though
    *scheduled* tells of one, and so does one whose service runs: systemd sets the next only once that has ended.
    """

    name: str
    load: str
    active: str
    enabled: str
    stale: bool = False
    last: float | None = None
    result: str | None = None
    next: float | None = None
    scheduled: bool = False
    busy: bool = False

    @property
    def runs(self) -> bool:
        """Whether it will start its service again."""
        return self.active == "active" and self.scheduled

    @property
    def survives_boot(self) -> bool:
        """Whether the next boot has it too."""
        return self.load == "loaded" and self.enabled not in ("disabled", "enabled-runtime", "linked-runtime", "masked")

    @property
    def failed(self) -> bool:
        """Whether the last run that is known of ended badly."""
        return self.result not in (None, "success")

    @property
    def state(self) -> str:
        """Why it does not run, or will not after the next boot, in systemd's words."""
        return self.load if self.load != "loaded" else f"{self.enabled or 'without [Install]'}, {self.active}"


def read_timer(host: Host, timer: str, service: str) -> Timer | None:
    """The *timer* that starts the *service*, both with their suffix; None without systemd."""
    properties = f"{_OF_TIMER},{_OF_SERVICE}"
    # Moments are printed in the zone of whoever asks, whose name nobody could read back.
    done = host.run(["env", "TZ=UTC", "systemctl", "show", "--property", properties, timer, service])
    blocks = done.stdout.strip().split("\n\n")
    if done.rc != 0 or len(blocks) != 2:
        return None
    found, ran = (systemd.parsed(block) for block in blocks)
    started, triggered = _seconds(ran, "ExecMainStartTimestamp"), _seconds(found, "LastTriggerUSec")
    ended = _seconds(ran, "ExecMainExitTimestamp") is not None
    upcoming = _seconds(found, "NextElapseUSecRealtime")
    return Timer(
        name=timer,
        load=found.get("LoadState", ""),
        active=found.get("ActiveState", ""),
        enabled=found.get("UnitFileState", ""),
        stale=found.get("NeedDaemonReload") == "yes",
        last=started if started is not None else triggered,  # since the boot, or, of a persistent timer, before it
        result=_result(ran, ended),
        busy=started is not None and not ended,
        next=upcoming,
        scheduled=upcoming is not None
        or found.get("SubState") == "running"
        or found.get("NextElapseUSecMonotonic", "") not in ("", "infinity"),
    )


def _result(ran: systemd.Properties, ended: bool) -> str | None:
    """How the last run went; None where it goes on, or none is known of: both look like success to systemd.

    What failed before the main process was started, in ExecStartPre, has no such process, and no code of its.
    """
    result, code = ran.get("Result", "success"), ran.get("ExecMainStatus", "0")
    if result == "success":
        return result if ended else None
    return f"{result}, exit code {code}" if result == "exit-code" and code != "0" else result


def _seconds(found: systemd.Properties, name: str) -> float | None:
    match = _MOMENT.search(found.get(name, ""))
    return None if match is None else calendar.timegm(tuple(int(part) for part in match.groups()))
