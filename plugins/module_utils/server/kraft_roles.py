# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a KRaft server may become broker or controller, or cease to be one, as the inventory's groups have it.

The gates of a rollout ask for a server what it is to be. One that is no broker any more would be stopped without a look
at its partitions, one that is no controller any more without a look at the quorum; and one that is to be more than it
is would be waited for before anything is restarted.
"""

from __future__ import annotations

import posixpath
from typing import Sequence

from ..broker import properties
from ..core import listing
from ..core.errors import GroundworkError
from ..host import pending
from ..host.machine import Host
from . import data, failed_disk
from .storage import mark

BROKER, CONTROLLER = "broker", "controller"
_GROUPS = {BROKER: "kafka", CONTROLLER: "kafka_controllers"}


def check(host: Host, settings: str, wanted: Sequence[str]) -> None:
    """Raise GroundworkError where the server that the file *settings* describes may not become what is *wanted*.

    Nothing is said where nothing is wanted, nor of a host whose folders hold nothing, as of one that is made anew.
    """
    given = properties.parse(host.text(settings))
    former = [role.strip() for role in given.get("process.roles", "").split(",") if role.strip()]
    named = dict.fromkeys([*failed_disk.log_dirs(given), failed_disk.metadata(given)])
    folders = [path for path in named if path and not failed_disk.why(host, path)]
    if not (former and wanted) or set(former) == set(wanted) or not any(mark(host, path) for path in folders):
        return
    if BROKER in former and BROKER not in wanted:
        _check_partitions(host, folders, settings)
    if CONTROLLER in former and CONTROLLER not in wanted:
        raise GroundworkError(
            f"This host is a controller, as {settings} says, and the inventory makes it none: the quorum goes on to "
            "count it as a voter, and would be restarted as if it did not; put it back into the group "
            "kafka_controllers, or, where two controllers or more are left, stop kafka on this host, take it out of "
            "the quorum (kafka-metadata-quorum.sh remove-controller), take controller out of process.roles in "
            f"{settings}, and run again."
        )
    for role in wanted:
        if role not in former and pending.main_pid(host, "kafka") is not None:
            raise GroundworkError(
                f"kafka runs on this host as {' and '.join(former)}, and the inventory makes it "
                f"{' and '.join(wanted)}: a rollout would wait for the {role} before it restarts this server; stop it "
                "(systemctl stop kafka) when the cluster can do without it, and run again, which starts it so; or "
                f"take it out of the group {_GROUPS[role]}."
            )


def _check_partitions(host: Host, folders: Sequence[str], settings: str) -> None:
    held = sorted({name for path in folders for name in data.partitions(host, posixpath.normpath(path))})
    if held:
        what = "1 partition" if len(held) == 1 else f"{len(held)} partitions"
        raise GroundworkError(
            f"This host is a broker with {what} ({listing.some(held)}), as {settings} says, and the inventory makes it "
            "a controller alone, which would leave them behind; put it back into the group kafka, move them to other "
            "brokers (kafka-reassign-partitions.sh), and then take it out."
        )
