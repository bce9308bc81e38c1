# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Users and groups that the host keeps itself, in /etc, and how one of them gets another number."""

from __future__ import annotations

from typing import Dict, Iterator, List, Sequence, Tuple

from ..core.errors import GroundworkError
from . import accounts
from .machine import Host

_FILES = {"user": "/etc/passwd", "group": "/etc/group"}
#: What usermod(8) and groupmod(8) take; the last one but one of 32 bits is chown(2)'s for none.
_LARGEST = 2**32 - 2


def number(host: Host, kind: str, name: str) -> int | None:
    """The number of the user or group (*kind*) *name*; None where the host does not know it.

    Raises GroundworkError for one that is kept elsewhere, or that shares its number: its files are nobody's alone.
    """
    told = accounts.number_of(host, kind, name)
    if told is None:
        return None
    here = [fields for fields in _lines(host, kind) if fields[0] == name]
    if not here or here[0][2] != str(told):
        raise GroundworkError(
            f"The {kind} {name} has the number {told} on this host by another of its name services than "
            f"{_FILES[kind]} (see /etc/nsswitch.conf), so it can be renumbered there alone; do that, or have the host "
            "keep it itself."
        )
    check_own(host, kind, name, told)
    return told


def check_own(host: Host, kind: str, name: str, of: int) -> None:
    """Raise GroundworkError where another account has the number *of* the user or group *name*, or had it meanwhile."""
    others = [fields[0] for fields in _lines(host, kind) if fields[2] == str(of) and fields[0] != name]
    other = (others or [accounts.owner_of(host, accounts.DATABASES[kind], of)])[0]
    if other and other != name:
        raise GroundworkError(
            f"The number {of} of the {kind} {name} is that of the {kind} {other} on this host as well, so nobody can "
            f"tell whose a file is; give {other} another number first, with all stopped that runs with this one."
        )


def check_wanted(host: Host, variable: str, kind: str, name: str, wanted: int) -> None:
    """Raise GroundworkError where the user or group *name* cannot get the number that *variable* gives it."""
    if not 0 < wanted <= _LARGEST:
        raise GroundworkError(f"{variable} is {wanted}; give a number from 1 to {_LARGEST}.")
    accounts.check_free(host, variable, kind, name, wanted)


def renumber(host: Host, kind: str, name: str, wanted: int) -> None:
    """Give the user or group *name* the number *wanted*; GroundworkError with the words of the program.

    usermod(8) gives all of the user's in its home folder as well, where that is the user's. groupmod(8) tells the users
    whose group it is, in a second file: see :func:`strays`.
    """
    if kind == "user":
        _run(host, ["usermod", "--uid", str(wanted), name])
    else:
        _run(host, ["groupmod", "--gid", str(wanted), name])


def strays(host: Host, former: Sequence[int]) -> List[str]:
    """The users whose own group has one of the *former* numbers of a group: a groupmod that was killed leaves them."""
    return [fields[0] for fields in _lines(host, "user") if len(fields) > 3 and fields[3] in map(str, former)]


def regroup(host: Host, user: str, group: str) -> None:
    """Have *group* be the own one of *user*."""
    _run(host, ["usermod", "--gid", group, user])


def home(host: Host, user: str) -> str:
    """The home folder of *user*; empty for none."""
    return next((fields[5] for fields in _lines(host, "user") if fields[0] == user and len(fields) > 5), "")


def _lines(host: Host, kind: str) -> Iterator[List[str]]:
    lines = (line.split(":") for line in host.text(_FILES[kind]).splitlines())
    return (fields for fields in lines if len(fields) > 2)


def processes(host: Host, numbers: Sequence[int], services: Sequence[str]) -> List[Tuple[str, str]]:
    """The processes, by number and name, that run as one of the users *numbers* and not in the units *services*."""
    found: Dict[str, str] = {}
    for pid in filter(str.isdigit, host.names("/proc")):
        status = host.text(f"/proc/{pid}/status")
        users = next((line.split()[1:] for line in status.splitlines() if line.startswith("Uid:")), [])
        if set(users) & set(map(str, numbers)):
            cgroup = host.text(f"/proc/{pid}/cgroup").splitlines()
            if not any(f"/{one}.service" in f"{line}/" for one in services for line in cgroup):
                found[pid] = host.text(f"/proc/{pid}/comm").strip()
    return sorted(found.items(), key=lambda one: int(one[0]))


def _run(host: Host, words: Sequence[str]) -> None:
    done = host.run(words)
    if done.rc != 0:
        said = " ".join(done.stderr.split()) or f"exit code {done.rc}"
        raise GroundworkError(f"{' '.join(words)} failed ({said}); mend that, and run again.")
