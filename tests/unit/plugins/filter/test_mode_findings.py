# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.mode_findings import FilterModule

FINDINGS = FilterModule().filters()["mode_findings"]


def test_each_group_is_looked_at() -> None:
    groups = {"all": ["k1", "k2", "c1"], "kafka": ["k1", "k2"], "kafka_controllers": ["c1"]}
    assert [finding["id"] for finding in FINDINGS(groups, "kraft")] == ["controllers_single"]
    assert [finding["id"] for finding in FINDINGS({"kafka": ["k1"], "zookeeper": ["k1"]}, "zookeeper")] == [
        "zookeeper_mode"
    ]


def test_errors_are_ansibles_own() -> None:
    with pytest.raises(AnsibleFilterError, match="The group zookeeper has z1, and kafka_mode is kraft"):
        FINDINGS({"kafka": ["k1"], "zookeeper": ["z1"]}, "kraft")
