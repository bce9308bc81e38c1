# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One cluster at a time, for all batches of remedies that are carried out on it."""

from __future__ import annotations

from typing import Iterator

import pytest

from tests.changes.hosts import Hosts
from tests.changes.provisioned import provisioned
from tests.remedies.clusters import CLUSTERS


@pytest.fixture(scope="session")
def hosts(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    """The hosts of the cluster whose name the test's parameter is."""
    with provisioned(CLUSTERS[request.param], tmp_path_factory.mktemp(request.param)) as made:
        yield made


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a cluster one after the other, as each is made once, and first what changes nothing on it.

    So are those of a batch, whose causes are put there once.
    """
    given = {one: one.callspec.params for one in items if isinstance(one, pytest.Function) and hasattr(one, "callspec")}
    order = [None, *CLUSTERS]  # who has a cluster of its own comes first, as all have one network
    batches, last = ("followed", "called", "batch"), ("~", 0)

    def place(one: pytest.Item) -> tuple[int, list[tuple[str, int]]]:
        params = given.get(one, {})
        return order.index(params.get("hosts")), [params.get(name, last) for name in batches]

    items.sort(key=place)
