# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster's users: which passwords and access rules (ACLs) they are to have, and what is to be done about it.

Plain data; module ``cluster_users`` asks the cluster and does it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Sequence, Set

from ..core import listing
from ..core.errors import GroundworkError
from . import acls
from .acls import Acl

#: What a user may be given as, beyond which :func:`wanted` judges.
USER: Dict[str, Any] = {
    "name": {"type": "str", "required": True},
    "password": {"type": "str", "no_log": True},
    "acls": {"type": "list", "elements": "dict", "default": [], "options": acls.RULE},
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
}
#: What a user's password is: none is set, another one, that one. Nobody can read a password back.
NONE, OTHER, SAME = "none", "another one", "the one given"


@dataclass(frozen=True)
class User:
    """A user who is to be, or not: its *password* (empty: it has none here) and its rules."""

    name: str
    password: str
    acls: Sequence[Acl]
    present: bool = True

    @property
    def principal(self) -> str:
        """By which name rules speak of it."""
        return f"User:{self.name}"


@dataclass(frozen=True)
class Plan:
    """What is to be done: *passwords* set and *credentials* deleted, by user; rules made and then deleted."""

    passwords: Sequence[str]
    credentials: Sequence[str]
    made: Sequence[Acl]
    deleted: Sequence[Acl]

    def __bool__(self) -> bool:
        return bool(self.passwords or self.credentials or self.made or self.deleted)


def wanted(given: Sequence[Mapping[str, Any]]) -> List[User]:
    """The users of the module's option; GroundworkError, which tells no password, for what cannot be."""
    users = [_user(one) for one in given]
    for name in listing.repeated(user.name for user in users):
        raise GroundworkError(f"{name} stands twice in kafka_users; put its rules into one entry.")
    return users


def _user(given: Mapping[str, Any]) -> User:
    name, password = str(given["name"]), str(given.get("password") or "")
    if not name.strip() or name != name.strip():
        raise GroundworkError(f"kafka_users has the name {name!r}; give one without spaces around it.")
    present = given.get("state", "present") == "present"
    rules = [
        acl
        for rule in given.get("acls") or []
        for acl in acls.spelled_out(f"{name} in kafka_users has an acl", f"User:{name}", rule)
    ]
    if not present and (password or rules):
        raise GroundworkError(f"{name} in kafka_users is to be absent, with a password or acls; leave these out.")
    if present and not password and not rules:
        raise GroundworkError(f"{name} in kafka_users has neither a password nor acls; give one, or state: absent.")
    return User(name, password, sorted(set(rules)), present)


def plan(users: Sequence[User], passwords: Mapping[str, str], found: Sequence[Acl]) -> Plan:
    """What is to be done, so that *users* are as they are wanted.

    *passwords* has NONE, OTHER or SAME for each user, *found* all rules of the cluster. Rules of others are left alone;
    a user's own are made what is given, no more and no less.
    """
    asked: Set[Acl] = {acl for user in users for acl in user.acls}
    owned = {acl for acl in found if acl.principal in {user.principal for user in users}}
    return Plan(
        passwords=[user.name for user in users if user.password and passwords[user.name] != SAME],
        credentials=[user.name for user in users if not user.password and passwords[user.name] != NONE],
        made=sorted(asked - owned),
        deleted=sorted(owned - asked),
    )


def text(users: Sequence[User], passwords: Mapping[str, str], found: Sequence[Acl]) -> str:
    """*users* as a person reads them in a diff: whether each has a password, and its rules."""
    lines = []
    for user in users:
        lines.append(f"{user.principal} password: {passwords[user.name]}")
        lines += [str(acl) for acl in sorted(found) if acl.principal == user.principal]
    return "".join(line + "\n" for line in lines)


def after(users: Sequence[User]) -> str:
    """The same as it is to be."""
    passwords = {user.name: SAME if user.password else NONE for user in users}
    return text(users, passwords, [acl for user in users for acl in user.acls])
