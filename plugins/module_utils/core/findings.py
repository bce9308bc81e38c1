# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Findings: what a person should look at, told from the rows of settings that are not in effect."""

from __future__ import annotations

import re
from typing import Dict, Iterable, List, Mapping, Optional, Tuple, TypeVar

from . import settings
from .settings import Row
from .values import SIGNS, satisfies, tokens

Finding = Dict[str, Optional[str]]
_Any = TypeVar("_Any", bound=Mapping[str, Optional[str]])

#: The worst first.
SEVERITIES = ("high", "medium", "low")
_ID = re.compile(r"[a-z]+(_[a-z]+)*")

#: Severity and remedy of each status but in_effect; {0} stands for the file:line that wins, {1} for how what is written
#: there comes into force.
_TELLING: Dict[str, Tuple[str, str]] = {
    settings.OVERRIDDEN: ("high", "take the setting out of {0}, which is read later, or change it there{1}"),
    settings.REFUSED: ("high", "lower the value to what this host accepts, or raise the host's own limit first"),
    settings.DRIFTED: ("high", "apply the host profile again, and find out who changed it"),
    settings.CLAMPED: (
        "medium",
        "raise what caps it (fs.nr_open, or the limits of the container or of its parent){1}",
    ),
    settings.READ_ONLY: (
        "medium",
        "set it on the machine that runs this container, or reboot so that the file is read",
    ),
    settings.PENDING_RESTART: ("medium", "run systemctl daemon-reload, and restart the service, one host at a time"),
    settings.UNAVAILABLE: ("low", "look at it again once the host, the user or the service has it"),
}
#: A line of somebody's file that its reader passes over: told by file and line, never changed, never fatal.
LINE_IGNORED = "line_ignored"
#: A limit that stays because a running server needs it.
KEPT_FOR_SERVER = "kept_for_server"
_SHOWN = 80  # characters of such a line
_STATE = 200  # characters of what is wanted or found in a sentence

# Of a drifted setting that nobody has written down, or not as it is wanted.
_NOT_ON_DISK = "set it where the next boot reads it as well{1}; the playbook groundwork.kafka.tune does"
_WRONG_ON_DISK = "change it in {0}{1}, or let the playbook groundwork.kafka.tune do it"

#: By kind how what is in a file comes into force where it is not; {name} and {wanted} are the row's.
_IN_FORCE: Dict[str, str] = {
    settings.KERNEL: ", and run sysctl -w '{name}={wanted}'",
    settings.SERVICE: ", then run systemctl daemon-reload, and restart the service, one host at a time",
}


def finding(
    identity: str,
    severity: str,
    subject: str,
    *,
    wanted: str | None,
    found: str | None,
    why: str,
    source: str,
    remedy: str,
) -> Finding:
    """The finding *identity*, in lower-case words with underscores: *subject* is *found* so, against what is *wanted*.

    *why* it matters, the *source* that says so, and the *remedy*. Raises ValueError for another form of *identity* and
    for a *severity* that is not among SEVERITIES: people filter by both.
    """
    if not _ID.fullmatch(identity):
        raise ValueError(f"a finding is called {identity!r}; give lower-case words with underscores")
    if severity not in SEVERITIES:
        raise ValueError(f"the finding {identity} is of severity {severity!r}; give one of {', '.join(SEVERITIES)}")
    return {
        "id": identity,
        "severity": severity,
        "subject": subject,
        "wanted": wanted,
        "found": found,
        "why": why,
        "source": source,
        "remedy": remedy,
    }


def of(row: Row) -> List[Finding]:
    """The finding for *row*, a row of settings.row; none when it is in effect."""
    telling = _TELLING.get(str(row["status"]))
    if telling is None:
        return []
    severity, remedy = telling
    if row["status"] == settings.DRIFTED and not _is_persisted(row):
        remedy = _WRONG_ON_DISK if row["persisted_at"] else _NOT_ON_DISK
    if row["note"] == settings.NOT_KEPT:
        severity = "medium"
    remedy = remedy.format(row["persisted_at"], _in_force(row))
    one = from_row(row, "setting_{}".format(row["status"]), severity, remedy)
    return [dict(one, found=row["after_boot"]) if row["status"] == settings.OVERRIDDEN else one]


def _in_force(row: Row) -> str:
    """How what is written comes into force; nothing where that is so, or needs nothing, as a new session's limit."""
    way = _IN_FORCE.get(str(row["kind"]))
    return "" if way is None or _gives(row, "effective") else way.format(**row)


def _is_persisted(row: Row) -> bool:
    """Whether the files give what is wanted, so that it was changed since."""
    return _gives(row, "persisted")


def _gives(row: Row, column: str) -> bool:
    """Whether the value in *column* of *row* is as wanted."""
    wanted, found = ((row[name] or "").replace(":", " ") for name in ("wanted", column))
    return wanted == found or satisfies(str(row["rule"]), tokens(wanted) or (), tokens(found))


def ignored(origin: str, line: str, why: str, source: str, ours: bool) -> Finding:
    """The finding for a *line* at *origin*, FILE:LINE, that its reader passes over; *ours*: it means what is wanted."""
    from . import redaction  # noqa: PLC0415 few hosts need it

    return finding(
        LINE_IGNORED,
        "high" if ours else "low",
        f"line {origin}",
        wanted=None,
        found=redaction.line(line)[:_SHOWN].encode("ascii", "backslashreplace").decode("ascii"),
        why=why,
        source=source,
        remedy="correct it or take it out; it is left as it is",
    )


def ordered(found: Iterable[_Any]) -> List[_Any]:
    """*found* by severity, then subject."""
    return sorted(found, key=lambda one: (SEVERITIES.index(str(one["severity"])), str(one["subject"])))


def sentences(found: Iterable[Finding]) -> List[str]:
    """A sentence for each of the findings *found*, by severity: the one text in which tasks and reports tell them.

    One that somebody has accepted, which says why, is told so and without what to do, after those that are open.
    """
    return [_sentence(one) for one in sorted(ordered(found), key=lambda one: bool(one.get("accepted")))]


def _sentence(one: Finding) -> str:
    states = [f"{what} {_cut(str(one[what]))}" for what in ("wanted", "found") if one.get(what) not in (None, "")]
    accepted = one.get("accepted")
    parts = [", ".join(states), *([accepted] if accepted else [one["why"], one["remedy"]])]
    text = "; ".join(str(part).rstrip(".") for part in parts if part)
    return f"{'accepted' if accepted else one['severity']}: {one['id']}: {one['subject']}: {text}."


def _cut(state: str) -> str:
    """*state* as far as people read it, such as the mount options of a container; the report in JSON has all of it."""
    return state if len(state) <= _STATE else state[: _STATE - 5] + "[...]"


def from_row(row: Row, identity: str, severity: str, remedy: str) -> Finding:
    """The finding *identity* that tells of *row*."""
    return finding(
        identity,
        severity,
        "{kind} {name}".format(**row),
        wanted=row["wanted"] and SIGNS.get(str(row["rule"]), "") + row["wanted"],
        found=row["effective"],
        why="; ".join(part for part in (row["reason"], row["note"]) if part),
        source=row["source"] or "",
        remedy=remedy,
    )
