# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""ZooKeeper's purge as the options of a module: every module that takes them takes the same, and does the same."""

from __future__ import annotations

import pwd
from typing import Any, Dict, Mapping

from ..core.errors import GroundworkError, not_known
from ..host import steps
from ..host.machine import Host
from . import purge_cron, purge_job

#: The options, as the modules purge_cron and purge_timer document them.
ARGUMENTS: Dict[str, Dict[str, Any]] = {
    "state": {"type": "str", "choices": ["present", "absent"], "default": "present"},
    "user": {"type": "str", "default": "zookeeper"},
    "schedule": {"type": "str", "default": "17 3 * * *"},
    "java": {"type": "path", "default": "/usr/bin/java"},
    "libs": {"type": "path", "default": "/opt/kafka/libs"},
    "data_dir": {"type": "path"},
    "data_log_dir": {"type": "path"},
    "retain": {"type": "int", "default": 5},
}
REQUIRED_IF = [("state", "present", ["data_dir"])]


def job(params: Mapping[str, Any], check_mode: bool) -> purge_job.Job | None:
    """What is asked for, checked; None where nothing is to purge. In *check_mode* the user may still be to be made."""
    if params["state"] != "present":
        return None
    given = {name: params[name] for name in ("user", "schedule", "java", "libs", "data_dir", "retain")}
    asked = purge_job.Job(data_log_dir=params["data_log_dir"] or params["data_dir"], **given)
    purge_job.check(asked)
    if not check_mode:
        refuse_unknown(asked.user)
    return asked


def refuse_unknown(user: str) -> None:
    """Raise GroundworkError for a user that the host does not have: nobody could run the purge as that user."""
    try:
        pwd.getpwnam(user)
    except KeyError:
        raise not_known("user", user) from None


def run(host: Host, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """Read, plan, apply, and read again: the module's result.

    In *check_mode* nothing is written, and another task may still be to make the user.
    """
    asked = job(params, check_mode)
    if asked is not None and host.exists(purge_job.TIMER):
        raise GroundworkError(
            f"{purge_job.TIMER} purges already, and two may not; take it away with the module purge_timer "
            "(state: absent), or leave it to it."
        )
    before, after = host.read(purge_cron.PATH), purge_cron.text(asked) if asked else None
    changed = before != after or (after is not None and purge_cron.is_ignored(host))
    if changed and not check_mode:
        host.discard(purge_cron.PATH)
        if after is None:
            host.remove(purge_cron.PATH)
        else:
            if purge_cron.is_ignored(host):  # replacing a file keeps its owner
                host.remove(purge_cron.PATH)
            host.write(purge_cron.PATH, after)
    return {
        "changed": changed,
        "settings": [purge_cron.row(host, asked)],
        "diff": [steps.difference(purge_cron.PATH, before or "", after or "")],
    }
