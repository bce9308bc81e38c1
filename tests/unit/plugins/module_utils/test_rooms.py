# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which room of the utilities may import which: no arrow leads back up, and none in a circle."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import errors

UTILITIES = Path(errors.__file__).parents[1]
MODULES = UTILITIES.parent / "modules"
PACKAGE = "ansible_collections.groundwork.kafka.plugins.module_utils"
MAY_IMPORT = {
    "core": "",
    "capacity": "core",
    "host": "core",
    "readers": "core host",
    "broker": "core",
    "review": "core capacity broker",
    "reassign": "core",
    "health": "core",
    "mirror": "core broker",
    "disks": "core host readers",
    "server": "core capacity health host readers broker review disks",
    "tuning": "core capacity host readers server",
    "audit": "core host readers broker disks review server tuning",
    "cluster": "core broker review reassign health mirror",
    "inventory": "core broker review server",
}
#: Modules of tasks that ask a cluster, or judge all hosts together: none runs on a host for the sake of that host.
OF_THE_CLUSTER = {
    *("broker_removal", "cluster_access", "cluster_acls", "cluster_health", "cluster_identity", "cluster_info"),
    *("cluster_layout", "cluster_quotas", "cluster_reassign", "cluster_replication", "cluster_review"),
    *("cluster_settings", "cluster_topics", "cluster_users", "consumer_groups", "former_servers"),
    *("leader_election", "listener_certificates", "log_dirs_drain", "lost_replicas"),
    *("metadata_version", "mirror_status", "quorum_votes", "rack_layout", "rollout_gate", "server_double"),
}


def imports(file: Path) -> Iterator[tuple[str, ...]]:
    """The utilities that *file* imports, wherever in it: (room, file), or (room,) where it means the room."""
    parents = [*PACKAGE.split("."), *file.relative_to(UTILITIES).parts[:-1]] if UTILITIES in file.parents else []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            assert not any(alias.name.startswith(PACKAGE) for alias in node.names), "from ROOM import FILE"
        if isinstance(node, ast.ImportFrom):
            above = ".".join(parents[: len(parents) + 1 - node.level]) + "." if node.level else ""
            name = (above + (node.module or "")).rstrip(".")
            if name.startswith(PACKAGE + "."):
                way = tuple(name[len(PACKAGE) + 1 :].split("."))
                yield from [way] if len(way) > 1 else [(*way, alias.name) for alias in node.names]
                assert node.level or UTILITIES not in file.parents, "utilities import one another relatively"


FILES = {
    (file.parent.name, file.stem): set(imports(file)) for file in UTILITIES.glob("*/*.py") if file.stem != "__init__"
}


def test_every_utility_has_a_room() -> None:
    assert {room for room, _name in FILES} == set(MAY_IMPORT)
    assert not list(UTILITIES.glob("*.py"))
    assert {name for names in FILES.values() for name in names} <= set(FILES)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may_and_says_so(room) -> None:
    imported = {other for (own, _name), names in FILES.items() if own == room for other, _file in names} - {room}
    assert imported <= set(MAY_IMPORT[room].split())
    text = ast.get_docstring(ast.parse((UTILITIES / room / "__init__.py").read_text())) or ""
    belongs, _empty, may = text.split("\n", 2)
    assert belongs
    assert set(re.findall(r"\w+", re.split("[.;:]", may)[0])) & set(MAY_IMPORT) == set(MAY_IMPORT[room].split())


def test_no_utility_imports_itself_over_others() -> None:
    reached = {file: set(names) for file, names in FILES.items()}
    for _again in FILES:
        reached = {file: names | {more for name in names for more in FILES[name]} for file, names in reached.items()}
    assert [file for file, names in reached.items() if file in names] == []


def test_a_managed_host_runs_nothing_that_asks_a_cluster_or_judges_an_inventory() -> None:
    asking = {
        file.stem for file in MODULES.glob("*.py") if {way[0] for way in imports(file)} & {"cluster", "inventory"}
    }
    assert asking == OF_THE_CLUSTER
