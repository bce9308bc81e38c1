# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the playbooks of an upgrade ask a cluster whose brokers listen at other ports than the inventory gives by now.

Modules in the places of those that look at hosts and at the cluster tell what they were asked.
"""

from __future__ import annotations

import json
import sys

import pytest

from tests.servers.versions import KRAFT, KRAFT_FORMER

IDENTITY = 'module.exit_json(node={"listens": {"CLIENT": ["10.0.0.1:9092"]}}, zookeeper=None, rack=None)'
ASKED = "module.fail_json(msg='asked at ' + ','.join(given['bootstrap_servers']))"
STANDING_IN = {
    "kafka_archive": f"module.exit_json(version='{KRAFT}', linked_version='{KRAFT_FORMER}')",
    "server_identity": IDENTITY,
    "cluster_info": ASKED,
    "metadata_version": ASKED,
}


@pytest.fixture
def upgraded(played, standing_in, tmp_path):
    """Run a playbook of an upgrade for one host; what it said. *ends* says how other modules end."""

    def run(playbook, **ends):
        host = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_mode": "kraft",
            "kafka_host": "10.0.0.1",
            "kafka_port": 9192,
        }
        groups = {"kafka": {"hosts": {"k1": host}}, "kafka_controllers": {"hosts": {"k1": {}}}}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups}}))
        collections = standing_in({**STANDING_IN, **ends})
        ran = played(f"groundwork.kafka.{playbook}", "-i", "hosts.json", ANSIBLE_COLLECTIONS_PATH=collections)
        return ran.stdout + ran.stderr

    return run


@pytest.mark.parametrize("playbook", ["upgrade", "finalize_upgrade"])
def test_the_cluster_is_asked_where_its_brokers_listen_until_their_restart(upgraded, playbook):
    said = upgraded(playbook)
    assert "asked at" in said, said
    assert "10.0.0.1:9192,10.0.0.1:9092" in said


@pytest.mark.parametrize(
    ("notes", "line"),
    [
        ([], f"Servers that go to Kafka {KRAFT}: k1."),
        (["Read this.", "And that."], f"Servers that go to Kafka {KRAFT}: k1. Read this. And that."),
    ],
)
def test_what_is_to_be_done_ends_with_its_last_word(upgraded, notes, line):
    way = f"module.exit_json(due=['k1'], notes={notes}, last_step='')"
    enough = "module.fail_json(msg='seen enough')"
    said = upgraded("upgrade", cluster_info="module.exit_json(features={})", upgrade_path=way, cluster_layout=enough)
    assert f'"msg": "{line}"' in said, said
