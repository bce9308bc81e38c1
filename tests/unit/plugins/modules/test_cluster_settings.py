# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What is set of a made-up cluster; tests/admin sets it in real ones."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster.broker_settings import InForce
from ansible_collections.groundwork.kafka.plugins.modules import cluster_settings

MIN_ISR = "min.insync.replicas"
DYNAMIC = "DYNAMIC_DEFAULT_BROKER_CONFIG"


@pytest.fixture
def settle(monkeypatch):
    """Have a cluster keep a min ISR, of which its brokers, one for each of *values*, have these in force."""

    def run(values, wanted, may_lower):
        found = {number: {MIN_ISR: InForce(value, DYNAMIC, "1")} for number, value in enumerate(values, start=1)}
        client = SimpleNamespace(describe_cluster=dict)
        monkeypatch.setattr(cluster_settings.connection, "connected", lambda **_given: nullcontext(client))
        monkeypatch.setattr(cluster_settings.cluster_state, "brokers_of", lambda _told: [{"id": 1, "fenced": False}])
        monkeypatch.setattr(cluster_settings.cluster_state, "in_sync", lambda _client: {})
        monkeypatch.setattr(cluster_settings.cluster_state, "replicas", lambda _client: {})
        monkeypatch.setattr(cluster_settings.broker_settings, "read", lambda _client, _brokers: found)
        return cluster_settings.run({"settings": {MIN_ISR: wanted}, "may_lower": may_lower}, True)

    return run


@pytest.mark.parametrize(
    ("values", "wanted", "may_lower", "given"),
    [
        pytest.param(["2", "2"], 1, False, {}, id="nobody has asked for less"),
        pytest.param(["2", "1"], 1, False, {}, id="one broker has more"),
        pytest.param(["2", "2"], 1, True, {MIN_ISR: "1"}, id="somebody has"),
        pytest.param(["1", "1"], 2, False, {MIN_ISR: "2"}, id="a raise"),
        pytest.param(["2", "2"], 2, False, {}, id="as it is"),
    ],
)
def test_a_min_isr_is_lowered_only_where_an_input_asks_for_it(settle, values, wanted, may_lower: bool, given) -> None:
    done = settle(values, wanted, may_lower)
    assert (done["set"], done["changed"]) == (given, bool(given))
    kept = [one for one in done["findings"] if one["id"] == "min_isr_kept"]
    assert len(kept) == (1 if "2" in values and wanted == 1 and not may_lower else 0)
    if kept:
        assert done["findings"] == kept  # and not that its file is overridden, whose remedy would lower it
        assert kept[0]["wanted"] == "min.insync.replicas 1, as the brokers' files have it"
        assert f"min.insync.replicas {' and '.join(sorted(set(values)))} is kept" in kept[0]["found"]
        assert "in kafka_config: 2 where that is meant" in kept[0]["remedy"]
