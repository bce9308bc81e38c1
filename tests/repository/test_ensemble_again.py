# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ZooKeeper servers hold is judged again once their disks are mounted, before one of them is started.

Modules in the places of those that look at the hosts tell what is on the disks now.
"""

from __future__ import annotations

import json
import sys

import pytest

# By the address that it is given, each host tells what the test has found on its disks.
LOOKED = """
held = {"id": None, "remembered": {}, "members": [1, 2, 3], "pending": False, "shared_device": False, "log_lost": False}
lost = given["rack"] in os.environ["LOST"]
module.exit_json(node=None, rack=None, zookeeper={**held, "filled": True, "log_lost": lost})
"""
STANDING_IN = {
    "server_identity": LOOKED,
    "zookeeper_inputs": "module.exit_json()",
    "jvm_options": "module.exit_json(findings=[], version='17', heap='1g')",
    "server_process": "module.exit_json(changed=True, msg='started %s' % given['host'])",
}
HOSTS = ["z1", "z2", "z3"]
#: What preflight found while nothing was mounted: new servers, as far as one could see.
BEFORE = {
    "preflight_layout": {"zookeeper_ids": {"z1": 1, "z2": 2, "z3": 3}, "later": [], "joining": []},
}


@pytest.fixture
def ran(played, standing_in, tmp_path):
    """The checks and the start of the role zookeeper on three hosts, of which some have *lost* their logs."""

    def run(*lost):
        common = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
            "kafka_rack": "{{ inventory_hostname }}",
            "zookeeper_host": "{{ inventory_hostname }}",
        }
        group = {"hosts": {host: {} for host in HOSTS}, "vars": common}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": {"zookeeper": group}}}))
        tasks = [
            {"ansible.builtin.set_fact": BEFORE},
            *(
                {"ansible.builtin.include_role": {"name": "groundwork.kafka.zookeeper", "tasks_from": part}}
                for part in ("ensemble", "run")
            ),
        ]
        where = {"ANSIBLE_COLLECTIONS_PATH": standing_in(STANDING_IN), "LOST": json.dumps(lost)}
        play = {"hosts": "all", "any_errors_fatal": True, "tasks": tasks}
        return played(play, "-v", "-i", "hosts.json", "--forks=5", **where)

    return run


def test_a_majority_whose_logs_turn_out_to_be_lost_is_not_started(ran):
    done = ran("z1", "z3")
    assert done.returncode == 2, done.stdout
    assert "z1, z3 hold snapshots of ZooKeeper and not the transaction log" in done.stdout
    assert "started" not in done.stdout


def test_one_whose_log_turns_out_to_be_lost_starts_after_the_others(ran):
    done = ran("z1")
    assert done.returncode == 0, done.stdout
    first, _task, then = done.stdout.partition("Run it after the servers that hold the ensemble's data")
    assert ["started z1" in first, "started z2" in first, "started z3" in first] == [False, True, True]
    assert "started z1" in then
