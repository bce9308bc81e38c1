# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Data disks as the options of a module: every module that takes them takes the same, and does the same."""

from __future__ import annotations

import grp
import pwd
import re
from typing import Any, Callable, Dict, Mapping, Sequence

from ..core.errors import not_known
from ..core.values import integer
from ..host.machine import Answer, Host
from ..host.steps import difference
from . import mount_options
from . import plan as disk_plan
from . import state as disk_state

#: The options of one disk, as the module data_disks documents them.
DISK: Dict[str, Dict[str, Any]] = {
    "device": {"type": "path", "required": True},
    "mount_point": {"type": "path", "required": True},
    "fstype": {"type": "str", "choices": ["xfs", "ext4"], "default": "xfs"},
    "options": {"type": "list", "elements": "str"},
    "owner": {"type": "str"},
    "group": {"type": "str"},
    "mode": {"type": "str"},
    "blank": {"type": "bool", "default": False},
}

_LARGEST_ID = 2**32 - 2  # the next one means "leave it"
_TO_COME = -1  # nobody's id, so the directory is still to be given to its owner


def number(name: str | None, what: str, look_up: Callable[[str], int], missing_ok: bool) -> int | None:
    """The id of the user or group *name*; _TO_COME for one that another task is still to make, in check mode."""
    if name is None:
        return None
    if re.match(r"[0-9]+\Z", name):
        return integer(what, name, 0, _LARGEST_ID)
    try:
        return look_up(name)
    except KeyError:
        if missing_ok:
            return _TO_COME
        raise not_known(what, name) from None


def run(
    host: Host,
    given_disks: Sequence[Mapping[str, Any]],
    check_mode: bool,
    write: bool = True,
    probes: Mapping[str, Answer] | None = None,
) -> Dict[str, Any]:
    """Read, plan, apply, and read again: the module's result.

    In *check_mode* nothing is written, and another task may still be to make a disk's owner. Without *write* nothing is
    written either, and the owner has to be there. *probes* are of blkid.start, where the caller had something to do
    meanwhile.
    """
    given = [
        dict(
            disk,
            uid=number(disk["owner"], "user", lambda name: pwd.getpwnam(name).pw_uid, check_mode),
            gid=number(disk["group"], "group", lambda name: grp.getgrnam(name).gr_gid, check_mode),
        )
        for disk in given_disks
    ]
    disks = disk_plan.wanted(host, given)
    before = state = disk_state.read(host, disks, probes)
    steps, table = disk_plan.plan(host, disks, before)
    actions = [sentence for step in steps for sentence in step.sentences]
    actions += ["write /etc/fstab"] if table != before.table else []
    changed = bool(actions)
    in_force = [before.mounted(disk) for disk in disks]
    if actions and write and not check_mode:
        # Imported only when there is something to do: a host compiles what it imports at every run.
        from . import changes as disk_changes  # noqa: PLC0415

        disk_changes.apply(host, steps, before.table, table)
        state = disk_state.read(host, disks)
        lasting = table != before.table or any(step.make or step.mount or step.own for step in steps)
        # A remount without effect is no change, however often it is tried.
        changed = lasting or in_force != [state.mounted(disk) for disk in disks]
    rows = [disk_state.row(disk, state, write and not check_mode) for disk in disks]
    return {
        "changed": changed,
        "settings": rows,
        "findings": [finding for row in rows for finding in disk_state.found(row)]
        + disk_state.broken_lines(state.table),
        "actions": actions,
        "diff": [
            difference("/etc/fstab", before.table, table),
            *(_options_diff(step) for step in steps if step.remount),
            {"prepared": "\n".join(actions)},
        ],
    }


def _options_diff(step: disk_plan.Step) -> Dict[str, str]:
    """The mount options in force before and after the remount, in the terms of the row."""
    disk = step.disk
    before = mount_options.in_force(disk.fstype, disk.options, step.before)
    after = mount_options.after_remount(disk.fstype, disk.options, step.before)
    return difference(f"mount options of {disk.mount_point}", ",".join(before) + "\n", ",".join(after) + "\n")
