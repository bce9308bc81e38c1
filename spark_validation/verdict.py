# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""From counts to a verdict: the checks, their words, and the one sentence that a person reads first."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_EXAMPLES = 10


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
    """What an examination found for one check; ``detail`` adds a circumstance to the count."""

    count: int
    detail: str = ""
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True)
class Check:
    """One question that every record answers. ``one`` and ``many`` finish «1 record was …», «2 records were …».

    What is found fails the run, or only warns where ``fails`` is not set.
    """

    id: str
    title: str
    meaning: str
    one: str
    many: str
    fails: bool = True

    def status(self, count: int) -> str:
        """How the check came out when it found ``count``."""
        return ("failed" if self.fails else "warned") if count else "passed"


CHECKS = (
    Check(
        "lost",
        "Lost",
        "Planned records that did not arrive, the end of every partition included.",
        "1 record was lost",
        "{count} records were lost",
    ),
    Check(
        "duplicated",
        "Duplicated",
        "Copies beyond the first of a record.",
        "1 record arrived once too often",
        "{count} copies too many arrived",
    ),
    Check(
        "corrupt",
        "Corrupt",
        "Records of this run whose length or checksum does not hold.",
        "1 record was corrupt",
        "{count} records were corrupt",
    ),
    Check(
        "foreign",
        "Foreign",
        "Records that the plan does not hold: another run's, or nobody's.",
        "1 record was foreign",
        "{count} records were foreign",
    ),
    Check(
        "wrong_partition",
        "Wrong partition",
        "Records in another partition than murmur2 of their key gives.",
        "1 record lay in the wrong partition",
        "{count} records lay in the wrong partition",
    ),
    Check(
        "reordered",
        "Reordered within a key",
        "Places at which a record directly follows a later one of its key.",
        "the order within a key was broken once",
        "the order within a key was broken {count} times",
    ),
    Check(
        "reordered_across_keys",
        "Reordered across keys",
        "Places at which a record directly follows a later one of its partition, in partitions whose keys kept order.",
        "the order across the keys of a partition was broken once",
        "the order across the keys of a partition was broken {count} times",
    ),
    Check(
        "offset_holes",
        "Offset holes",
        "Offsets below the end of the log at which no record could be read.",
        "1 offset held no record",
        "{count} offsets held no record",
    ),
    Check(
        "not_produced",
        "Not produced",
        "Planned records that the cluster did not acknowledge in time, so that the run ended before its plan did.",
        "1 record was not taken by the cluster",
        "{count} records were not taken by the cluster",
    ),
    Check(
        "replayed",
        "Replayed",
        "Copies that Spark wrote when it did a failed task or batch again: its own, not the cluster's.",
        "1 copy came from a replay",
        "{count} copies came from replays",
        fails=False,
    ),
    Check(
        "in_doubt",
        "In doubt",
        "Records that did not arrive and were never acknowledged: nobody was told that they had been stored.",
        "1 record that was never acknowledged did not arrive",
        "{count} records that were never acknowledged did not arrive",
        fails=False,
    ),
)


@dataclass(frozen=True)
class Verdict:
    """The outcome of a run: the findings by the id of their check, in the order of ``CHECKS``."""

    findings: dict[str, Finding]

    @property
    def passed(self) -> bool:
        """Whether no check found anything that fails a run."""
        return not any(self.findings[check.id].count for check in CHECKS if check.fails)

    @property
    def status(self) -> str:
        """``failed``, or ``warned`` where something was found that does not fail a run, or ``passed``."""
        found = {check.status(self.findings[check.id].count) for check in CHECKS}
        return next(status for status in ("failed", "warned", "passed") if status in found)

    def sentence(self, records: int, where: str) -> str:
        """The verdict on ``records`` planned records in the topic and cluster that ``where`` names."""
        failed, warned = (self._faults(fails) for fails in (True, False))
        if failed:
            return f"Failed: of {records:,} records in {where}, {_listed([*failed, *warned])}."
        arrived = records - self.findings["in_doubt"].count
        passed = f"Passed: all {arrived:,} records came out of {where} once, in order and whole"
        return f"{passed}, but {_listed(warned)}." if warned else f"{passed}."

    def _faults(self, fails: bool) -> list[str]:
        found = [(check, self.findings[check.id].count) for check in CHECKS if check.fails == fails]
        return [check.one if count == 1 else check.many.format(count=f"{count:,}") for check, count in found if count]


def _listed(parts: list[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def conclude(found: dict[str, Finding]) -> Verdict:
    """A verdict in which each check has its finding; one that is not named found nothing."""
    return Verdict({check.id: found.get(check.id, Finding(0)) for check in CHECKS})
