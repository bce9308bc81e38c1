# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Six brokers that follow a thousand partitions each have more threads for it by the words of the finding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.modules import leader_election
from tests.admin.by_hand import ByHand
from tests.admin.reviewing import RECORDS, create, fill, in_sync, records, review, text
from tests.servers.quorum import Quorum
from tests.servers.server import Server, unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # six brokers and thousands of replicas

_BROKERS = range(1, 7)
_OTHERS = len(_BROKERS) - 1
_PARTITIONS = 1000 * len(_BROKERS) // _OTHERS  # each on all of them
_REMEDY = "set num.replica.fetchers=4 in each broker's file, and restart one after the other"


@pytest.fixture
def quorum(tmp_path: Path) -> Iterator[Quorum]:
    made = Quorum(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, [11], list(_BROKERS))
    try:
        for number in _BROKERS:
            made.servers[number].heap = "320m"
        made.start(*made.servers)
        yield made
    finally:
        for server in made.servers.values():
            server.kill()


def fetchers(server: Server) -> int:
    """How many threads of a broker copy what it follows, by the names that the kernel has of them: 15 characters."""
    assert server.process is not None
    names = [path.read_text() for path in Path(f"/proc/{server.process.pid}/task").glob("*/comm")]
    return sum(name.startswith("ReplicaFetcher") for name in names)


def remedies(made: ByHand) -> set[str]:
    return {remedy for (identity, _subject), remedy in review(made).items() if identity == "fetchers_single"}


@pytest.mark.remedy("fetchers_single")
def test_each_broker_gets_more_of_them(quorum: Quorum) -> None:
    servers = {number: quorum.servers[number] for number in _BROKERS}
    made = ByHand(servers, quorum.home)

    def run_by(each: int) -> None:
        eventually(lambda: {fetchers(server) for server in servers.values()}, {each * _OTHERS}, 120)

    create(made, {"kept": {"num_partitions": 1, "replication_factor": len(_BROKERS)}})
    fill(made, ["kept"])
    with connection.connected(made.addresses, {}, 120) as client:
        configs = {"segment.index.bytes": "4096"}
        many = {"num_partitions": _PARTITIONS, "replication_factor": len(_BROKERS), "configs": configs}
        client.create_topics({"many": many})
    in_sync(made)
    run_by(1)
    assert remedies(made) == {_REMEDY}
    setting = _REMEDY.split()[1]
    for server in servers.values():
        with server.settings.open("a") as file:
            file.write(f"{setting}\n")
        server.stop()
        server.start()
        in_sync(made)
    assert remedies(made) == set()
    with connection.connected(made.addresses, {}, 120) as client:
        leader_election.run(client, 120, check_mode=False)  # who was restarted last leads nothing that others copy
    run_by(4)
    assert [value for _key, value in records(made, "kept")] == [text("kept", number) for number in range(RECORDS)]
