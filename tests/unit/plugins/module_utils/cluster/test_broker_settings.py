# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import broker_settings
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.broker_settings import InForce
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

BROKER, DEFAULT, FILE = "DYNAMIC_BROKER_CONFIG", "DYNAMIC_DEFAULT_BROKER_CONFIG", "STATIC_BROKER_CONFIG"


@pytest.mark.parametrize(
    ("one", "told"),
    [
        pytest.param(InForce("2", FILE, "2"), None, id="the file's"),
        pytest.param(InForce("2", "DEFAULT_CONFIG", None), None, id="nobody's"),
        pytest.param(InForce("2", DEFAULT, None), None, id="the cluster's, and no file says anything"),
        pytest.param(InForce("2", DEFAULT, "2"), None, id="the cluster's, as the file has it"),
        pytest.param(InForce("1", DEFAULT, "2"), ("--entity-default", "1 (the cluster's default, dynamic)"), id="both"),
        pytest.param(InForce("1", BROKER, "2"), ("--entity-name 1 ", "1 (the broker's own, dynamic)"), id="its own"),
    ],
)
def test_what_wins_over_a_file_is_told(one, told) -> None:
    found = broker_settings.overridden({1: {"log.retention.ms": one}})
    assert [(finding["wanted"], finding["found"]) for finding in found] == (
        [("2 (server.properties)", told[1])] if told else []
    )
    assert all(told[0] in finding["remedy"] for finding in found)


def test_brokers_of_which_the_same_is_told_share_a_finding() -> None:
    same, other = {"a": InForce("1", DEFAULT, "2")}, {"a": InForce("1", DEFAULT, "3")}
    found = broker_settings.overridden({3: same, 1: same, 2: other})
    assert [(one["subject"], one["wanted"]) for one in found] == [
        ("a of brokers 1, 3", "2 (server.properties)"),
        ("a of broker 2", "3 (server.properties)"),
    ]
    own = {"a": InForce("1", BROKER, "2")}
    (one,) = broker_settings.overridden({3: own, 1: own})
    assert "--entity-name ID, of each of them, --delete-config a" in str(one["remedy"])


def test_min_isr_which_kafka_lets_nobody_take_out_is_set_instead() -> None:
    (one,) = broker_settings.overridden({1: {"min.insync.replicas": InForce("1", DEFAULT, "2")}})
    assert one["remedy"] == (
        "set it in kafka_config, to 1 where that is meant or else to 2, and run the playbook groundwork.kafka.site, "
        "which has the cluster keep it so"
    )
    (own,) = broker_settings.overridden({1: {"min.insync.replicas": InForce("1", BROKER, "2")}})
    assert "--entity-name 1 --delete-config min.insync.replicas" in own["remedy"]


@pytest.mark.parametrize(
    ("second", "missing"),
    [({"a": InForce("2", FILE, "2")}, {}), ({"a": InForce("1", FILE, "1")}, {"a": "2"}), ({}, {"a": "2"})],
)
def test_what_one_broker_lacks_is_missing(second, missing) -> None:
    found = {1: {"a": InForce("2", DEFAULT, "1")}, 2: second}
    assert broker_settings.missing({"a": "2"}, found) == missing


def test_no_secret_is_read() -> None:
    def setting(value, sensitive):
        synonym = {"name": "old", "value": "7", "source": FILE}
        return {"value": value, "is_sensitive": sensitive, "config_source": BROKER, "synonyms": [synonym]}

    answer = {"broker": {"1": {"a": setting("5", False), "b": setting(None, True), "c": setting("x", True)}}}
    client = SimpleNamespace(describe_configs=lambda _asked, **_options: answer)
    assert broker_settings.read(client, [1]) == {1: {"a": InForce("5", BROKER, "7")}}


@pytest.mark.parametrize("answer", [{}, {"broker": {"1": {"a": {}}, "2": {}}}])
def test_a_broker_that_may_not_be_read_is_not_one_without_settings(answer) -> None:
    client = SimpleNamespace(describe_configs=lambda _asked, **_options: answer)
    with pytest.raises(GroundworkError, match=r"The settings of broker 2 may not be read; .* DescribeConfigs on"):
        broker_settings.read(client, [2])
