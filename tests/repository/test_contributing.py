# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What CONTRIBUTING.md sends people to is there."""

from __future__ import annotations

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "lab", "molecule", "plugins", "roles", "spark_validation", "tests")


def test_every_file_that_a_change_is_made_in_is_there():
    rows = [line for line in (CHECKOUT / "CONTRIBUTING.md").read_text().splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([\w/.]+)`", row) if "/" in name or "." in name}
    there = [f"/{path.relative_to(CHECKOUT)}" for folder in FOLDERS for path in (CHECKOUT / folder).rglob("*")]
    there += [f"/{path.name}" for path in CHECKOUT.iterdir()]
    placeholders = {name for name in named if re.search("NAME|VERSION|SCENARIO", name)}
    assert len(named) > 30
    assert [name for name in sorted(named - placeholders) if not any(one.endswith(f"/{name}") for one in there)] == []
