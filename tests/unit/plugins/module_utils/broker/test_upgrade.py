# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import upgrade
from ansible_collections.groundwork.kafka.plugins.module_utils.broker.upgrade import Cluster
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

OF_4_1 = {"metadata.version": 27, "transaction.version": 2, "kraft.version": 1}
OF_4_3 = {"metadata.version": 30, "share.version": 1, "streams.version": 1}


def all_at(version):
    return {"kafka1": version, "kafka2": version}


@pytest.mark.parametrize(
    ("cluster", "wanted"),
    [
        (Cluster("zookeeper", all_at("3.9.1")), "3.9.2"),
        (Cluster("zookeeper", all_at("3.9.2")), "3.9.1"),
        (Cluster("zookeeper", {"kafka1": "3.9.1", "kafka2": "3.9.2"}), "3.9.2"),  # interrupted
        (Cluster("zookeeper", all_at("3.8.0"), protocol="3.8"), "3.9.2"),
        (Cluster("zookeeper", all_at("3.9.2"), protocol="3.8-IV0"), "3.8.1"),
        (Cluster("kraft", all_at("3.9.2"), {"metadata.version": 21}), "4.3.1"),
        (Cluster("kraft", all_at("4.1.2"), OF_4_1), "4.3.1"),
        (Cluster("kraft", all_at("4.3.1"), OF_4_1), "4.1.2"),
        (Cluster("kraft", all_at("4.3.1"), OF_4_3), "4.3.1"),
        (Cluster("kraft", all_at("4.3.1"), OF_4_3), "4.3.0"),  # judged by 4.3.1
        (Cluster("kraft", all_at("4.3.1"), OF_4_3), "4.4.0"),
        (Cluster("kraft", all_at("4.4.0"), OF_4_3), "4.3.1"),
    ],
)
def test_ways_that_are_open(cluster: Cluster, wanted: str) -> None:
    assert upgrade.check(cluster, wanted) == []


@pytest.mark.parametrize(
    ("cluster", "wanted", "sentence"),
    [
        (
            Cluster("zookeeper", all_at("3.9.2")),
            "4.3.1",
            "Kafka 4.3.1 has no ZooKeeper mode, and this cluster keeps its metadata in ZooKeeper: move it to KRaft on "
            "3.9 first, as https://kafka.apache.org/39/documentation.html#kraft_zk_migration describes, then upgrade "
            "it with kafka_mode: kraft.",
        ),
        (
            Cluster("zookeeper", all_at("3.8.0")),
            "3.9.2",
            "Kafka 3.8.0 and 3.9.2 write different protocols; give kafka_config inter.broker.protocol.version: '3.8' "
            "and run the playbook groundwork.kafka.site, so that every server understands the others, before the "
            "version changes.",
        ),
        (
            Cluster("zookeeper", all_at("3.9.2"), protocol="3.9"),
            "3.8.1",
            "Kafka 3.9.2 and 3.8.1 write different protocols; give kafka_config inter.broker.protocol.version: '3.8'",
        ),
        (
            Cluster("kraft", all_at("4.3.1"), OF_4_3),
            "4.1.2",
            "metadata.version of this cluster is finalized at 30 (4.3), and Kafka 4.1.2 reads no more than 27: its "
            "servers would die of metadata that they cannot read. The way back ended when the upgrade was finalized; "
            "stay at 4.3.1 or go on.",
        ),
        (
            Cluster("kraft", all_at("4.2.1"), {"metadata.version": 27, "streams.version": 1}),
            "4.1.2",
            "streams.version of this cluster is finalized at 1, and Kafka 4.1.2 reads no more than 0: ",
        ),
        (
            Cluster("kraft", all_at("3.3.2"), {"metadata.version": 6}),
            "4.3.1",
            "metadata.version of this cluster is at 6 (3.9), and Kafka 4.3.1 reads no less than 7: upgrade to an "
            "earlier version first, and finalize that upgrade.",
        ),
        (
            Cluster("kraft", all_at("4.3.1"), OF_4_1),
            "3.7.0",
            "Nothing is known of Kafka 3.7.0, so whether it can read this cluster's metadata cannot be told; go to one "
            "of 3.9.1, ",
        ),
        (
            Cluster("kraft", {"kafka1": "4.1.2", "kafka2": ""}, OF_4_1),
            "4.3.1",
            "kafka2 has no Kafka to upgrade; run the playbook groundwork.kafka.site for it first.",
        ),
        (Cluster("kraft", all_at("4.1.2"), OF_4_1), "4.3", "kafka_version is '4.3'; give all of the version's numbers"),
    ],
)
def test_ways_that_are_closed(cluster: Cluster, wanted: str, sentence: str) -> None:
    with pytest.raises(GroundworkError) as raised:
        upgrade.check(cluster, wanted)
    assert str(raised.value).startswith(sentence)


def test_a_version_that_nobody_knows_yet_is_noted() -> None:
    assert upgrade.check(Cluster("kraft", all_at("4.3.1"), OF_4_3), "4.9.0") == [
        "Kafka 4.9.0 is not in the table of versions: read its upgrade notes before you go on."
    ]


@pytest.mark.parametrize(
    ("cluster", "wanted", "sentence"),
    [
        (
            Cluster("zookeeper", all_at("3.9.1")),
            "3.9.2",
            "Kafka 3.9.2 with ZooKeeper needs no further step; the way back to an earlier 3.9 stays open: run this "
            "playbook with that version.",
        ),
        (
            Cluster("kraft", all_at("4.1.2"), OF_4_1),
            "4.3.1",
            "metadata.version stays at 27, so the way back is open: run this playbook with the old version. When you "
            "are sure of Kafka 4.3.1, run groundwork.kafka.finalize_upgrade, which raises it; the way back ends there.",
        ),
        (
            Cluster("kraft", all_at("4.3.1"), OF_4_1),
            "4.1.2",
            "metadata.version is at 27, the highest of Kafka 4.1.2; nothing is left to do.",
        ),
    ],
)
def test_the_step_that_is_left(cluster: Cluster, wanted: str, sentence: str) -> None:
    assert upgrade.last_step(cluster, wanted) == sentence


@pytest.mark.parametrize(
    ("level", "release"), [(21, "3.9"), (22, "4.0"), (27, "4.1"), (30, "4.3"), (33, "4.4"), (99, "")]
)
def test_the_release_of_a_metadata_version(level: int, release: str) -> None:
    assert upgrade.release_of(level) == release
