# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Bring back what was there before, as the journal tells, and leave what somebody else has changed since."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import List, Sequence

from ..core.findings import Finding, finding
from ..core.settings import READ_ONLY
from ..host import steps
from ..host.machine import Host
from ..readers import sysctl
from . import journal, live
from .journal import InForce, Journal
from .leftovers import Back
from .return_value import Return

_SOURCE = "the journal of this host, " + journal.PATH


def plan(host: Host, entries: Journal) -> Back:
    """How *entries* are brought back; those that cannot be written today stay in the journal, and are left out here."""
    files, values, left = [], [], []
    waiting = set()
    for path, entry in entries.files.items():
        now, mode = host.read(path), host.mode(path)
        before = entry.before
        if (now, mode) == ((before.text, before.mode) if before else (None, None)):
            continue
        if entry.is_ours(now):
            files.append(steps.Replace(path, now, before.text if before else None, before.mode if before else 0o644))
        elif now != (before.text if before else None):
            left.append(_changed(path, None, "another text" if now is not None else "no file"))
    for linked, value in entries.values.items():
        current = journal.in_force(host, linked)
        if current is None or current == value.before:
            continue
        if value.before is None:
            left.append(_unknown(current))
        elif current in value.written:
            if host.writable(value.before[0]):
                values.append(_return(host, value.before, current))
            else:
                waiting.add(linked)
                left.append(not_brought_back(value.before, current[1], "it cannot be written here"))
        elif value.written:
            left.append(_changed(name(current[0]), value.before[1], current[1]))
    settled = Journal(entries.files, {key: value for key, value in entries.values.items() if key not in waiting})
    return Back(settled, files, values, left)


def _return(host: Host, before: InForce, current: InForce) -> Return:
    path, value = before
    return Return(name(path), path, live.read(host, path) or (), tuple(value.split()), current)


@dataclass(frozen=True)
class Prune:
    """Remove the directories that were made for files that are no longer there, where nothing else is in them."""

    directories: Sequence[str]

    def do(self, host: Host) -> None:
        host.prune(self.directories)

    def undo(self, host: Host) -> None:
        """A file that is brought back brings its directory."""


@dataclass
class Settle:
    """Write the journal as it is once everything is done.

    *recorded* is what it holds by now. What was brought back leaves it, unless the kernel has refused; of a value of
    *pokes* that the kernel made another of, that other one is noted too.
    """

    recorded: Journal
    back: Back
    pokes: Sequence[live.Poke]
    _written: steps.Replace | None = field(default=None, init=False)

    def do(self, host: Host) -> None:
        """Raises GroundworkError when there is no room for it."""
        done = self.back.entries
        refused = {self.recorded.linked(each.path) for each in self.back.values if not is_back(host, each)}
        files = {path: entry for path, entry in self.recorded.files.items() if path not in done.files}
        values = {
            linked: entry
            for linked, entry in self.recorded.values.items()
            if linked not in done.values or linked in refused
        }
        for poke in self.pokes:
            current = live.read(host, poke.path)
            if current not in (None, poke.before) and poke.cause != READ_ONLY:
                linked = self.recorded.linked(poke.path)
                values[linked] = journal.with_value(values[linked], (poke.path, " ".join(current)))
        settled = replacement(self.recorded, Journal(files, values))
        if settled.before != settled.after:
            self._written = settled
            settled.do(host)

    def undo(self, host: Host) -> None:
        """Bring the journal of before back."""
        if self._written is not None:
            self._written.undo(host)


def replacement(before: Journal, after: Journal) -> steps.Replace:
    """The step that makes the journal's file *after* out of *before*."""
    return steps.Replace(journal.PATH, journal.render(before), journal.render(after), journal.MODE)


def is_back(host: Host, value: Return) -> bool:
    """Whether *value* is in force."""
    return live.read(host, value.path) == value.after


def refused(host: Host, values: Sequence[Return]) -> List[Finding]:
    """Findings for those of *values* that are not in force although they were written."""
    return [
        not_brought_back(
            (each.path, " ".join(each.after)),
            " ".join(live.read(host, each.path) or ()),
            each.refused or "the kernel makes another value of it",
        )
        for each in values
        if not is_back(host, each)
    ]


def name(path: str) -> str:
    """How a person knows the live value in the file *path*."""
    return sysctl.dotted(path[len(live.PROC) + 1 :]) if path.startswith(live.PROC + "/") else path


def _changed(subject: str, before: str | None, found: str) -> Finding:
    return finding(
        "changed_since",
        "low",
        subject,
        wanted=before,
        found=found,
        why=f"{subject} has been changed by somebody since it was written here, so it is left as it is",
        source=_SOURCE,
        remedy="look whether that is still meant",
    )


def _unknown(current: InForce) -> Finding:
    subject = name(current[0])
    return finding(
        "before_unknown",
        "low",
        subject,
        wanted=None,
        found=current[1],
        why=f"{subject} was written by a version that kept no journal, so what was there before is not known, and "
        "it is left as it is until the next boot",
        source=_SOURCE,
        remedy="set it by hand, or reboot",
    )


def not_brought_back(before: InForce, found: str, cause: str) -> Finding:
    """The finding for a live value that stays, and stays in the journal."""
    subject = name(before[0])
    return finding(
        "not_brought_back",
        "medium",
        subject,
        wanted=before[1],
        found=found,
        why=f"{subject} was {before[1]} before and could not be brought back: {cause}",
        source=_SOURCE,
        remedy="reboot, or see what stands in the way and run again",
    )
