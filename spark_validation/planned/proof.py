# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A run held against a plan, from its options to its report: what is taken, what is waited for, what is told."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Mapping, Sequence

from ..core.errors import UsageError
from ..core.moments import moment
from ..core.progress import say
from ..core.words import duration
from . import audits, growth
from .audits import By
from .fits import require_fitting
from .growth import Grown
from .plan import Planned
from .rows import SEGMENT_BYTES, Run, rows
from .scale import Scale, scale
from .taken import Taken

Details = Mapping[str, Any]
_LOOK_AGAIN_SECONDS = 1.0


@dataclass
class Proof:
    """The plan, the ``audits`` (files and folders), the scale and what the run takes.

    The run began to cost the cluster something at ``began``, and had read everything back when it ``ended``, both in
    seconds since the epoch.
    """

    planned: Planned
    share: Fraction
    audits: Sequence[Path]
    patience: float
    brokers: int = 0
    scale: Scale = field(default_factory=Scale)
    taken: list[Taken] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0
    before: By = field(default_factory=dict)

    def take(self, one: Taken) -> None:
        """Note what the run takes."""
        self.taken.append(one)

    def used(self, what: str) -> int | None:
        """So much of ``what`` is used, of what was noted."""
        return next(one.used for one in self.taken if one.what == what)

    def begin(self, cluster: tuple[str, str], brokers: int) -> None:
        """Look at the audits that are there; ``cluster`` is its id and where it was asked, of so many ``brokers``.

        The partitions must be noted by now, which the scale hangs on.

        Raises :class:`UsageError` for those that do not fit.
        """
        self.began, self.brokers = time.time(), brokers
        self.scale = scale(self.planned, self.share, brokers, self.used("partitions") or 1)
        found = audits.read(self.audits)
        self.before = audits.before(found, self.began)
        require_fitting(self.planned, self.before, cluster)
        if found and not self.before:
            raise UsageError(
                "the audits are of a time that is still to come: see to the clocks of hosts and of this one"
            )

    def wait(self, stop: threading.Event) -> None:
        """Let somebody audit the hosts while the run's topics are there; ``stop``, or Ctrl-C, ends that."""
        self.ended = time.time()
        stop.clear()  # it may have ended the traffic
        if not self.audits or not self.patience or not audits.awaited(self.audits):
            return
        names = ", ".join(map(str, self.audits))
        say(f"audit the hosts now: {names} is looked at for {duration(self.patience)}; Ctrl-C ends that")
        try:
            while time.time() < self.ended + self.patience and not self._after() and not stop.wait(_LOOK_AGAIN_SECONDS):
                pass
        except KeyboardInterrupt:
            say("no audit is waited for any longer")

    def details_planned(self, details: Details) -> dict[str, Any]:
        """What the report tells, of the run's ``details``."""
        after, fault = self._read_again()
        spans = growth.seconds(self.before, after)
        grown = {kind: Grown(None, fault) for kind in growth.KINDS} if fault else growth.between(self.before, after)
        found = rows(self.planned, self.scale, _run(details, self.brokers), grown, spans)
        return {
            "file": self.planned.file,
            "class": self.planned.chosen.name,
            "start": self.planned.start,
            "scale": float(self.scale.factor),
            "scale_parts": [{"what": part.what, "factor": float(part.factor)} for part in self.scale.parts],
            "taken": [asdict(one) for one in self.taken],
            "audits": {
                "before": _moment(self.before),
                "after": _moment(after),
                "hosts": sorted({*self.before} & {*after}) or sorted(after),
                "brokers": self.brokers,
            },
            "rows": [asdict(row) for row in found],
        }

    def _after(self) -> By:
        """The audits from after the run, as far as they can be read by now: one may be half written."""
        return self._read_again()[0]

    def _read_again(self) -> tuple[By, str]:
        """The audits from after the run, and why there are none where they cannot be read."""
        try:
            found = audits.after(audits.read(self.audits), self.ended)
        except UsageError as error:
            return {}, str(error)
        clusters = {one.cluster for one in (*self.before.values(), *found.values())} - {None}
        return (
            ({}, f"the audits are of several clusters ({', '.join(sorted(map(str, clusters)))})")
            if len(clusters) > 1
            else (found, "")
        )


def _moment(found: By) -> str | None:
    return moment(max((one.seconds for one in found.values()), default=None))


def _run(details: Details, brokers: int) -> Run:
    plan, produced, consumed = details["plan"], details["produced"], details["consumed"]
    probe = details["soak"]["probe"] if "soak" in details else details["probe"]
    latency = {name: 1000 * probe["percentiles"][name] for name in ("p50", "p99")}
    return Run(
        brokers=brokers,
        partitions=plan["partitions"],
        replicas=plan["shape"]["replication_factor"],
        records=produced["records"],
        record_bytes=produced["bytes"] // max(1, produced["records"]),
        read=consumed["records"],
        written_per_second=produced["records"] / produced["seconds"],
        read_per_second=consumed["records"] / consumed["seconds"],
        latency_p50=latency["p50"],
        latency_p99=latency["p99"],
        segment_bytes=plan["shape"].get("segment_bytes") or SEGMENT_BYTES,
        smaller=_smaller(plan.get("load", {})),
    )


def _smaller(load: Details) -> str:
    """Why the records of this ``load`` take less than they have bytes, as it follows on their number."""
    compressed = load.get("compression", "none") != "none"
    reasons = [f"compressed by {load['compression']}"] if compressed else []
    reasons += ["compacted"] if load.get("compacted") else []
    return f"; less, as it is {' and '.join(reasons)}" if reasons else ""
