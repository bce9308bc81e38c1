# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How much a running server has left of what kills it when it is used up: map areas and descriptors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict

from ansible_collections.groundwork.kafka.plugins.module_utils import findings, observation, process
from ansible_collections.groundwork.kafka.plugins.module_utils.catalogue import KERNEL, NOFILE, Entry
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.observation import Observation
from ansible_collections.groundwork.kafka.plugins.module_utils.servers import Server
from ansible_collections.groundwork.kafka.plugins.module_utils.settings import DRIFTED, IN_EFFECT, PROCESS
from ansible_collections.groundwork.kafka.plugins.module_utils.values import AT_LEAST, INFINITY

#: Percent that should be left, and below how many percent it gets worse.
WANTED = 30
_SEVERITIES = ((10, "high"), (20, "medium"), (WANTED, "low"))

MAP_AREAS, DESCRIPTORS = "map_areas", "descriptors"
_ENTRIES: Dict[str, Entry] = {MAP_AREAS: KERNEL["vm.max_map_count"], DESCRIPTORS: NOFILE}
_RAISED_BY = {MAP_AREAS: "vm.max_map_count", DESCRIPTORS: "LimitNOFILE"}


@dataclass(frozen=True)
class Use:
    """*used* of *limit*; the limit is None where there is none."""

    used: int
    limit: int | None

    @property
    def headroom(self) -> int | None:
        """What is left in whole percent, rounded down, so that nothing looks better than it is; None without limit."""
        if self.limit is None:
            return None
        return max(0, (self.limit - self.used) * 100 // self.limit) if self.limit else 0


def read(host: Host, server: Server) -> Dict[str, Use]:
    """What *server* uses of each, as far as the host tells of a limit."""
    uses = {}
    areas = (host.read("/proc/sys/vm/max_map_count") or "").strip()
    if areas.isdigit():
        uses[MAP_AREAS] = Use(process.map_areas(host, server.pid), int(areas))
    files = process.open_files(host, server.pid)
    if files is not None:
        limit = None if files[0] == INFINITY else int(files[0])
        uses[DESCRIPTORS] = Use(process.descriptors(host, server.pid), limit)
    return uses


def observe(server: Server, kind: str, use: Use) -> Observation:
    """The row of *kind* (map_areas or descriptors), with a finding where less than 30 percent are left."""
    entry, left = _ENTRIES[kind], use.headroom
    severity = next((word for below, word in _SEVERITIES if left is not None and left < below), None)
    row = observation.row(
        PROCESS,
        "{} {}".format(server.name, kind.replace("_", " ")),
        wanted=f"{WANTED}% left",
        rule=AT_LEAST,
        effective=_text(use),
        status=DRIFTED if severity else IN_EFFECT,
        note=f"{use.used} of {use.limit} are used" if severity else None,
        reason=entry.reason,
        source=entry.source,
    )
    if severity is None:
        return Observation(row)
    remedy = (
        "review segment size, retention and roll time, which decide how many segments there are; "
        f"only then raise {_RAISED_BY[kind]}"
    )
    return Observation(row, [findings.told(row, f"headroom_{kind}", severity, remedy)])


def _text(use: Use) -> str:
    return f"{use.used} used, no limit" if use.limit is None else f"{use.headroom}% left, {use.used} of {use.limit}"
