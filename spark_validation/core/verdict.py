# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From counts and figures to a verdict: what is asked, what was found, and the sentence that a person reads first."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Mapping, Sequence

MOST_EXAMPLES = 10
STATUSES = ("failed", "warned", "passed")


@dataclass(frozen=True)
class Example:
    """One case of a fault: where it lies (what does not apply is null) and what is wrong with it."""

    text: str
    partition: int | None = None
    offset: int | None = None
    number: int | None = None
    key: str | None = None


@dataclass(frozen=True)
class Finding:
    """What was found for one check; ``detail`` adds a circumstance to the count."""

    count: int
    detail: str = ""
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True)
class Threshold:
    """The last value of a figure that does not warn, and the last that does not fail; null: there is none."""

    warn: float | None = None
    fail: float | None = None

    def status(self, value: float | None, better: str) -> str:
        """How a figure came out of which the ``better`` values are ``lower`` or ``higher``; null was not measured."""
        limits = (("failed", self.fail), ("warned", self.warn))
        return next((status for status, limit in limits if _beyond(value, limit, better)), "passed")

    def crossed(self, status: str) -> float | None:
        """The value behind ``status``."""
        return self.fail if status == "failed" else self.warn


def _beyond(value: float | None, limit: float | None, better: str) -> bool:
    """What was not measured is not shown to keep to its limit."""
    if limit is None:
        return False
    return value is None or (value > limit if better == "lower" else value < limit)


@dataclass(frozen=True)
class Check:
    """One question. ``one`` and ``many`` finish «1 record was …», «2 records were …».

    What is found fails the run, or only warns where ``fails`` is not set, unless somebody gives another threshold.
    """

    id: str
    title: str
    meaning: str
    one: str
    many: str
    fails: bool = True

    @property
    def threshold(self) -> Threshold:
        """Nothing may be found."""
        return Threshold(fail=0) if self.fails else Threshold(warn=0)


@dataclass(frozen=True)
class Measure:
    """A figure, ``better`` ``lower`` or ``higher``; it has no threshold unless somebody gives one."""

    id: str
    title: str
    unit: str
    better: str


@dataclass(frozen=True)
class Verdict:
    """The outcome of a run: what was found and measured, by the id of its check or measure."""

    checks: Sequence[Check]
    findings: Mapping[str, Finding]
    measures: Sequence[Measure] = ()
    measured: Mapping[str, float | None] = field(default_factory=dict)
    thresholds: Mapping[str, Threshold] = field(default_factory=dict)

    def threshold(self, asked: Check | Measure) -> Threshold:
        """The one that somebody gave, or the check's own."""
        return self.thresholds.get(asked.id, asked.threshold if isinstance(asked, Check) else Threshold())

    def of(self, asked: Check | Measure) -> str:
        """How a check or a measure came out."""
        if isinstance(asked, Check):
            return self.threshold(asked).status(self.findings[asked.id].count, "lower")
        return self.threshold(asked).status(self.measured[asked.id], asked.better)

    @property
    def status(self) -> str:
        """The worst of all."""
        found = {*map(self.of, self.checks), *map(self.of, self.measures)}
        return next(status for status in STATUSES if status in found or status == "passed")

    @property
    def passed(self) -> bool:
        """Whether nothing fails the run."""
        return self.status != "failed"

    def sentence(self, passed: str, failed: str) -> str:
        """The verdict in one sentence; its subject is ``passed`` («all 3 records …») or ``failed`` («of 3 records»)."""
        faults, rest = self._summary(["failed"]), self._summary(["warned", "passed"])
        if faults:
            return f"Failed: {failed}, {_listed([*faults, *rest])}."
        return f"Passed: {passed}, but {_listed(rest)}." if rest else f"Passed: {passed}."

    def _summary(self, statuses: Sequence[str]) -> list[str]:
        """Whatever was found is told, also what a threshold lets pass; of figures, those beyond a threshold."""
        found = [(check, self.findings[check.id].count) for check in self.checks if self.of(check) in statuses]
        told = [check.one if count == 1 else check.many.format(count=f"{count:,}") for check, count in found if count]
        beyond = [(measure, self.of(measure)) for measure in self.measures]
        return told + [
            self._figure(measure, status) for measure, status in beyond if status in statuses and status != "passed"
        ]

    def _figure(self, measure: Measure, status: str) -> str:
        value, limit = self.measured[measure.id], self.threshold(measure).crossed(status)
        if value is None:
            return f"{measure.id} was not measured"
        side = "above" if measure.better == "lower" else "below"
        return f"{measure.id} of {figure(value)} is {side} {figure(limit or 0)} {measure.unit}"


def figure(value: float) -> str:
    """A figure as a person reads it: four digits, or all of a greater one that stand before the point."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def is_number(value: object) -> bool:
    """Whether ``value`` is a finite number; JSON as Python reads it has NaN, Infinity, and greater whole numbers."""
    most = sys.float_info.max
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= most


def _listed(parts: list[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def conclude(
    checks: Sequence[Check],
    found: Mapping[str, Finding],
    measures: Sequence[Measure] = (),
    measured: Mapping[str, float | None] | None = None,
) -> Verdict:
    """A verdict in which each check has its finding and each measure its value.

    A check that is not named found nothing; a measure that is not named was not measured.
    """
    findings = {check.id: found.get(check.id, Finding(0)) for check in checks}
    return Verdict(checks, findings, measures, {measure.id: (measured or {}).get(measure.id) for measure in measures})
