# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The playbook change_ports after a run that has done all, or nearly all, with modules that only write that down."""

from __future__ import annotations

import json
import re
import sys

import pytest

HOSTS = ["z1", "z2", "z3"]
ENDS = {
    "server_identity": "module.exit_json(node=None, zookeeper=None, rack=None)",
    "zookeeper_inputs": "module.exit_json()",
    "jvm_options": "module.exit_json(findings=[], options=[], heap='64m', version='17')",
    "server_ports": "module.exit_json(changed=False, due=[], now={}, doors={}, summary=[])",
    "rollout_lock": "module.exit_json(changed=True, holder=None)",
    "zookeeper_gate": "module.exit_json(modes={}, leader='z1')",
    "server_process": "module.exit_json(changed=True, pid=7)",
}
SEEN = "module.exit_json(changed_files={}, running=True, pid=7, pending=False, mark='')"
OLDER = SEEN.format("['/etc/zookeeper/zoo.cfg'] if given['files'] else []")


@pytest.fixture
def changed(tmp_path, played, standing_in):
    """Run it on servers whose files have their ports; what ansible-playbook did, and which modules were called."""

    def run(seen):
        calls = tmp_path / "calls"
        calls.write_text("")
        note = "with open({!r}, 'a') as file:\n    file.write({!r} + chr(10))\n{}"
        ends = {**ENDS, "pending_restart": seen}
        library = standing_in({name: note.format(str(calls), name, end) for name, end in ends.items()})
        shared = {
            "ansible_connection": "local",
            "ansible_python_interpreter": sys.executable,
            "ansible_become": False,
        }
        groups = {"zookeeper": {"hosts": {name: {} for name in HOSTS}}}
        (tmp_path / "hosts.json").write_text(json.dumps({"all": {"vars": shared, "children": groups}}))
        ran = played("groundwork.kafka.change_ports", "-i", "hosts.json", ANSIBLE_COLLECTIONS_PATH=library)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout, calls.read_text().split()

    return run


def test_a_run_that_finds_all_done_changes_nothing(changed):
    said, calls = changed(SEEN.format("[]"))
    assert "rollout_lock" in calls
    assert "server_process" not in calls
    assert re.findall(r"changed=(\d+)", said) == ["0"] * len(HOSTS)


@pytest.mark.long
def test_servers_that_were_not_restarted_before_a_run_was_killed_are_restarted(changed):
    """Their files have the new ports, so nothing is due by these, and they still look at the former ones."""
    said, calls = changed(OLDER)
    assert "To be restarted in this order: z2, z3, z1" in said
    assert calls.count("server_process") == len(HOSTS)
