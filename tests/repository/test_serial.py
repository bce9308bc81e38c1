# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Somebody's own play over the role kafka that takes one host after the other."""

from __future__ import annotations

import json
import sys

import pytest

HOSTS = ["k1", "k2", "k3"]
HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
TELLS = "module.exit_json(node=None, zookeeper=None, rack=None)"


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("kraft", "k1 is to be formatted, and whether there is a cluster already cannot be told without k2, k3"),
        ("zookeeper", "No broker id of k1 is known, and which ones are free cannot be told without looking at k2, k3"),
    ],
)
def test_a_new_cluster_is_refused_by_its_first_host(played, standing_in, tmp_path, mode, sentence):
    servers = {"hosts": dict.fromkeys(HOSTS, HERE)}
    groups = {"kafka": servers, **({"kafka_controllers": servers} if mode == "kraft" else {})}
    inventory = {"vars": {"kafka_mode": mode}, "children": groups}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": inventory}))
    role = {"ansible.builtin.import_role": {"name": "groundwork.kafka.kafka"}}
    one_by_one = {"hosts": "kafka", "serial": 1, "tasks": [role]}
    done = played(one_by_one, "-i", "hosts.json", ANSIBLE_COLLECTIONS_PATH=standing_in({"server_identity": TELLS}))
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == 2
    assert f"{sentence}; run for all hosts" in said
    assert "together, without --limit or serial" in said
    assert "Install | Unpack" not in said
