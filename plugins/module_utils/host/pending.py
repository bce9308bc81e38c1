# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a service runs older settings than its files hold: right on disk, old in the process.

A file counts as changed when its content or its status was, whichever is later: whoever brings an older version back
(``cp -p``, rsync, a backup) sets the time of its content back, and nobody can set that of its status. So new rights, a
new owner, or a hard link make a file count that holds what it held; a restart for nothing, host by host, is the smaller
harm than settings that are said to be in force and are not.
"""

from __future__ import annotations

import os
from typing import List, Sequence

from . import process, systemd
from .machine import Host

_DELETED = " (deleted)"
_BETWEEN = {"activating": "being started", "deactivating": "being stopped"}


def main_pid(host: Host, service: str) -> str | None:
    """The main process of the systemd *service* as digits, or None when it does not run."""
    shown = host.run(["systemctl", "show", "--property=MainPID", "--value", f"{service}.service"])
    if shown.rc != 0:
        raise systemd.silent(f"{service}.service", shown.stderr.strip())
    pid = shown.stdout.strip()
    return pid if pid not in ("", "0") else None


def between(host: Host, service: str) -> str:
    """What systemd is about to do with *service*: ``being started`` or ``being stopped``; empty where it is neither.

    It goes on with that when whoever asked for it is gone. What it has put off until something else is done counts; the
    pause before it starts anew what died is no start.
    """
    shown = systemd.show(host, [service], "ActiveState,SubState,Job")
    if shown is None:
        raise systemd.silent(f"{service}.service")
    known = shown[service]
    if known.get("SubState", "").startswith("auto-restart"):
        return ""
    put_off = known.get("Job", "0") not in ("", "0")
    return _BETWEEN.get(known.get("ActiveState", ""), "being started" if put_off else "")


def last_start(host: Host, service: str) -> float | None:
    """When the main process of the systemd *service*, gone by now, was started last, in seconds since the epoch.

    None when it was not started since the host booted. It may be up to a second too early, as that of a process.
    """
    shown = host.run(
        ["systemctl", "show", "--property=ExecMainStartTimestampMonotonic", "--value", f"{service}.service"]
    )
    booted = process.booted(host)
    microseconds = shown.stdout.strip()
    if booted is None or not microseconds.isdigit() or microseconds == "0":
        return None
    return booted + int(microseconds) / 1e6


def changed_since(host: Host, moment: float, files: Sequence[str]) -> List[str]:
    """Those of *files* that were changed, or links that were switched, after *moment*, and not in the same second."""
    return [path for path in files if (host.changed(path) or 0) > moment + 1]


def outdated(host: Host, pid: str, files: Sequence[str]) -> List[str]:
    """What process *pid* runs without as it is by now: its program where that was replaced, and those of *files*."""
    return _replaced_program(host, pid) + changed_since_start(host, pid, files)


def changed_since_start(host: Host, pid: str, files: Sequence[str]) -> List[str]:
    """Those of *files* that were changed, or links that were switched, after process *pid* was started."""
    found = []
    for path in files:
        written = host.changed(path)
        if written is not None and process.started_before(host, pid, written):
            found.append(path)
    return found


def _replaced_program(host: Host, pid: str) -> List[str]:
    """The program of process *pid* where it was replaced, or where the name that it was started by means another."""
    program = host.link(f"/proc/{pid}/exe")
    if program is None:
        return []
    if program.endswith(_DELETED):
        return [program[: -len(_DELETED)]]
    name = "".join(process.command_line(host, pid)[:1])
    if not name.startswith("/") or not os.path.lexists(host.real(name)) or not process.shares_root(host, pid):
        return []  # with another root directory, the same name is another file
    return [name] if os.path.realpath(host.real(name)) != host.real(program) else []
