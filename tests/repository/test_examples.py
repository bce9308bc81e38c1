# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Examples in the documentation of filters that describe a server: whoever copies one sees what it says."""

from __future__ import annotations

from pathlib import Path

import yaml

FILTERS = Path(__file__).resolve().parents[2] / "plugins/filter"
#: What each example shows, in part.
SHOWN = {
    "broker_holds": '"segments": 366000',
    "broker_writes": "30000000",
    "complete_load": '"brokers": 6',
    "kafka_server": "4.3.1",
    "kafka_cluster_settings": '"min.insync.replicas": 2',
    "kafka_settings": "advertised.listeners=CLIENT://kafka1.example.com:9092",
    "zookeeper_server": "/data/zookeeper",
    "kafka_presented": "kafka1.example.com:9091",
    "kraft_cluster": "kafka2.example.com:9093",
    "preflight_holds": '"kafka"',
    "preflight_without_java": '"zookeeper"',
    "rollout": '"kafka2"',
    "rollout_server": "true",
    "smoke_test_command": "smoke --bootstrap-servers kafka1.example.com:9092",
    "mirror_beyond_brokers": "a->b is 3, and b has 1 broker",
    "mirror_maker": "berlin->potsdam.topics=orders",
    "zoo_cfg": "dataLogDir=/data/zookeeper-log",
}


def test_examples_of_filters_show_what_they_promise(played) -> None:
    tasks = [yaml.safe_load(yaml.safe_load((FILTERS / f"{name}.yml").read_text())["EXAMPLES"])[0] for name in SHOWN]
    ran = played({"connection": "local", "tasks": tasks})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    parts = ran.stdout.split("TASK [")[1:]
    assert [name for name, part in zip(SHOWN, parts, strict=True) if SHOWN[name] not in part] == []
