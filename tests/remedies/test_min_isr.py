# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A cluster whose records are acknowledged by one replica, which no input says any more: it is said, or raised."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType

from tests.changes import clusters as lab_clusters
from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.checks import check_lost_nothing
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.remedies.clusters import LAB
from tests.remedies.telling import SITE, tell

KEY = "min.insync.replicas"
TELLS = (
    r"; set (kafka_replication_factor): (3), which raises it; "
    r"or (min\.insync\.replicas): (1) in (kafka_config) where it is meant\Z"
)


def remedies(hosts: Hosts, inventory: Inventory) -> list[str]:
    """What site tells of it."""
    return [one.remedy for one in tell(hosts, SITE, inventory) if one.name == "min_isr_lowered"]


def least(hosts: Hosts) -> str:
    """How many replicas the cluster wants in sync of the topic."""
    admin = KafkaAdminClient(**readings.client(hosts))
    try:
        found = admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, readings.TOPIC)], config_filter="all")
    finally:
        admin.close()
    return str(next(iter(found.values()))[readings.TOPIC][KEY]["value"])


@pytest.mark.remedy("min_isr_lowered")
def test_it_is_raised_or_meant(tmp_path: Path) -> None:
    cluster = replace(
        lab_clusters.CLUSTERS["three"],
        lab=LAB,
        name="lowered",
        hosts={f"k{number}": 80 + number for number in (1, 2, 3)},
    )
    with lab.running(cluster, tmp_path) as hosts:
        done = hosts.play("site", cluster.inventory({"kafka_config": {KEY: 1}}))
        assert done.returncode == 0, done.stdout[-6000:]
        assert "min_isr_lowered" not in done.stdout
        readings.fill(hosts)
        before, starts = readings.held_data(hosts), readings.starts(hosts)

        (remedy,) = remedies(hosts, cluster.inventory())
        words = re.search(TELLS, remedy)
        assert words, remedy
        factor, number, key, value, given = words.groups()
        assert remedies(hosts, cluster.inventory({given: {key: int(value)}})) == []
        assert (least(hosts), readings.starts(hosts)) == ("1", starts)

        assert remedies(hosts, cluster.inventory({factor: int(number)})) == []
        assert least(hosts) == "2"
        check_lost_nothing(before, readings.held_data(hosts))
