# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Which folders a rollout has a server's file held against: those of its data, unless it writes that file itself."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.parametrize(
    ("switch", "asked"), [("same_version", "folders ['/z/data', '/z/log']"), ("at_restart", "folders []")]
)
def test_a_rollout_that_writes_no_file_looks_whether_the_one_that_is_there_names_the_data(
    played, standing_in, switch, asked
):
    see = {"ansible.builtin.include_role": {"name": "groundwork.kafka.rolling_restart", "tasks_from": "see"}}
    given = {
        "ansible_python_interpreter": sys.executable,
        "rolling_restart_service": "zookeeper",
        "zookeeper_server": {"reads": [], "folders": ["/z/data", "/z/log"]},
        "zookeeper_link_switch": switch,
    }
    where = standing_in({"pending_restart": "module.fail_json(msg='folders %s' % given['folders'])"})
    ran = played({"vars": given, "tasks": [see]}, ANSIBLE_COLLECTIONS_PATH=where)
    assert asked in ran.stdout, ran.stdout
