# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One cluster at a time, made by the playbook site and filled, for all tests that change it."""

from __future__ import annotations

from typing import Iterator

import pytest

from tests.changes.clusters import CLUSTERS
from tests.changes.hosts import Hosts
from tests.changes.provisioned import provisioned


@pytest.fixture(scope="session")
def hosts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    """The hosts of the cluster whose name the test's parameter is."""
    assert request.scope == "session", "parametrize with scope='session', or each test makes its cluster anew"
    cluster = CLUSTERS[request.param]
    with provisioned(cluster, tmp_path_factory.mktemp(cluster.name)) as made:
        yield made


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a cluster one after the other, as each is made once, and first what finds it as it was made."""
    given = {one: one.callspec.params for one in items if isinstance(one, pytest.Function)}
    order = list(dict.fromkeys(params["hosts"] for params in given.values()))
    items.sort(key=lambda one: (order.index(given[one]["hosts"]), "attempt" not in given[one]))
