# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker with more partitions than it should have is given a second one by the words of the finding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kafka import TopicPartition

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from tests.admin.by_hand import ByHand
from tests.admin.reviewing import RECORDS, create, fill, in_sync, records, review, text
from tests.servers.quorum import Quorum
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # thousands of partitions, of which half are moved

_MANY = 4001
_REMEDY = (
    "write topics anew with fewer partitions, since none can be taken away, or give the cluster more brokers and move "
    "partitions to them (kafka-reassign-partitions.sh)"
)


@pytest.fixture
def quorum(tmp_path: Path) -> Iterator[Quorum]:
    """A controller, and two brokers of which the first runs."""
    made = Quorum(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, [11], [1, 2])
    try:
        for number in (1, 2):
            made.servers[number].heap = "512m"
        made.start(11, 1)
        yield made
    finally:
        for server in made.servers.values():
            server.kill()


@pytest.mark.remedy("partitions_many")
def test_half_of_them_are_moved_to_a_broker_more(quorum: Quorum) -> None:
    made = ByHand({1: quorum.servers[1]}, quorum.home)
    create(made, {"kept": {"num_partitions": 1, "replication_factor": 1}})
    fill(made, ["kept"])
    with connection.connected(made.addresses, {}, 120) as client:
        client.create_topics({"many": {"num_partitions": _MANY - 1, "replication_factor": 1}})
    eventually(lambda: review(made).get(("partitions_many", "cluster")), _REMEDY, 120)
    quorum.start(2)
    with connection.connected(made.addresses, {}, 300) as client:
        moved = [("kept", 0), *(("many", number) for number in range(0, _MANY - 1, 2))]
        client.alter_partition_reassignments({TopicPartition(*one): [2] for one in moved})
    eventually(lambda: review(made).get(("partitions_many", "cluster")), None, 120)  # while they move they are more
    in_sync(made)
    assert [value for _key, value in records(made, "kept")] == [text("kept", number) for number in range(RECORDS)]
