# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""When a rollout may lower a min ISR that the cluster keeps itself: where an input asks for just that number."""

from __future__ import annotations

import json
import sys

import pytest


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({}, False),
        ({"kafka_config": {"default.replication.factor": 3}}, False),
        ({"kafka_config": {"min.insync.replicas": 1}}, True),
        ({"kafka_replication_factor": 2}, True),
        ({"kafka_replication_factor": "2"}, True),
    ],
)
def test_min_isr_is_lowered_only_where_an_input_asks_for_it(played, standing_in, given, asked):
    role = {"name": "groundwork.kafka.rolling_restart", "tasks_from": "kafka_finish"}
    more = {
        "rolling_restart_service": "kafka",
        "ansible_python_interpreter": sys.executable,
        "kafka_zookeeper_connect": "z:2181",
    }
    where = standing_in({"cluster_settings": "module.fail_json(msg='lower %s' % given['may_lower'])"})
    play = {"tasks": [{"ansible.builtin.include_role": role}]}
    ran = played(play, "-e", json.dumps({**more, **given}), ANSIBLE_COLLECTIONS_PATH=where)
    assert f"lower {asked}" in ran.stdout, ran.stdout
