# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An inventory without ``kafka_listeners`` has the server.properties that it had before there was that input.

The files in rendered/ were written by the code of then. What they say is what clusters run with.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from ansible_collections.groundwork.kafka.plugins.module_utils.server import kafka_server, kafka_settings

RENDERED = Path(__file__).with_name("rendered")

_COMMON = {
    "name": "k1",
    "groups": ["kafka"],
    "mode": "zookeeper",
    "version": "3.9.2",
    "archive_src": "https://example.com/kafka.tgz",
    "config": {},
    "log_dirs": ["/data/1/kafka"],
    "metadata_log_dir": "",
    "heap_dump_directory": "",
    "disks": [],
    "gc_options": [],
    "jvm_options": [],
    "link": "/opt/kafka",
    "security_enabled": False,
}
_SETTINGS = {
    "node_id": 1,
    "host": "k1.example.com",
    "ports": {"CLIENT": 9092, "BROKER": 9091, "CONTROLLER": 9093},
    "rack": "a",
    "log_dirs": ["/data/1/kafka"],
    "zookeeper_connect": "z1:2181,z2:2181/kafka",
    "controllers": ["c1:9093", "c2:9093"],
    "super_users": ["User:CN=k1", "User:CN=operator"],
    "production_config": {"num.io.threads": 8},
    "config": {"num.network.threads": 3},
    "replication": {"default.replication.factor": 3, "min.insync.replicas": 2},
}
_KRAFT = {"mode": "kraft", "version": "4.3.1"}
_SECURED = {"security_enabled": True}
_OTHER = {"host": "2001:db8::1", "ports": {"CLIENT": 19092, "BROKER": "19091", "CONTROLLER": 19093}}

#: What describes the server, and what its settings follow from.
CASES = {
    name: ({**_COMMON, **given}, {**_SETTINGS, **settings})
    for name, (given, settings) in {
        "zookeeper": ({}, {}),
        "zookeeper_secured": (_SECURED, {}),
        "zookeeper_other_ports": (_SECURED, _OTHER),
        "kraft_broker": (_KRAFT, {}),
        "kraft_broker_secured": ({**_KRAFT, **_SECURED}, {}),
        "kraft_controller": ({**_KRAFT, "groups": ["kafka_controllers"]}, {}),
        "kraft_controller_secured": ({**_KRAFT, **_SECURED, "groups": ["kafka_controllers"]}, {}),
        "kraft_both_secured": ({**_KRAFT, **_SECURED, "groups": ["kafka", "kafka_controllers"]}, _OTHER),
        "kraft_both": ({**_KRAFT, "groups": ["kafka", "kafka_controllers"]}, {}),
    }.items()
}


@pytest.mark.parametrize("name", CASES)
def test_an_inventory_without_listeners_of_its_own_changes_no_file(name) -> None:
    given, settings = CASES[name]
    server = kafka_server.describe(kafka_server.Given(**given))
    found = kafka_settings.settings(server, kafka_settings.Settings(**settings), "1g")
    assert config.properties(found) == (RENDERED / f"{name}.properties").read_text()
