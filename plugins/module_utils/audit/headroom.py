# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How much a running server has left of what kills it when it is used up: map areas and descriptors.

Of map areas a broker that was just started uses few: what its segments may come to is looked at as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict

from ..core import findings, observation
from ..core.observation import Observation
from ..core.settings import DRIFTED, IN_EFFECT, PROCESS, Row
from ..core.values import AT_LEAST, INFINITY
from ..host import process, systemd
from ..host.machine import Host
from ..readers import sysctl
from ..server.running import Server
from ..tuning import need, services
from ..tuning.catalogue import KERNEL, MET_WHILE_RUNNING, NOFILE, Entry

#: Percent that should be left, and below how many percent it gets worse.
WANTED = 30
_SEVERITIES = ((10, "high"), (20, "medium"), (WANTED, "low"))

MAP_AREAS, DESCRIPTORS = "map_areas", "descriptors"
_ENTRIES: Dict[str, Entry] = {MAP_AREAS: KERNEL["vm.max_map_count"], DESCRIPTORS: NOFILE}
_RAISED_BY = {MAP_AREAS: "vm.max_map_count", DESCRIPTORS: "LimitNOFILE"}
#: What makes a lower limit come into force, and what to do before it does.
_LATER = {
    MAP_AREAS: ("the next boot", "set vm.max_map_count in a file that the next boot reads"),
    DESCRIPTORS: ("the next restart", "raise LimitNOFILE in its unit and run systemctl daemon-reload"),
}


@dataclass(frozen=True)
class Use:
    """*used* of *limit*, which is None where there is none; a broker of so many *segments* may come to more."""

    used: int
    limit: int | None
    segments: int = 0

    @property
    def needs(self) -> need.Need:
        """What is used, and what it may come to."""
        return need.Need(self.used, self.segments)

    @property
    def headroom(self) -> int | None:
        """What is left in whole percent, rounded down, so that nothing looks better than it is; None without limit."""
        return self._left(self.used)

    @property
    def least(self) -> int | None:
        """What is left once it has come to the most, in whole percent."""
        return self._left(self.needs.most)

    def _left(self, used: int) -> int | None:
        if self.limit is None:
            return None
        return max(0, (self.limit - used) * 100 // self.limit) if self.limit else 0


def read(host: Host, server: Server) -> Dict[str, Use]:
    """What *server* uses of each, as far as the host tells of a limit."""
    uses = {}
    areas = (host.read("/proc/sys/vm/max_map_count") or "").strip()
    if areas.isdigit():
        found = need.map_areas(host, server.pid)
        uses[MAP_AREAS] = Use(found.used, int(areas), found.segments)
    files = process.open_files(host, server.pid)
    if files is not None:
        limit = None if files[0] == INFINITY else int(files[0])
        uses[DESCRIPTORS] = Use(process.descriptors(host, server.pid), limit)
    return uses


def later(host: Host, server: Server, unit: systemd.Properties) -> Dict[str, int]:
    """The limits that *server* will have after the next boot or restart, as far as files tell; *unit* is as shown."""
    path = sysctl.normalise(_RAISED_BY[MAP_AREAS])
    winner = sysctl.BootOrder(host).winner(path)
    areas = (winner.value if winner else None) or MET_WHILE_RUNNING[_RAISED_BY[MAP_AREAS]]
    found = {MAP_AREAS: int(areas)} if areas.isdigit() else {}
    given = services.last(host, services.files(host, server.unit, unit)) if server.unit else None
    hard = given[0][1] if given else unit.get("LimitNOFILE", "") if unit.get("NeedDaemonReload") == "no" else ""
    return {**found, DESCRIPTORS: int(hard)} if hard.isdigit() else found


def observe(server: Server, kind: str, use: Use, then: int | None = None) -> Observation:
    """The row of *kind* (map_areas or descriptors), with a finding where less than 30 percent are left, or will be.

    *then* is the limit that comes at the next boot or restart, which is told where it is lower and leaves less.
    """
    left = use.least
    severity = next((word for below, word in _SEVERITIES if left is not None and left < below), None)
    if severity is None and then is not None and (use.limit is None or then < use.limit):
        after = replace(use, limit=then)
        if after.least is not None and after.least < WANTED:
            return _short(server, kind, use, after)
    note = f"{use.used} of {use.limit} are used{use.needs.later}" if severity else None
    row = _row(server, kind, effective=_text(use), status=DRIFTED if severity else IN_EFFECT, note=note)
    if severity is None:
        return Observation(row)
    remedy = (
        "review segment size, retention and roll time, which decide how many segments there are; "
        f"only then raise {_RAISED_BY[kind]}"
    )
    return Observation(row, [findings.from_row(row, f"headroom_{kind}", severity, remedy)])


def _row(
    server: Server, kind: str, *, effective: str, persisted: str | None = None, status: str, note: str | None
) -> Row:
    return observation.row(
        PROCESS,
        "{} {}".format(server.name, kind.replace("_", " ")),
        wanted=f"{WANTED}% left",
        rule=AT_LEAST,
        persisted=persisted,
        effective=effective,
        status=status,
        note=note,
        reason=_ENTRIES[kind].reason,
        source=_ENTRIES[kind].source,
    )


def _short(server: Server, kind: str, use: Use, after: Use) -> Observation:
    """The row, with its finding, of a server that has enough now and not *after* the next boot or restart."""
    when, before = _LATER[kind]
    note = f"{use.used} are used{use.needs.later}, and {when} leaves no more than {after.limit}"
    seen = _row(server, kind, effective=_text(use), persisted=_text(after), status=DRIFTED, note=note)
    finding = findings.from_row(seen, f"headroom_{kind}_later", "high", f"{before}, before {when}")
    return Observation(seen, [dict(finding, found=seen["persisted"])])


def _text(use: Use) -> str:
    """What is used of what now, and after that what it may come to."""
    now = f"{use.used} used, no limit" if use.limit is None else f"{use.headroom}% left, {use.used} of {use.limit}"
    return f"{now}, later up to {use.needs.most}" if use.needs.later else now
