# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One cluster of each mode for the whole run, each when a test first asks for it."""

from __future__ import annotations

from typing import Iterator

import pytest

from tests.servers.cluster import Cluster, running_cluster

_AUTHORIZERS = {
    "zookeeper": "kafka.security.authorizer.AclAuthorizer",
    "kraft": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
}


@pytest.fixture(scope="session", params=_AUTHORIZERS)
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three brokers in three racks that only these tests use."""
    # Whoever comes without a login may do everything; who logs in, what rules allow.
    rights = [f"authorizer.class.name={_AUTHORIZERS[request.param]}", "super.users=User:ANONYMOUS"]
    with running_cluster(request.param, tmp_path_factory.mktemp(request.param), rights) as running:
        yield running
