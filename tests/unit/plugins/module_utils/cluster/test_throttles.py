# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state, throttles
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

KEY = "leader.replication.throttled.replicas"
GONE, REFUSED = 3, 29


def answer(topic, code=0, **own):
    configs = [SimpleNamespace(name=name, value=value, config_source=state.OWN) for name, value in own.items()]
    return SimpleNamespace(resource_name=topic, error_code=code, configs=configs)


def read(*answers):
    client = SimpleNamespace(send=lambda *_given, **_named: SimpleNamespace(results=answers))
    return throttles.read(client, [], [one.resource_name for one in answers])


def test_what_limits_a_topic_is_told_and_a_topic_that_is_gone_passed_over() -> None:
    assert read(answer("a", **{KEY: "0:1"}), answer("b", GONE), answer("c")) == {("topic", "a"): {KEY: "0:1"}}


def test_a_topic_whose_settings_may_not_be_read_is_told_rather_than_taken_for_one_without_a_limit() -> None:
    with pytest.raises(GroundworkError) as raised:
        read(answer("a", **{KEY: "0:1"}), answer("b", REFUSED), answer("c", REFUSED))
    assert str(raised.value) == (
        "What limits the replication of b (TopicAuthorizationFailedError), c (TopicAuthorizationFailedError) is not "
        "told, and would stay behind; give the user of kafka_admin_config the right to DescribeConfigs on all topics."
    )
