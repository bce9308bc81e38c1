# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""``lag`` from beginning to end: two samplings, what lies between them, and the verdict."""

from __future__ import annotations

import platform
from datetime import datetime, timezone
from time import sleep

from .. import __version__
from ..cluster.admin import Cluster
from ..core.errors import CouldNotRunError
from ..core.progress import step
from ..core.result import Result
from ..core.verdict import conclude
from . import groups
from .checks import CHECKS, MEASURES
from .findings import findings, measured
from .gather import gather
from .notes import notes
from .sampling import Request, require_groups, sample


def run(cluster: Cluster, request: Request) -> Result:
    """Look at the groups; :class:`CouldNotRunError` when there is nothing to look at, or no right to."""
    started = datetime.now(timezone.utc)
    if request.topic:
        cluster.topic_info(request.topic)  # which refuses one that is not there, or may not be looked at
    listed = groups.listed(cluster, request.groups)
    standing_somewhere = {name: group for name, group in listed.items() if group.kind != groups.SHARE}
    before = sample(cluster, standing_somewhere, request)
    require_groups(cluster, request, listed, before)
    with step(f"measuring the rates of {_groups(len(standing_somewhere))} for {request.interval:g} s"):
        sleep(request.interval)
    after = sample(cluster, {name: listed[name] for name in before.committed}, request)
    rows, spread = gather(cluster, listed, before, after)
    if not rows:
        raise CouldNotRunError(f"no topic is left on {cluster.bootstrap_servers} that the groups have offsets of")
    offsets_seconds = groups.offsets_retention(cluster)
    figures = measured(rows)
    names = {row.group for row in rows}
    said = f"{_groups(len(names))} on {cluster.bootstrap_servers}"
    return Result(
        command="lag",
        bootstrap_servers=cluster.bootstrap_servers,
        started=started,
        finished=datetime.now(timezone.utc),
        verdict=conclude(
            CHECKS,
            findings(rows, request.loss_within, offsets_seconds),
            [measure for measure in MEASURES if measure.id in figures],
            figures,
        ),
        passed=f"no record was deleted before {said} had read it",
        failed=f"of {said}",
        details={
            "interval_seconds": request.interval,
            "loss_within_seconds": request.loss_within,
            "offsets_retention_seconds": offsets_seconds,
            "notes": notes(request, listed, (before, after), rows, spread),
            "rows": [row.as_data() for row in rows],
        },
        environment={
            "Groundwork validation": __version__,
            "Kafka": cluster.version(),
            "Python": platform.python_version(),
        },
    )


def _groups(count: int) -> str:
    return f"{count} group{'' if count == 1 else 's'}"
