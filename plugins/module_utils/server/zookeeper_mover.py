# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A ZooKeeper server's data moved, the server stopped meanwhile.

zoo.cfg decides what a server that is started sees. It names the former folders until everything is whole in the new
ones, and the new ones from then on. So a server that comes back too early, as by a boot, has all of its data, or does
not start, since it bears no snapshots in the folder of the log. A later run sees from zoo.cfg, and from the record that
is written before anything else, how far the earlier one came.
"""

from __future__ import annotations

import fcntl
import posixpath
import time
from contextlib import contextmanager, suppress
from typing import Any, Iterator, Mapping, Sequence

from ..broker import properties
from ..core.errors import GroundworkError, of_file
from ..host import accounts, paths
from ..host.machine import Host
from . import move_record, moving, purge_job, stopped, zookeeper_move
from .move_record import Move, Record
from .zookeeper_folders import ZOO_CFG
from .zookeeper_move import KEYS, LOG, MYID, SERVICE, SNAPSHOTS, Left, Plan, files, files_at

_PURGE_SECONDS = 60  # how long a purge that runs is waited for


def run(
    host: Host,
    wanted: Mapping[str, str],
    account: accounts.Service,
    disks: Sequence[Mapping[str, Any]] = (),
    ended: bool = False,
) -> Plan:
    """Move the data of the service's *account* into the folders *wanted*; give what that was. See zookeeper_move.plan.

    With *ended*, all that belongs to a move was done, and the unit written: nothing more is moved, and the record goes.
    Raises GroundworkError, after which the same can be asked for again.
    """
    planned = zookeeper_move.plan(host, wanted, disks)
    for left in planned.left:
        _put_away(host, account, left, planned.record)
    if ended and planned.record:
        move_record.forget(host, SERVICE)
    if planned.moves and not ended:
        record = move_record.begun(host, planned.moves)
        move_record.remember(host, SERVICE, record)
        with _no_purge(host, planned.folders[LOG]):
            _move(host, account, planned, record)
    return planned


def _move(host: Host, account: accounts.Service, planned: Plan, record: Record) -> None:
    last_start = stopped.stop(host, SERVICE)
    try:
        stopped.check(host, SERVICE, last_start, list(planned.folders.values()))
        for move in record.moves:
            _copy(host, account, move)
        for move in record.moves:
            _place(host, account, move)
        _switch(host, record, last_start)
    except (GroundworkError, OSError) as error:
        with suppress(GroundworkError, OSError):  # it does not start with both kinds in the folder of one
            for left in zookeeper_move.leavings(host, planned.folders, record):
                _put_away(host, account, left, record)
        why = error if isinstance(error, GroundworkError) else of_file(str(error.filename), "moved", error)
        raise GroundworkError(f"{why} Nothing was switched; {stopped.started_again(host, SERVICE)}") from error
    for move in record.moves:
        _put_away(host, account, Left(move.kind, move.source, files(host, move.source, move.kind), False), record)


def _copy(host: Host, account: accounts.Service, move: Move) -> None:
    moving.make(host, account, move.target)
    stage = move_record.stage(move.target, move.kind)
    moving.copy(host, account, files_at(move.source), stage, files(host, move.source, move.kind))


def _place(host: Host, account: accounts.Service, move: Move) -> None:
    """What was copied goes to where a server looks for it once zoo.cfg says so."""
    stage, target = move_record.stage(move.target, move.kind), files_at(move.target)
    moving.shift(host, account, stage, target, host.names(stage))
    moving.discard(host, account, stage)
    number, its = host.text(posixpath.join(move.source, MYID)), posixpath.join(move.target, MYID)
    if move.kind == SNAPSHOTS and number and not host.exists(its):
        host.write(its, number, 0o640, host.owner(target))
    if files(host, move.target, move.kind) != files(host, move.source, move.kind):
        raise GroundworkError(
            f"{files_at(move.source)} was changed while it was copied; see what else writes there, and run again."
        )


def _switch(host: Host, record: Record, last_start: str) -> None:
    """Have zoo.cfg name the new folders, unless somebody has started the server meanwhile."""
    used = [folder for move in record.moves for folder in (move.source, move.target)]
    given = properties.parse(host.text(ZOO_CFG))
    wanted = {KEYS[LOG]: given.get(KEYS[LOG]) or given[KEYS[SNAPSHOTS]]}  # which stays, where only snapshots move
    wanted.update((KEYS[move.kind], move.target) for move in record.moves)
    stopped.switch(host, SERVICE, last_start, used, ZOO_CFG, wanted)


def _put_away(host: Host, account: accounts.Service, left: Left, record: Record | None) -> None:
    """Take files that are elsewhere as well out of a server's sight, and keep them."""
    if left.names and record:
        moving.shift(host, account, files_at(left.folder), posixpath.join(left.folder, record.aside), left.names)
    if left.stage:
        moving.discard(host, account, move_record.stage(left.folder, left.kind))


@contextmanager
def _no_purge(host: Host, log_dir: str) -> Iterator[None]:
    """Nobody purges meanwhile: whoever does takes the same lock (purge_job)."""
    if not host.exists(log_dir):
        yield
        return
    with paths.spot(log_dir, host.root) as at, at.directory() as handle:
        end = time.monotonic() + _PURGE_SECONDS
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= end:
                    raise GroundworkError(
                        f"{log_dir} is being purged for more than {_PURGE_SECONDS} seconds; wait until that has ended "
                        f"(systemctl status {purge_job.NAME}), and run again."
                    ) from None
                time.sleep(1)
        yield
