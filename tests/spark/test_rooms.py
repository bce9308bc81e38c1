# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The order of the rooms: which of them may import which, so that no arrow points back up."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.spark.command import ROOT

PACKAGE = ROOT / "spark_validation"
BELOW = {"core", "records", "cluster", "spark"}
MAY_IMPORT = {
    "core": set(),
    "records": {"core"},
    "cluster": {"core", "records"},
    "spark": {"core", "records"},
    "reading": BELOW,
    "writing": BELOW,
    "planned": {"core", "fleet"},
    "delivery": {"core", "cluster"},
    "roundtrip": BELOW | {"reading", "writing", "planned", "delivery"},
    "compare": BELOW | {"reading"},
    "keys": BELOW | {"reading"},
    "lag": {"core", "cluster"},
    "probing": {"core", "cluster", "writing"},
    "fleet": {"core", "spark"},
    "migration": BELOW | {"reading", "compare"},
    "report": {"core"},
}
MAY_IMPORT["commands"] = {*MAY_IMPORT}


def rooms_imported(path: Path) -> set[str]:
    """The rooms of which the file at ``path`` imports something, wherever in it; its package's version is in none."""
    here = path.relative_to(ROOT).parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            base = [*here[: len(here) - node.level + 1]] if node.level else []
            whole = [[*base, *(node.module or "").split("."), alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            whole = [alias.name.split(".") for alias in node.names]
        else:
            continue
        parts = [[part for part in one if part] for one in whole]
        found |= {one[1] for one in parts if one[0] == PACKAGE.name and one[1:2] not in ([], ["__version__"])}
    return found


def test_each_file_stands_in_a_room() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "cli.py"}
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == {*MAY_IMPORT}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_those_below_it_alone(room: str) -> None:
    found = {path: rooms_imported(path) - {room} for path in (PACKAGE / room).rglob("*.py")}
    assert {path.name: more for path, rooms in found.items() if (more := rooms - MAY_IMPORT[room])} == {}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_says_what_belongs_there_and_what_it_may_import(room: str) -> None:
    text = ast.get_docstring(ast.parse((PACKAGE / room / "__init__.py").read_text())) or ""
    belongs, _empty, rest = text.partition("\n\n")
    assert belongs
    (may,) = re.findall(r"\bIt (?:imports|may import) ([^.;:]+)", " ".join(rest.split()))
    named = {*MAY_IMPORT} if may.startswith("all rooms") else {*re.findall(r"\w+", may)} & {*MAY_IMPORT}
    assert named - {room} == MAY_IMPORT[room] - {room}


def test_no_room_is_named_as_a_package_that_it_needs() -> None:
    """spark-submit puts the package's own folder on the path."""
    assert not {"kafka", "pyspark", "jinja2", "matplotlib", "pandas", "pyarrow"} & {*MAY_IMPORT}


def test_the_package_knows_nothing_of_the_collection() -> None:
    sources = sorted(PACKAGE.rglob("*.py"))
    assert sources
    imports = [line for path in sources for line in path.read_text().splitlines() if " import " in line]
    assert not [line for line in imports if "ansible" in line or "plugins" in line]
