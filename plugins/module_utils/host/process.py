# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a running process is and has: whose it is, since when, its limits, and what it has used of them."""

from __future__ import annotations

import os
import re
import stat
from typing import List, Set

from ..core import values
from ..core.values import Value
from .machine import Host

_CHUNK = 1 << 20  # bytes
_SERVICE = re.compile(r"([^/]+)\.service(?:/|\Z)")
_USER_MANAGER = re.compile(r"user@\d+\Z")


def open_files(host: Host, pid: str) -> Value | None:
    """Soft and hard limit of open files of process *pid* (or self); None when there is no such process."""
    found = re.search(r"^Max open files\s+(\S+)\s+(\S+)", host.read(f"/proc/{pid}/limits") or "", re.MULTILINE)
    return (values.limit(found.group(1)), values.limit(found.group(2))) if found else None


def booted(host: Host) -> int | None:
    """When the host was booted, in whole seconds since the epoch."""
    found = re.search(r"^btime (\d+)", host.read("/proc/stat") or "", re.MULTILINE)
    return int(found.group(1)) if found else None


def started(host: Host, pid: str) -> float | None:
    """When process *pid* was started, in seconds since the epoch; None when there is no such process.

    ``/proc/stat`` gives the boot time in whole seconds, so this may be up to a second too early.
    """
    boot = booted(host)
    fields = (host.read(f"/proc/{pid}/stat") or "").rpartition(")")[2].split()
    if boot is None or len(fields) < 20:
        return None
    return boot + int(fields[19]) / os.sysconf("SC_CLK_TCK")


def started_before(host: Host, pid: str, moment: float) -> bool:
    """Whether process *pid* was started before *moment*, in seconds since the epoch, and not in the same second."""
    start = started(host, pid)
    return start is not None and start + 1 < moment


def parent(host: Host, pid: str) -> str | None:
    """The process that started process *pid*, or took it over; None when there is no such process."""
    fields = (host.read(f"/proc/{pid}/stat") or "").rpartition(")")[2].split()
    return fields[1] if len(fields) > 1 else None


def command_line(host: Host, pid: str) -> List[str]:
    """The arguments of process *pid*, its program first; none of a kernel thread or when it is gone."""
    text = host.read(f"/proc/{pid}/cmdline") or ""
    return text.rstrip("\0").split("\0") if text else []


def user(host: Host, pid: str) -> str | None:
    """The name of the user whose rights process *pid* has, or the id where nobody knows a name."""
    found = re.search(r"^Uid:\s+\d+\s+(\d+)", host.read(f"/proc/{pid}/status") or "", re.MULTILINE)
    if found is None:
        return None
    for line in (host.read("/etc/passwd") or "").splitlines():
        fields = line.split(":")
        if len(fields) > 2 and fields[2] == found.group(1):
            return fields[0]
    asked = host.run(["id", "-nu", found.group(1)])  # for users of LDAP and the like
    return asked.stdout.strip() if asked.rc == 0 and asked.stdout.strip() else found.group(1)


def unit(host: Host, pid: str) -> str | None:
    """The systemd service, without .service, whose control group holds process *pid*; None outside of one.

    A service of a user's own manager is none of the system's.
    """
    groups = {}
    for line in (host.read(f"/proc/{pid}/cgroup") or "").splitlines():
        _number, _colon, rest = line.partition(":")
        controllers, _colon, path = rest.partition(":")
        groups[controllers] = path
    for hierarchy in ("name=systemd", ""):
        names = _SERVICE.findall(groups.get(hierarchy, ""))
        if names:
            return None if any(_USER_MANAGER.match(name) for name in names) else str(names[-1])
    return None


def shares_root(host: Host, pid: str) -> bool | None:
    """Whether process *pid* has the host's root directory; None when it is gone.

    A service with a mount namespace of its own (PrivateTmp and the like) still has it.
    """
    try:
        return os.path.samefile(host.real(f"/proc/{pid}/root"), host.real("/"))
    except (FileNotFoundError, ProcessLookupError):
        return None


def descriptors(host: Host, pid: str) -> int:
    """How many descriptors process *pid* has open."""
    return len(host.names(f"/proc/{pid}/fd"))


def may_read(host: Host, pid: str, path: str) -> bool:
    """Whether the user of process *pid* may read the file *path*, by owners and modes; capabilities do not count."""
    status = host.read(f"/proc/{pid}/status") or ""
    found = {name: words.split() for name, words in re.findall(r"^(Uid|Gid|Groups):(.*)", status, re.MULTILINE)}
    users, groups = {int(word) for word in found.get("Uid", ())[1:2]}, set(found.get("Groups", ()))
    members = {int(word) for word in groups.union(found.get("Gid", ())[1:2])}
    real, top = os.path.realpath(host.real(path)), os.path.realpath(host.root)
    try:
        allowed = _allows(os.stat(real), users, members, stat.S_IROTH)
        while allowed and os.path.dirname(real) not in (top, "/"):
            real = os.path.dirname(real)
            allowed = _allows(os.stat(real), users, members, stat.S_IXOTH)
    except OSError:
        return False
    return allowed


def _allows(found: os.stat_result, users: Set[int], members: Set[int], bit: int) -> bool:
    """Whether what is *found* gives *users* and the *members* of groups the right that *bit* is for all others."""
    if 0 in users:
        return True
    if found.st_uid in users:
        return bool(found.st_mode & bit << 6)
    return bool(found.st_mode & (bit << 3 if found.st_gid in members else bit))


def open_paths(host: Host, pid: str, name: str) -> Set[str]:
    """The paths of the open files of process *pid* that are called *name*; none where they may not be looked at."""
    links = (host.link(f"/proc/{pid}/fd/{number}") for number in host.names(f"/proc/{pid}/fd"))
    return {path for path in links if path and path.endswith(f"/{name}")}


def map_areas(host: Host, pid: str) -> int:
    """How many memory map areas process *pid* has: the lines of its maps, which are counted and not looked at."""
    count = 0
    try:
        with open(host.real(f"/proc/{pid}/maps"), "rb") as file:
            for chunk in iter(lambda: file.read(_CHUNK), b""):
                count += chunk.count(b"\n")
    except (FileNotFoundError, ProcessLookupError):
        return count
    return count
