# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An audit compares with all that is applied: what one role gives its module, the other gives its own."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]

_spec = importlib.util.spec_from_file_location("profile", CHECKOUT / "plugins" / "doc_fragments" / "profile.py")
_profile = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_profile)
OPTIONS = set(yaml.safe_load(_profile.ModuleDocFragment.DOCUMENTATION)["options"])


def given(tasks, module):
    """The options of the profile that the one task with *module* gives."""
    found = yaml.safe_load((CHECKOUT / "roles" / tasks).read_text())
    (task,) = [task for task in found if f"groundwork.kafka.{module}" in task]
    return OPTIONS & set(task[f"groundwork.kafka.{module}"])


def test_what_one_role_applies_the_other_compares():
    applied = given("os_tuning/tasks/main.yml", "host_profile")
    assert "kernel_parameters" in applied
    assert given("audit/tasks/read.yml", "host_audit") == applied


HERE = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable, "ansible_become": False}
PLACES = "open(os.environ['PLACES'], 'w').write(json.dumps(given['places'])); module.exit_json()"


def test_where_a_host_stands_is_known_of_one_that_is_not_read(played, standing_in, tmp_path):
    """The inventory says it: neither host answers its module."""
    ends = {"host_audit": "module.fail_json(msg='gone')", "audit_report": PLACES}
    named = {"audit_cluster": "orders", "kafka_rack": "r1"}
    groups = {"kafka": {"hosts": {"k1": {**HERE, **named}, "k2": HERE}}, "zookeeper": {"hosts": {"k1": {}, "z1": HERE}}}
    (tmp_path / "hosts.json").write_text(json.dumps({"all": {"children": groups}}))
    done = played(
        {"hosts": "all", "roles": ["groundwork.kafka.audit"]},
        *("-i", "hosts.json"),
        ANSIBLE_COLLECTIONS_PATH=standing_in(ends),
        PLACES=str(tmp_path / "places.json"),
    )
    assert (tmp_path / "places.json").exists(), done.stdout + done.stderr
    assert json.loads((tmp_path / "places.json").read_text()) == {
        "k1": {"cluster": "orders", "rack": "r1", "roles": ["broker", "zookeeper"]},
        "k2": {"cluster": "", "rack": "", "roles": ["broker"]},
        "z1": {"cluster": "", "rack": "", "roles": ["zookeeper"]},
    }
