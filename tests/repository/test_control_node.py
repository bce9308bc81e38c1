# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What works out something from its arguments alone asks no host, whatever the inventory says of this machine."""

from __future__ import annotations

import pytest

#: Nobody could log in there, nor become anybody, nor find a Python.
AWAY = {
    "ansible_connection": "ssh",
    "ansible_port": 1,
    "ansible_become": True,
    "ansible_become_user": "nobody-of-this-name",
    "ansible_python_interpreter": "/nowhere/python3",
}
TASKS = {
    "cluster_layout": (
        {"brokers": [{"host": "k1", "id": "7"}], "mode": "zookeeper", "zookeepers": [{"host": "k1", "id": 3}]},
        "out.node_ids.k1 == 7",
    ),
    "cluster_identity": (
        {
            "members": [
                {
                    "host": "k1",
                    "controller": True,
                    "address": "k1:9093",
                    "storage": {"node_id": 1, "cluster_id": "", "unformatted": ["/d"], "founded": False, "used": False},
                }
            ]
        },
        "out.cluster_id | length == 22",
    ),
    "upgrade_path": (
        {"mode": "zookeeper", "version": "3.9.2", "installed": {"k1": "3.9.1", "k2": "3.9.2"}},
        "out.due == ['k1']",
    ),
}


@pytest.mark.parametrize("module", TASKS)
def test_no_host_is_asked(played, module):
    arguments, holds = TASKS[module]
    asked = {f"groundwork.kafka.{module}": arguments, "register": "out", "run_once": True}
    done = played({"vars": AWAY, "tasks": [asked, {"ansible.builtin.assert": {"that": holds}}]})
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_wrong_is_one_sentence(played):
    asked = {"groundwork.kafka.upgrade_path": {"mode": "kraft", "version": "3.9.2", "installed": {"k1": ""}}}
    done = played({"vars": AWAY, "tasks": [asked]})
    assert done.returncode == 2
    assert (
        "k1 has no Kafka to upgrade; run the playbook groundwork.kafka.site for it first." in done.stdout + done.stderr
    )
    assert "Traceback" not in done.stdout + done.stderr
