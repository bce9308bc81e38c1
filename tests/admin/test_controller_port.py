# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real controllers whose port, or name, changes one after the other: found by both, they are never missed."""

from __future__ import annotations

from typing import Callable, Iterator

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, state
from tests.servers.forward import Forward
from tests.servers.quorum import Quorum, running
from tests.servers.server import free_ports, unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

CONTROLLERS, BROKER = (11, 12, 13), 1
SECONDS = 15


def leader(cluster: Quorum) -> int | None:
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        return (state.quorum(client) or {})["leader_id"]


def make_topic(cluster: Quorum, name: str) -> None:
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        client.create_topics({name: {"assignments": {0: [BROKER]}}})


def ports_of_voters(cluster: Quorum) -> dict[int, int]:
    """Where the quorum itself says that its voters are."""
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        told = client.describe_metadata_quorum()["nodes"]
    return {one["node_id"]: one["listeners"][0]["port"] for one in told}


class Change:
    """All controllers of a cluster are to have new ports, and may be found at both."""

    def __init__(self, cluster: Quorum) -> None:
        self.cluster, self.former = cluster, dict(cluster.controller_ports)
        self.new = dict(zip(self.former, free_ports(len(self.former)), strict=True))
        self.forwards: dict[int, Forward] = {}

    def forward(self, number: int, at: dict[int, int], to: dict[int, int]) -> None:
        self.forwards[number] = Forward(at[number], to[number])

    def close(self) -> None:
        while self.forwards:
            self.forwards.popitem()[1].close()

    def restart(self, number: int, between: Callable[[], object] = lambda: None) -> None:
        """With the new ports in its file."""
        server = self.cluster.servers[number]
        server.stop()
        between()
        text = server.settings.read_text()
        for one, port in self.former.items():
            text = text.replace(f":{port}", f":{self.new[one]}")
        server.settings.write_text(text)
        server.port = self.new.get(number, server.port)
        server.start()

    def order(self) -> list[int]:
        """The active controller is the last."""
        last = leader(self.cluster)
        return sorted(self.former, key=lambda number: number == last)


@pytest.fixture(params=["GROUNDWORK_OLD_KRAFT_HOME", "GROUNDWORK_KRAFT_HOME"])
def change(request: pytest.FixtureRequest, tmp_path) -> Iterator[Change]:
    with running(unpacked(request.param), tmp_path, CONTROLLERS, [BROKER]) as cluster:
        made = Change(cluster)
        try:
            make_topic(cluster, "before")
            yield made
        finally:
            made.close()


def test_controllers_that_are_found_at_both_ports_are_never_missed(change: Change) -> None:
    for number in CONTROLLERS:
        change.forward(number, change.new, change.former)
    for number in change.order():
        change.restart(number, between=change.forwards[number].close)
        change.forward(number, change.former, change.new)
        eventually(lambda: sorted(change.cluster.voters()), list(CONTROLLERS))
        make_topic(change.cluster, f"after-{number}")
    change.restart(BROKER)
    eventually(lambda: ports_of_voters(change.cluster), change.new)
    change.close()
    last = leader(change.cluster)
    change.cluster.servers[last].stop()  # nobody needs a former port any more, also to elect another one
    make_topic(change.cluster, "without")
    change.cluster.servers[last].start()
    eventually(lambda: sorted(change.cluster.voters()), list(CONTROLLERS))


def names_of_voters(cluster: Quorum) -> set[str]:
    """By which names the quorum itself knows its voters."""
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        told = client.describe_metadata_quorum()["nodes"]
    return {listener["host"] for one in told for listener in one["listeners"]}


def test_controllers_are_known_by_another_name_from_their_restarts_on(change: Change) -> None:
    cluster = change.cluster
    assert names_of_voters(cluster) == {"127.0.0.1"}
    for number in [*change.order(), BROKER]:
        server = cluster.servers[number]
        server.stop()
        text = server.settings.read_text()
        for port in change.former.values():
            text = text.replace(f"127.0.0.1:{port}", f"localhost:{port}")
        server.settings.write_text(text)
        server.start()
        eventually(lambda: sorted(cluster.voters()), list(CONTROLLERS))
        make_topic(cluster, f"after-{number}")
    eventually(lambda: names_of_voters(cluster), {"localhost"})
    last = leader(cluster)
    cluster.servers[last].stop()
    make_topic(cluster, "without")
    cluster.servers[last].start()
    eventually(lambda: sorted(cluster.voters()), list(CONTROLLERS))
