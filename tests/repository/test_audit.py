# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An audit compares with all that is applied: what one role gives its module, the other gives its own."""

from __future__ import annotations

import importlib.util
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
