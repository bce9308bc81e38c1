# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The account of a service and whose its data is: checked before anything is written, and again when the disks are."""

from __future__ import annotations

import posixpath
from typing import Any, Dict, List, Mapping, Sequence

from ..core.errors import GroundworkError
from ..disks import owners as data_owners
from ..host import accounts, take_over
from ..host.machine import Host
from . import renumber_record

#: The options of the fragment ``account``.
ARGUMENTS: Dict[str, Any] = {
    "group": {"type": "str"},
    "uid": {"type": "int"},
    "gid": {"type": "int"},
    "take_over": {"type": "list", "elements": "str", "default": []},
}
#: With those of the fragment ``account_inputs``: what a module takes that checks before the disks are there.
INPUTS: Dict[str, Any] = {
    **ARGUMENTS,
    "user": {"type": "str", "default": ""},
    "data_folders": {"type": "list", "elements": "str", "default": []},
    "disks": {"type": "list", "elements": "dict", "default": []},
    "reserved": {"type": "list", "elements": "int", "default": []},
}


def asked(prefix: str, params: Mapping[str, Any]) -> accounts.Service:
    """The account that the *params* of a module ask for; *prefix* begins the names of the inputs behind them."""
    user = params["user"]
    return accounts.Service(prefix, user, params.get("group") or user, params.get("uid"), params.get("gid"))


def check_inputs(host: Host, prefix: str, params: Mapping[str, Any]) -> None:
    """Raise GroundworkError where *params* ask for an account that cannot be, or the data is somebody else's.

    Nothing is asked of a host for which no user is given.
    """
    if not params.get("user"):
        return
    service = asked(prefix, params)
    known = accounts.look_up(host, [service.user], [service.group])
    if params["reserved"] and service.user not in known.users and service.uid is None:
        raise GroundworkError(
            f"The user {service.user} is still to be made on this host and would take the next free number, perhaps "
            f"{params['reserved'][0]}, which is given to another service; give {prefix}_uid as well."
        )
    check(host, service, known, params["data_folders"], params["take_over"], params["disks"])


def check(  # noqa: PLR0917 - one for each thing that is looked at
    host: Host,
    service: accounts.Service,
    known: accounts.Accounts,
    folders: Sequence[str],
    taken: Sequence[str],
    disks: Sequence[Mapping[str, Any]] = (),
) -> List[take_over.TakeOver]:
    """What is to be done for the folders *taken*, some of the data *folders*, none of which may be somebody else's.

    *known* has what the host knows of the account. Raises GroundworkError for what cannot be, and while the account is
    on the way to another number.
    """
    renumber_record.check_whole(host, service.prefix)
    accounts.check(host, service, known)
    folders, taken = ([posixpath.normpath(folder) for folder in given] for given in (folders, taken))
    for folder in taken:
        if folder not in folders:
            raise GroundworkError(
                f"{service.prefix}_take_over has {folder}, which is none of its data folders; give one or more of "
                f"{', '.join(folders)}."
            )
    uid = known.users.get(service.user, service.uid)
    for folder in folders:
        number = None if folder in taken else data_owners.foreign(host, folder, uid, disks)
        if number is not None:
            raise GroundworkError(_refusal(host, service, known, folder, number))
    steps = (take_over.plan(host, service, folder, known) for folder in taken)
    return [step for step in steps if step]


def _refusal(host: Host, service: accounts.Service, known: accounts.Accounts, folder: str, number: int) -> str:
    prefix, user = service.prefix, service.user
    name = accounts.owner_of(host, "passwd", number)
    own = known.users.get(user, service.uid)
    way = "" if name or user in known.users else f"{prefix}_uid: {number}, so that the user is made with it, or "
    return (
        f"{folder} holds data of the number {number}{f' (the user {name} on this host)' if name else ''}, and the user "
        f"{user} {'is still to be made' if own is None else f'has {own}'}, so it could not use it; give {way}"
        f"{prefix}_take_over: [{folder}], which gives it everything in the folder."
    )
