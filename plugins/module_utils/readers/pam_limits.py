# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which line of limits.conf and limits.d gives a user's session its nofile limits, by the rules of pam_limits.

Source: ``modules/pam_limits/pam_limits.c`` of Linux-PAM: limits.conf first, then limits.d/*.conf in C-locale order; an
entry for the user (or a range of uids) beats one for a group, and that beats the wildcard; among equals the last wins.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Tuple

from ..core import values
from ..host.machine import Host

MAIN_FILE = "/etc/security/limits.conf"
DIRECTORY = "/etc/security/limits.d"

_WORD = re.compile(r"\S+", re.ASCII)
_ID = re.compile(r"\+?[0-9]+\Z")
_USER, _GROUP, _WILDCARD = range(3)
_UNTYPED = ("maxlogins", "maxsyslogins", "nonewprivs")
_ITEMS = (
    *("as", "chroot", "core", "cpu", "data", "fsize", "locks", "memlock", "msgqueue", "nice", "nofile", "nproc"),
    *("priority", "rss", "rtprio", "sigpending", "stack", *_UNTYPED),
)
_RANGE = re.compile(r"[0-9]+:[0-9]*|:[0-9]+")
_BOTH = {"soft": ("soft",), "hard": ("hard",), "-": ("soft", "hard")}


class User(NamedTuple):
    """Who a limit is looked up for; without *uid* (no such user yet) only its name and the wildcard can match."""

    name: str
    uid: int | None = None
    gid: int | None = None
    groups: FrozenSet[str] = frozenset()
    gids: FrozenSet[int] = frozenset()


class Limit(NamedTuple):
    """The value of the line that wins, and its file:line."""

    value: str
    origin: str


class Limits(NamedTuple):
    """What a new session of a user gets; *exempt* is the file:line of an entry that lifts all limits off the user."""

    soft: Limit | None = None
    hard: Limit | None = None
    exempt: str | None = None


def nofile(host: Host, user: User, without: str = "") -> Limits:
    """The nofile limits that the files, but for *without*, give *user*."""
    best: Dict[str, Tuple[int, Limit]] = {}
    # Debian patches pam_limits: groups and the wildcard are not for root there. What is left is a switch that takes the
    # ids behind @ and % for those of users, so that "@:0" means root as "root" does, not as a group.
    grouped = not ((user.uid == 0 or user.name == "root") and host.exists("/etc/debian_version"))
    for words, origin in lines(host, without):
        if len(words) == 2 and words[1].startswith("-"):
            if _rank(words[0], user, not words[0].startswith("%")) in (_USER, _GROUP):
                return Limits(exempt=origin)
            continue
        rank = _rank(words[0], user, grouped)
        if rank is None or len(words) < 4 or words[2].lower() != "nofile":
            continue
        limit = values.limit(words[3])
        for kind in _BOTH.get(words[1].lower(), ()) if limit else ():
            if kind in best and rank > best[kind][0]:
                break  # so does pam_limits: "-" sets no hard limit where the soft one has a more specific entry
            best[kind] = (rank, Limit(limit, origin))
    soft, hard = (best[kind][1] if kind in best else None for kind in ("soft", "hard"))
    return Limits(soft, hard)


def lines(host: Host, without: str = "") -> Iterator[Tuple[List[str], str]]:
    """The words of each line of each file but *without*, in PAM's order, with file:line."""
    names = [name for name in host.names(DIRECTORY) if name.endswith(".conf") and not name.startswith(".")]
    for file in [MAIN_FILE] + [DIRECTORY + "/" + name for name in names]:
        if file == without:
            continue
        for number, line in enumerate(host.text(file).split("\n"), 1):
            words = _WORD.findall(line.split("#", 1)[0])
            if words:
                yield words, f"{file}:{number}"


def fault(words: List[str]) -> str:
    """Why pam_limits passes over the line of *words*; nothing where it takes it."""
    if len(words) == 2 and words[1].startswith("-"):
        return ""
    if len(words) < 4:
        return "it has not the four words domain, type, item and value"
    domain, kind, item = words[0].lstrip("@%"), words[1].lower(), words[2].lower()
    faults = (
        ("its range of ids is none", ":" in domain and not _RANGE.fullmatch(domain)),
        (f"there is no item {item}", item not in _ITEMS),
        ("its type is none of soft, hard and -", kind not in _BOTH and item not in _UNTYPED),
        ("its value is no number", item != "chroot" and not values.limit(words[3])),
    )
    return next((why for why, found in faults if found), "")


def _rank(domain: str, user: User, grouped: bool) -> int | None:
    """How specific *domain* is when it means *user*: the smaller wins; None when it means others.

    *grouped*: the signs @ and % mean groups, and the wildcard everybody; otherwise only names and ids of users count.
    A group behind % limits logins only.
    """
    if domain == user.name:
        return _USER
    sign = domain[:1] if domain[:1] in ("@", "%") else ""
    name = domain[len(sign) :]
    if ":" in name:
        if not (sign and grouped):
            return _USER if _in_range(name, False, user) else None
        return _GROUP if sign == "@" and _in_range(name, True, user) else None
    if not grouped:
        return None
    if domain == "*":
        return _WILDCARD
    return _GROUP if sign == "@" and name in user.groups else None


def _in_range(text: str, group: bool, user: User) -> bool:
    """Whether the user's id lies in the range ``MIN:MAX``, ``MIN:`` or ``:ONE`` (for groups, any of the user's)."""
    low, _colon, high = text.partition(":")
    own = user.gid if group else user.uid
    if own is None or not all(_ID.match(part) for part in (low, high) if part) or not (low or high):
        return False
    if not low:
        return int(high) in (user.gids | {own} if group else {own})
    return int(low) <= own and (not high or own <= int(high))
