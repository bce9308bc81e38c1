# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table at the end of a run that has made the host: disks and purge as those tell who manage them. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping

from ..core.findings import KEPT_FOR_SERVER
from ..core.settings import DISK, JOB

Result = Mapping[str, Any]


def shown(record: Result, tuned: Result, purged: Result) -> Dict[str, List[Any]]:
    """``settings`` and ``findings`` of the host: those of its *record*, and what the run itself knows in more detail.

    *tuned* is what host_profile told of its disks, *purged* what purge_timer told of the purge; empty where they were
    not run, as with tags, and what the audit has seen stands. A limit that stays, because a running server needs it, is
    known to who would have lowered it.
    """
    known = {kind for kind, result in ((DISK, tuned), (JOB, purged)) if result}
    seen = [row for row in record["settings"] if row["kind"] not in known]
    disks = [row for row in tuned.get("settings") or [] if row["kind"] == DISK]
    kept = [finding for finding in tuned.get("findings") or [] if finding["id"] == KEPT_FOR_SERVER]
    return {
        "settings": [*seen, *disks, *(purged.get("settings") or [])],
        "findings": [*record["findings"], *kept],
    }
