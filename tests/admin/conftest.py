# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One cluster of each mode for the whole run, each when a test first asks for it; two small ones; one watched."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import pytest

from tests.admin.watching import Watched, watched_cluster
from tests.servers.cluster import AUTHORIZERS, HOMES, Cluster, running_cluster
from tests.servers.mirror_maker import Node, running_node


@pytest.fixture(scope="session", params=AUTHORIZERS)
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three brokers in three racks that only these tests use."""
    # Whoever comes without a login may do everything; who logs in, what rules allow.
    rights = [f"authorizer.class.name={AUTHORIZERS[request.param]}", "super.users=User:ANONYMOUS"]
    with running_cluster(request.param, tmp_path_factory.mktemp(request.param), rights) as running:
        yield running


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    """Two clusters of the test's own, to mirror between."""
    folders = [tmp_path / name for name in ("berlin", "potsdam")]
    for folder in folders:
        folder.mkdir()
    with running_node("berlin", folders[0]) as berlin, running_node("potsdam", folders[1]) as potsdam:
        yield berlin, potsdam


@pytest.fixture(scope="module", params=HOMES)
def watched(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """Three brokers with a monitoring, whose servers a file of tests stops and starts again many times."""
    with watched_cluster(request.param, tmp_path_factory.mktemp(f"watched-{request.param}")) as found:
        yield found


@pytest.fixture
def rings(request: pytest.FixtureRequest, watched: Watched) -> set[str]:
    """The alerts that the test's marker says it has ring, in the mode of the cluster."""
    marker = request.node.get_closest_marker("rings")
    found = {*marker.args, *marker.kwargs.get(watched.cluster.mode, ())}
    if not found:
        pytest.skip("there is none in this mode")
    return found
