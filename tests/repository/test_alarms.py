# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Each alert that is shipped has a test that makes its real fault, by its marker ``rings``, or a reason why not."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Iterator

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
RULES, REASONS = CHECKOUT / "docs/monitoring/prometheus-rules.yml", CHECKOUT / "docs/alarms.yml"


def shipped() -> set[str]:
    """The alerts by name and severity."""
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    rules = [rule for group in groups for rule in group["rules"] if "alert" in rule]
    return {f"{rule['alert']} {rule['labels']['severity']}" for rule in rules}


def rung() -> Iterator[str]:
    """The alerts that markers of tests name."""
    for file in sorted((CHECKOUT / "tests/admin").glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rings":
                named = [ast.literal_eval(keyword.value) for keyword in node.keywords]
                yield from map(ast.literal_eval, node.args)
                yield from (alert for alerts in named for alert in alerts)


def test_each_alert_has_a_fault_or_a_reason_and_none_has_both() -> None:
    reasons = yaml.safe_load(REASONS.read_text(encoding="utf-8"))
    given = [alert for reason in reasons for alert in reason["alerts"]]
    found = {*rung()}
    assert sorted(shipped() - found - {*given}) == [], "has neither"
    assert sorted({*found, *given} - shipped()) == [], "is not shipped"
    assert sorted(found & {*given}) == [], "has both"
    assert [alert for alert, count in Counter(given).items() if count > 1] == []
    assert [reason for reason in reasons if not reason["why"]] == []
