# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import broker_removal
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

HELD = [{"topic": "t", "partition": 0, "replicas": [1, 4]}, {"topic": "t", "partition": 1, "replicas": [1, 2]}]
BROKERS = [{"id": 1, "fenced": False}, {"id": 4, "fenced": True}]


def test_a_broker_that_holds_partitions_stays() -> None:
    broker_removal.check_empty(3, HELD)
    with pytest.raises(GroundworkError, match=r"Broker 4 holds 1 partition \(t-0\); have them moved"):
        broker_removal.check_empty(4, HELD)


@pytest.mark.parametrize(("number", "told"), [(4, 1), (5, 0)])
def test_that_the_settings_of_a_dead_broker_stay_is_told_while_the_cluster_knows_it(number: int, told: int) -> None:
    found = broker_removal.left_settings(number, BROKERS)
    assert len(found) == told
    assert all(one.startswith(f"Broker {number} does not run, and brokers alone tell and rem") for one in found)


def test_a_broker_that_runs_stays() -> None:
    broker_removal.check_stopped(4, BROKERS)
    with pytest.raises(GroundworkError, match="Broker 1 runs, and would register again; stop it on its host"):
        broker_removal.check_stopped(1, BROKERS)


def test_settings_that_the_cluster_keeps_for_a_broker_are_told() -> None:
    sources = {"num.io.threads": "DYNAMIC_BROKER_CONFIG", "log.dirs": "STATIC_BROKER_CONFIG", "a": "DEFAULT_CONFIG"}
    settings = {key: {"config_source": source} for key, source in sources.items()}
    client = SimpleNamespace(describe_configs=lambda *_given, **_named: {"broker": {"7": settings}})
    assert broker_removal.own_settings(client, 7) == ["num.io.threads"]


@pytest.mark.parametrize("answer", [{}, {"broker": {}}, {"broker": {"7": {}}}, {"broker": {"1": {"a": {}}}}])
def test_settings_of_a_broker_that_may_not_be_read_are_not_none(answer) -> None:
    client = SimpleNamespace(describe_configs=lambda *_given, **_named: answer)
    with pytest.raises(GroundworkError, match="The settings of broker 7 may not be read; give the user of kafka_admin"):
        broker_removal.own_settings(client, 7)
