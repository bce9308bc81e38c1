# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the playbooks of an upgrade ask a cluster whose brokers listen at other ports than the inventory gives by now.

Modules in the places of those that look at hosts and at the cluster tell what they were asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
#: What stands in for a module: it takes whatever it is given, and ends as the last line says.
MODULE = """
import json, os
from ansible.module_utils.basic import AnsibleModule, _load_params
given = _load_params()
module = AnsibleModule(argument_spec={{name: {{"type": "raw"}} for name in given if not name.startswith("_ansible")}})
{end}
"""
IDENTITY = 'module.exit_json(node={"listens": {"CLIENT": ["10.0.0.1:9092"]}}, zookeeper=None, rack=None)'
ASKED = "module.fail_json(msg='asked at ' + str(given['bootstrap_servers']))"
PLUGINS = ("doc_fragments", "filter", "module_utils", "plugin_utils")
STANDING_IN = {
    "kafka_archive": "module.exit_json(version='4.3.1', linked_version='4.1.2')",
    "server_identity": IDENTITY,
    "cluster_info": ASKED,
    "metadata_version": ASKED,
}


@pytest.mark.parametrize("playbook", ["upgrade", "finalize_upgrade"])
def test_the_cluster_is_asked_where_its_brokers_listen_until_they_are_restarted(tmp_path, playbook):
    collection = tmp_path / "ansible_collections/groundwork/kafka"
    (collection / "plugins/modules").mkdir(parents=True)
    for name in ("roles", "playbooks", "meta", "galaxy.yml", *(f"plugins/{kind}" for kind in PLUGINS)):
        (collection / name).symlink_to(CHECKOUT / name)
    for module in (CHECKOUT / "plugins/modules").glob("*.py"):
        here = collection / "plugins/modules" / module.name
        if module.stem in STANDING_IN:
            here.write_text(MODULE.format(end=STANDING_IN[module.stem]))
        else:
            here.symlink_to(module)
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
    ran = subprocess.run(
        ["ansible-playbook", "-i", "hosts.json", f"groundwork.kafka.{playbook}"],
        cwd=tmp_path,
        env={**os.environ, "ANSIBLE_COLLECTIONS_PATH": str(tmp_path), "ANSIBLE_NOCOLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "asked at" in ran.stdout + ran.stderr, ran.stdout + ran.stderr
    assert "10.0.0.1:9192,10.0.0.1:9092" in ran.stdout + ran.stderr
