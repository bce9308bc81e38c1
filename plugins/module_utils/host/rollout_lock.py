# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One rollout of a cluster's servers at a time, from whichever control node: a file on the host where all runs meet.

What holds it is a run of ansible-playbook on a control node, so no kernel frees it when that run is killed. The file
tells of the process instead: on the same machine a later run sees that it is gone, elsewhere a person has to look.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import socket
import time
from contextlib import contextmanager, suppress
from typing import Any, Dict, Iterator, Mapping

from ..core.errors import GroundworkError, of_file
from . import lock
from .machine import Host

DIRECTORY = "/var/lib/groundwork-kafka"
_START_FIELD, _STATE_FIELD = 19, 0  # of /proc/PID/stat, after the name of the program

Holder = Dict[str, Any]


def path(directory: str, service: str) -> str:
    """The file that tells who restarts the servers of *service*."""
    return f"{directory}/rollout-lock-{service}.json"


def hold(host: Host, file: str, mine: Mapping[str, Any], over: str = "") -> Holder:
    """Who holds the lock *file* now: *mine*, where it was free, held by the same run, or by the run *over*."""
    with _alone(host, file):
        held = _read(host, file)
        if held and held["id"] not in (mine["id"], over):
            return held
        if not held or held["id"] != mine["id"]:
            host.write(file, json.dumps(mine, indent=2, sort_keys=True) + "\n")
        return dict(mine)


def free(host: Host, file: str, mine: Mapping[str, Any]) -> bool:
    """Let go of the lock *file*, if the run *mine* holds it still; whether it did."""
    with _alone(host, file):
        held = _read(host, file)
        return bool(held and held["id"] == mine["id"] and host.remove(file))


@contextmanager
def _alone(host: Host, file: str) -> Iterator[None]:
    """Nobody else reads or writes *file* meanwhile; the kernel sees to it, also where this process is killed."""
    folder = os.path.dirname(file)
    if not host.exists(folder):
        with suppress(GroundworkError):  # another run may have made it a moment ago
            host.folder(folder, 0o755, None)
    try:
        handle = os.open(host.real(folder), os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise of_file(folder, "opened", error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _read(host: Host, file: str) -> Holder | None:
    text = host.read(file)
    if text is None:
        return None
    try:
        held = json.loads(text)
        return {key: held[key] for key in ("id", "user", "machine", "node", "process", "started", "playbook", "since")}
    except (ValueError, TypeError, KeyError) as error:
        raise GroundworkError(
            f"{file} does not tell who restarts servers, as it was written; look whether a playbook of this collection "
            "runs anywhere, and remove the file where none does."
        ) from error


def this_run(process: int, playbook: str) -> Holder:
    """The run of ansible-playbook on this machine that is the *process*, as a lock tells of it."""
    node, started = _node(), _started(process)
    digest = hashlib.sha256(f"{node} {started}".encode()).hexdigest()[:8]
    machine = socket.gethostname()
    return {
        "id": f"{machine}-{process}-{digest}",
        "user": lock.user(),
        "machine": machine,
        "node": node,
        "process": process,
        "started": started,
        "playbook": playbook,
        "since": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()),
    }


def is_here(held: Mapping[str, Any]) -> bool:
    """Whether the run *held* belongs to this machine, so that it can be told whether it is alive."""
    return bool(held["node"] == _node())


def is_known(held: Mapping[str, Any]) -> bool:
    """Whether this machine knows the process of the run *held* from any other, so that no person has to look."""
    return is_here(held) and bool(held["started"])


def is_alive(held: Mapping[str, Any]) -> bool:
    """Whether the run *held*, of this machine, has not ended; another process may have its number by now."""
    if held["started"]:
        return bool(held["started"] == _started(held["process"]))
    try:  # a control node that is no Linux
        os.kill(held["process"], 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def refusal(held: Mapping[str, Any], service: str, where: str) -> str:
    """Why another run is to wait, and what to do where that one was killed."""
    who = (
        f"The servers of {service} are being restarted by {held['user']} on {held['machine']} ({held['playbook']}, "
        f"process {held['process']}) since {held['since']}, as {where} says; "
    )
    if is_known(held):
        return who + "that process runs on this machine: wait until it has ended, and run again."
    take_over = f"add -e rolling_restart_take_over={held['id']}."
    if is_here(held):
        return (
            f"{who}a process of that number runs on this machine: wait until it has ended, and run again. Where it is "
            f"another program's by now, since the run was killed, {take_over}"
        )
    return (
        f"{who}wait until that run has ended, and run again. Where it was killed, so that {held['machine']} has no "
        f"such process any more, {take_over}"
    )


def out_of_reach(service: str, where: str, why: str) -> str:
    """Why a run ends whose lock lies on the host *where*, that cannot be reached, and what to do."""
    return (
        f"{where} cannot be reached ({why}), and the file that tells who restarts the servers of {service} lies there. "
        "Bring it back, or take it out of the inventory wherever servers are restarted from, and run again."
    )


def _node() -> str:
    """What no other machine has, nor this one after its next boot, nor a container with processes of its own."""
    told = []
    for name, read in (("/proc/sys/kernel/random/boot_id", _line), ("/proc/self/ns/pid", os.readlink)):
        try:
            told.append(read(name))
        except OSError:  # a control node that is no Linux
            told.append("")
    return " ".join([socket.gethostname(), *told])


def _line(name: str) -> str:
    with open(name, encoding="ascii") as file:
        return file.read().strip()


def _started(process: int) -> str:
    """When *process* was started, in the kernel's ticks; empty where it has ended."""
    try:
        told = _line(f"/proc/{process}/stat").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if told[_STATE_FIELD] == "Z" else told[_START_FIELD]
