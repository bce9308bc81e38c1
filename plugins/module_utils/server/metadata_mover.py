# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The metadata of a KRaft server moved, the server stopped meanwhile.

server.properties decides where a server that is started looks. It names the former folder until everything is whole in
the new one, and the new one from then on. Kafka does not start where metadata lie in a folder of partitions that is not
the one it looks into, nor where two folders have one id. So a server that comes back too early, as by a boot, has
everything, or does not start; and a later run sees from server.properties, and from the record that is written before
anything else, how far the earlier one came.
"""

from __future__ import annotations

import posixpath
from contextlib import suppress
from typing import NamedTuple, Sequence

from ..broker import properties, uuids
from ..core.errors import GroundworkError, of_file
from ..host import accounts
from ..host.machine import Host, real_path
from . import metadata_move, move_record, moving, stopped, storage, switched
from .metadata_move import ALONG, JOIN, SERVICE, SETTINGS, STAGE, Asked, Plan, at, kept_at
from .move_record import Move, Record

_ID = "directory.id"


def run(host: Host, asked: Asked, account: accounts.Service, ended: bool = False) -> Plan:
    """Move the metadata of the service's *account* as they are *asked* for; give what that was. See metadata_move.plan.

    With *ended*, the server is back behind its gate: nothing more is moved, and the record goes. Raises
    GroundworkError, after which the same can be asked for again.
    """
    planned = metadata_move.plan(host, asked)
    for folder in planned.left:
        _tidy(host, account, planned, folder, planned.record)
    if ended and planned.record:
        move_record.forget(host, SERVICE)
    if planned.move and not ended:
        record = move_record.begun(host, [planned.move])
        move_record.remember(host, SERVICE, record)
        _move(host, account, planned, _Moved(planned.move, record, asked))
    return planned


class _Moved(NamedTuple):
    """One *move*, its *record*, and what was *asked*."""

    move: Move
    record: Record
    asked: Asked


def _move(host: Host, account: accounts.Service, planned: Plan, moved: _Moved) -> None:
    last_start = stopped.stop(host, SERVICE)
    used = [moved.move.source, moved.move.target]
    try:
        stopped.check(host, SERVICE, last_start, used)
        _fill(host, account, moved)
        _switch(host, moved, last_start, used)
    except (GroundworkError, OSError) as error:
        with suppress(GroundworkError, OSError):
            for folder in metadata_move.leavings(host, planned.log_dirs, planned.metadata, moved.record):
                _tidy(host, account, planned, folder, moved.record)
        why = error if isinstance(error, GroundworkError) else of_file(str(error.filename), "moved", error)
        raise GroundworkError(f"{why} Nothing was switched; {stopped.started_again(host, SERVICE)}") from error
    after = Plan(moved.asked.log_dirs, moved.move.target)
    _tidy(host, account, after, moved.move.source, moved.record)


def _fill(host: Host, account: accounts.Service, moved: _Moved) -> None:
    """Have the target hold what the server is to find there, under the name where it looks for it at the very end."""
    source, target, kind = moved.move.source, moved.move.target, moved.move.kind
    moving.make(host, account, target)
    mark = host.text(posixpath.join(source, storage.MARK))
    if not storage.mark(host, target):
        _write_mark(host, target, mark, uuids.new())
    if kind == JOIN:
        former = metadata_move.former(host, target)
        if former:
            moving.rename(host, account, former, at(target))
        else:
            moving.as_user(host, account, "mkdir", "-m", "0750", "--", at(target))
    else:
        moving.copy(host, account, at(source), kept_at(target, STAGE), host.names(at(source)))
        moving.rename(host, account, kept_at(target, STAGE), at(target))
    if kind == ALONG:
        _write_mark(host, target, mark, None)


def _write_mark(host: Host, folder: str, text: str, directory_id: str | None) -> None:
    """Give *folder* the identity *text*, with another id of the folder where one is given."""
    path = posixpath.join(folder, storage.MARK)
    if directory_id:
        text = switched.text(text, {_ID: directory_id}, path)
    mode = host.mode(path)
    host.write(path, text, 0o640 if mode is None else mode, host.owner(folder))


def _switch(host: Host, moved: _Moved, last_start: str, used: Sequence[str]) -> None:
    """Have server.properties name the new folder, unless somebody has started the server meanwhile."""
    asked = moved.asked
    keys = {"log.dirs": ",".join(asked.log_dirs), "log.dir": "", "metadata.log.dir": asked.metadata_log_dir}
    given = properties.parse(host.text(SETTINGS))
    wanted = {key: value for key, value in keys.items() if value or key in given}
    stopped.switch(host, SERVICE, last_start, used, SETTINGS, wanted)


def _tidy(host: Host, account: accounts.Service, now: Plan, folder: str, record: Record | None) -> None:
    """Take out of the server's sight, and keep, what is in *folder* and is not what it is to see *now*."""
    if record is None:
        return
    moving.discard(host, account, kept_at(folder, STAGE))
    if host.exists(at(folder)):
        moving.rename(host, account, at(folder), kept_at(folder, record.aside))
    if metadata_move.identity_fits(host, now.log_dirs, now.metadata, folder):
        return
    path = posixpath.join(folder, storage.MARK)
    if real_path(host, folder) in {real_path(host, one) for one in now.log_dirs}:
        _write_mark(host, folder, host.text(posixpath.join(now.metadata, storage.MARK)), uuids.new())
    else:
        moving.rename(host, account, path, f"{path}.{record.aside}")
