# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A plan as people read it: as one HTML page, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity.plan import SCHEMA
from ansible_collections.groundwork.kafka.plugins.module_utils.core import table
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.plugin_utils import plan_charts
from ansible_collections.groundwork.kafka.plugins.plugin_utils.page import amount, render


def check(plan: Mapping[str, Any]) -> None:
    """Raise GroundworkError for what is no plan of this version."""
    if plan.get("schema") != SCHEMA:
        raise GroundworkError("plan is not what capacity_plan returned; pass the plan of its result.")


def page(plan: Mapping[str, Any]) -> str:
    """The page of *plan*, which is what the module capacity_plan returned."""
    return render(
        "plan.html.j2",
        plan=plan,
        status=_status(plan),
        charts=[plan_charts.fills_first(plan), plan_charts.taken_today(plan)],
    )


def text(plan: Mapping[str, Any]) -> str:
    """What runs out when, the settings that follow, and what to look at, for a terminal."""
    rows = [["resource", "needed", "there", "taken", "full in"]]
    for one in plan["resources"]:
        amounts = [amount(one[name], one["unit"]) for name in ("needed", "capacity")]
        rows.append([one["title"], *amounts, f"{one['percent'][0]:g}%", one["full_in"]])
    settings = [["setting", "value"], *([name, str(value)] for name, value in plan["settings"].items())]
    parts = [table.align(rows), table.align(settings), table.findings(plan["findings"]), plan["sentence"]]
    return "\n\n".join(parts)


def _status(plan: Mapping[str, Any]) -> str:
    """As which verdict the page shows the plan: one that does not fit has failed, one that will not has a warning."""
    if any(one["full_after_months"] == 0 for one in plan["resources"]):
        return "failed"
    return "warned" if plan["first"] or plan["findings"] else "passed"
