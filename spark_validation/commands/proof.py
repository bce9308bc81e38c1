# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ``smoke`` and ``soak`` make of the options of a plan."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction

from ..core.errors import UsageError
from ..core.result import Result
from ..planned import audits, plan
from ..planned.proof import Proof

_WAIT_SECONDS = 300
_OF_A_PLAN = ("plan_class", "share", "audit", "audit_wait")


def asked(options: argparse.Namespace) -> Proof | None:
    """What the run is held against, as far as files tell; null without a plan.

    Raises :class:`UsageError` for files that are no plan and no audits, and for options that need a plan.
    """
    if options.plan is None:
        for name in _OF_A_PLAN:
            if getattr(options, name) not in (None, []):
                raise UsageError(f"--{name.replace('_', '-')} is of a plan: give one with --plan, or leave it out")
        return None
    planned = plan.load(options.plan, options.plan_class)
    audits.read(options.audit)
    wait = _WAIT_SECONDS if options.audit_wait is None else options.audit_wait
    return Proof(planned, options.share or Fraction(1), options.audit, wait)


def beside(result: Result, proof: Proof | None) -> Result:
    """``result`` with what was planned, null without a plan."""
    return replace(
        result, details={**result.details, "planned": proof.details_planned(result.details) if proof else None}
    )
