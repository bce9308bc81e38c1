# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a plan, the audits beside it and the cluster that is asked belong together."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from typing import Mapping

from ..core.errors import UsageError
from ..core.words import of
from .audits import Audited
from .plan import Planned

#: What Kafka makes as the id of a cluster, 16 bytes in base 64; anything else is a name that somebody gave.
_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")


def require_fitting(
    planned: Planned, found: Mapping[str, Audited], cluster: tuple[str, str], now: datetime | None = None
) -> None:
    """Raise :class:`UsageError` unless the audits ``found``, by host, are of this plan and this cluster.

    ``cluster`` is its id and where it was asked.
    """
    identity, servers = cluster
    named = sorted({one.cluster for one in found.values() if one.cluster})
    if len(named) > 1:
        raise UsageError(f"the audits are of several clusters ({', '.join(named)}): give those of one")
    if named and _ID.match(named[0]) and named[0] != identity:
        raise UsageError(f"the audits are of the cluster {named[0]}, and {servers} is {identity}: audit its hosts")
    month = (now or datetime.now(timezone.utc)).strftime("%Y-%m")
    old = min(found.values(), key=lambda one: one.seconds, default=None)
    if old and planned.start <= month and old.month < planned.start:
        raise UsageError(
            f"the audit of {old.host} is of {old.month}, and the plan {planned.file} begins in {planned.start}: audit "
            "the hosts again"
        )
    if len(found) > planned.brokers:
        raise UsageError(
            f"the audits tell of brokers on {of(len(found), 'host', 'hosts')}, and the plan {planned.file} has "
            f"{planned.brokers}: give the plan of this cluster"
        )
