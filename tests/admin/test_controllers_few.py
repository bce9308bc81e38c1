# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A quorum of one controller becomes one of three by the words of the findings, and nothing is lost."""

from __future__ import annotations

import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from tests.admin.reviewing import findings
from tests.servers.quorum import Quorum, running
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own

_OF_QUORUM = ("controllers_single", "controllers_even")
_VALUES = [b"%d" % number for number in range(40)]


def remedies(cluster: Quorum) -> dict[str, str]:
    """The remedies of what is told of the number of controllers, by finding."""
    found = findings(cluster.bootstrap_servers)
    return {one["id"]: one["remedy"] for one in found if one["id"] in _OF_QUORUM}


def add(cluster: Quorum, number: int) -> None:
    """Add a controller, and wait until it votes."""
    voters = sorted(cluster.voters())
    cluster.add_controller(number)
    cluster.format_to_join(number)
    cluster.start(number)
    eventually(lambda: sorted(cluster.voters()), [*voters, number])


@pytest.mark.remedy("controllers_single", "controllers_even")
def test_two_are_added_one_after_the_other(tmp_path) -> None:
    with running(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, [11], [1, 2]) as cluster:
        producer = KafkaProducer(bootstrap_servers=cluster.bootstrap_servers)
        for value in _VALUES:
            producer.send("kept", value, partition=0)
        producer.close()
        eventually(lambda: remedies(cluster), {"controllers_single": "add two controllers, one after the other"})
        add(cluster, 12)
        eventually(lambda: remedies(cluster), {"controllers_even": "add a controller"})
        add(cluster, 13)
        eventually(lambda: remedies(cluster), {})
        cluster.servers[11].stop()  # the two that came later have everything
        with KafkaConsumer(bootstrap_servers=cluster.bootstrap_servers) as consumer:
            consumer.assign([TopicPartition("kept", 0)])
            consumer.seek_to_beginning()
            read: list[bytes] = []
            while len(read) < len(_VALUES):
                read += [one.value for part in consumer.poll(1000).values() for one in part]
        assert read == _VALUES
