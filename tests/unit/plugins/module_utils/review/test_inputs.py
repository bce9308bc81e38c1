# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.review import inputs


@pytest.mark.parametrize(
    ("version", "config", "identity", "subject", "why"),
    [
        (
            "4.3.1",
            {
                "metric.reporters": "org.apache.kafka.common.metrics.JmxReporter, com.example.Reporter",
                "example.port": "1",
            },
            "setting_unknown",
            "example.port in kafka_config",
            "the classes in metric.reporters may read it; if they do not, nothing does",
        ),
        (
            "4.3.1",
            {"log.cleaner.enable": "true"},
            "setting_deprecated",
            "log.cleaner.enable in kafka_config",
            "a later version will refuse or ignore it",
        ),
        (
            "3.8.0",
            {"quux": "1"},
            "version_unknown",
            "Kafka 3.8.0",
            "no key and no value of server.properties could be held against what this version has",
        ),
        (
            "5.0.0",
            {"num.io.threads": "0"},
            "version_unknown",
            "Kafka 5.0.0",
            "no key and no value of server.properties could be held against what this version has",
        ),
    ],
)
def test_what_a_person_should_look_at(version: str, config, identity: str, subject: str, why: str) -> None:
    found = inputs.of_config({}, config, version)
    assert [(finding["id"], finding["subject"], finding["why"]) for finding in found] == [(identity, subject, why)]


def test_a_deprecated_default_is_no_finding() -> None:
    assert inputs.of_config({"log.cleaner.enable": True}, {}, "4.3.1") == []
    assert [one["id"] for one in inputs.of_config({}, {"log.cleaner.enable": True}, "4.3.1")] == ["setting_deprecated"]


def test_a_default_that_only_a_plugin_may_know_is_told_where_it_is_given() -> None:
    found = inputs.of_config({"example.port": 1}, {"metric.reporters": "com.example.Reporter"}, "4.3.1")
    assert [one["subject"] for one in found] == ["example.port in kafka_production_config"]
