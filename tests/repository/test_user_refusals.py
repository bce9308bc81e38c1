# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Users whose passwords are expressions, as those that Vault keeps are, are judged like others."""

from __future__ import annotations

import pytest

USER = {"name": "orders", "password": "{{ vaulted | default('word') }}"}
RULE = {"resource": "topic", "name": "{{ prefix | default('orders-') }}", "pattern": "prefixed", "operations": ["read"]}


@pytest.mark.parametrize(
    ("users", "told"),
    [
        ([{**USER, "acls": [RULE]}], '"msg": []'),
        ([{**USER, "acls": [{**RULE, "operations": ["{{ 'raed' }}"]}]}], "raed"),
        ([USER, USER], "orders stands twice in kafka_users"),
    ],
)
def test_an_expression_is_judged_by_its_value(played, users, told):
    shown = {"msg": "{{ kafka_users | groundwork.kafka.user_refusals }}"}
    ran = played({"vars": {"kafka_users": users}, "tasks": [{"ansible.builtin.debug": shown}]})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert told in ran.stdout
