# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""PAM limits (nofile) of users: read from limits.d and from a new session, planned within what the host can give.

A hard limit above what the host allows makes pam_limits refuse the soft one as well, and the session falls back to
1024; so what is written is capped, and said to be.
"""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, NamedTuple, Sequence

from ..core import settings, values
from ..core.errors import GroundworkError
from ..core.settings import Own, Reading, Setting
from ..core.values import Value, number, satisfies
from ..host import process, steps
from ..host.machine import Answer, Host
from ..readers import pam_limits
from ..readers.pam_limits import Limit, Limits, User
from . import leftovers, own_file
from .catalogue import MET_WHILE_RUNNING, NOFILE

FILE = pam_limits.DIRECTORY + "/99-groundwork-kafka.conf"
KINDS = ("soft", "hard")
NR_OPEN_DEFAULT = MET_WHILE_RUNNING["fs.nr_open"]  # Debian's systemd leaves it as it is

_USER_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\$?\Z")
_CAP_SYS_RESOURCE = 24
_ALL_IDS = ["0", "0", str(2**32 - 1)]  # /proc/PID/uid_map outside of every user namespace
_PROBE = "ulimit -Sn; ulimit -Hn; id"
_ID = re.compile(r"uid=(\d+)(?:\([^)]*\))? gid=(\d+)(?:\([^)]*\))? groups=(.*?)(?: context=\S*)?\Z")
_GROUP = re.compile(r"(\d+)(?:\(([^)]*)\))?(?:,|\Z)")


class Cap(NamedTuple):
    """The largest hard nofile limit that a session can get here, and what sets it."""

    value: int
    origin: str


def wanted(users: Sequence[str], nofile: Value) -> List[Setting]:
    """The settings for *users*: soft and hard of *nofile*. Raises GroundworkError for a name that is no user's."""
    for user in users:
        if not _USER_NAME.match(user):
            raise GroundworkError(f"limits_users: {user!r} is no user name; name users, not groups or wildcards.")
    return [
        Setting(settings.LIMIT, _name(user, kind), (value,), NOFILE.rule, NOFILE.reason, NOFILE.source)
        for user in dict.fromkeys(users)
        for kind, value in zip(KINDS, nofile)
    ]


def cap(host: Host, nr_open: Value | None = None, of: str = "self") -> Cap | None:
    """The cap of this host, for what process *of* starts; *nr_open* is what fs.nr_open is about to become.

    None when it cannot be told.
    """
    text = host.read("/proc/sys/fs/nr_open")
    if nr_open is None and text is None:
        return None
    ceiling = Cap(int(nr_open[0] if nr_open else str(text)), "fs.nr_open")
    if _may_raise(host, of):
        return ceiling
    limits = process.open_files(host, of)
    if limits is None or number(limits[1]) >= ceiling.value:
        return ceiling
    return Cap(int(limits[1]), "the hard limit of this container, which lacks CAP_SYS_RESOURCE to raise it")


def _may_raise(host: Host, pid: str) -> bool:
    """Whether process *pid* may raise a hard limit: in a user namespace, no capability lets it."""
    capabilities = re.search(r"^CapEff:\s*([0-9a-f]+)", host.read(f"/proc/{pid}/status") or "", re.MULTILINE)
    if capabilities is not None and not int(capabilities.group(1), 16) >> _CAP_SYS_RESOURCE & 1:
        return False
    ids = (host.read(f"/proc/{pid}/uid_map") or "").split()
    return not ids or ids == _ALL_IDS


class LimitState(NamedTuple):
    """A State that knows the cap as well."""

    readings: Mapping[str, Reading]
    files: Mapping[str, str | None]
    cap: Cap | None


class Session(NamedTuple):
    """What a new session of a user gets (None: there is no such user, or no session), and why not."""

    user: User
    nofile: Value | None = None
    cause: str | None = None
    note: str = ""


def open_sessions(host: Host, wished: Sequence[Setting]) -> Dict[str, Answer]:
    """Open a session of each user of *wished*: all at once, beside what comes until :func:`read` asks what they got.

    One command gives a session's limits and the ids that entries may match. runuser applies the limits as su does, and
    leaves no trace but a line in the log: it makes no home directory, starts no user manager, and counts as no login.
    So it is opened in check mode as well.
    """
    return {
        name: host.start(["runuser", "-s", "/bin/sh", "-c", _PROBE, name]) for name in dict.fromkeys(map(_user, wished))
    }


def _session(host: Host, name: str, opened: Answer) -> Session:
    """What the session of user *name* that was *opened* got."""
    done = opened()
    soft, hard, identity = ("", "", "", *done.stdout.splitlines())[-3:]
    found = _ID.match(identity)
    if done.rc == 0 and found:
        groups = _GROUP.findall(found.group(3))
        user = User(
            name,
            int(found.group(1)),
            int(found.group(2)),
            frozenset(group for _gid, group in groups if group),
            frozenset(int(gid) for gid, _group in groups),
        )
        return Session(user, (values.limit(soft), values.limit(hard)))
    if done.rc == 127:
        return Session(
            User(name), None, settings.UNAVAILABLE, "runuser is not installed, so no session can be opened to look"
        )
    if host.run(["id", "-u", name]).rc != 0:
        return Session(User(name), None, settings.UNAVAILABLE, f"there is no user {name} yet")
    reason = (done.stderr.strip().splitlines() or [f"exit code {done.rc}"])[-1]
    return Session(User(name), None, settings.REFUSED, f"a session of {name} is refused: {reason}")


def read(
    host: Host,
    wished: Sequence[Setting],
    sessions: Mapping[str, Answer] | None = None,
    nr_open: Value | None = None,
) -> LimitState:
    """Read every setting of *wished*; *sessions* are of :func:`open_sessions`, *nr_open* as for :func:`cap`."""
    text = host.read(FILE)
    noted = own_file.entries(text, _parse_line)
    ceiling = cap(host, nr_open)
    readings: Dict[str, Reading] = {}
    for name, opened in (open_sessions(host, wished) if sessions is None else sessions).items():
        found = _session(host, name, opened)
        everything, others = (pam_limits.nofile(host, found.user, without) for without in ("", FILE))
        for setting in wished:
            if _user(setting) == name:
                reading = _reading(setting, found, everything, others)
                readings[setting.name] = _explained(setting, reading._replace(own=noted.get(setting.name)), ceiling)
    return LimitState(readings, {FILE: text}, ceiling)


def _reading(setting: Setting, found: Session, everything: Limits, others: Limits) -> Reading:
    index = KINDS.index(setting.name.split()[1])
    effective = (found.nofile[index],) if found.nofile else None
    limit, other = (everything.soft, everything.hard)[index], (others.soft, others.hard)[index]
    return Reading(
        persisted=_value(limit),
        persisted_at=everything.exempt or (limit.origin if limit else None),
        effective=effective,
        after_boot=_value(limit),
        others=_value(other),
        live=effective,
        overridden=_origin_file(everything.exempt or (limit.origin if limit else None)) != FILE,
        cause=found.cause,
        note="this line lifts all limits off the user, so nothing else is read" if everything.exempt else found.note,
    )


def _explained(setting: Setting, reading: Reading, ceiling: Cap | None) -> Reading:
    """*reading* with what explains a value that is not in force: the cap, or that PAM refuses a value above it."""
    reading = reading._replace(overridden=reading.overridden and reading.own is not None)
    if reading.cause or ceiling is None or satisfies(setting.rule, setting.wanted, reading.effective):
        return reading
    beyond = reading.persisted is not None and number(reading.persisted[0]) > ceiling.value
    if beyond and reading.effective != (str(ceiling.value),):
        note = "PAM refuses both limits, since {} is above {} ({})".format(
            " ".join(reading.persisted or ()), ceiling.value, ceiling.origin
        )
        # The next boot refuses them as well.
        return reading._replace(cause=settings.REFUSED, note=note, after_boot=reading.effective, overridden=False)
    if number(setting.wanted[0]) > ceiling.value and reading.effective == (str(ceiling.value),):
        note = f"no more than {ceiling.value} can be had: {ceiling.origin}"
        return reading._replace(cause=settings.CLAMPED, note=note)
    return reading


def plan(wished: Sequence[Setting], state: LimitState) -> List[steps.Replace]:
    """The file to write, within the cap; nothing when it is as wanted."""
    lines = []
    for setting in wished:
        value = settings.target(setting, state.readings[setting.name])[0]
        if state.cap is not None and number(value) > state.cap.value:
            value = str(state.cap.value)
        user, kind, item = setting.name.split()
        lines.append((setting, f"{user} {kind} {item} {value}"))
    return steps.replacements([(FILE, state.files[FILE], own_file.render(lines))])


def inspect_limits(
    host: Host, wished: Sequence[Setting], sessions: Mapping[str, Answer], nr_open: Value | None = None
) -> steps.Inspected:
    """Read and plan *wished*; *sessions* and *nr_open* as for :func:`read`."""
    state = read(host, wished, sessions, nr_open)
    return steps.Inspected(settings.LIMIT, wished, state, plan(wished, state))


def own_traces(_host: Host) -> leftovers.OwnTraces:
    """The one file that this module may have written."""
    return leftovers.OwnTraces([FILE])


def own(host: Host) -> Dict[str, Own]:
    """What our file holds, by setting name."""
    return own_file.entries(host.read(FILE), _parse_line)


def _parse_line(line: str) -> own_file.Line | None:
    words = line.split("#", 1)[0].split()
    return (" ".join(words[:3]), (values.limit(words[3]),)) if len(words) == 4 else None


def _name(user: str, kind: str) -> str:
    return f"{user} {kind} nofile"


def _user(setting: Setting) -> str:
    return setting.name.split()[0]


def _value(limit: Limit | None) -> Value | None:
    return (limit.value,) if limit else None


def _origin_file(origin: str | None) -> str | None:
    return origin.rpartition(":")[0] if origin else None
