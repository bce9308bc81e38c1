# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.modules import leader_election

LED = {"topic": "t", "partition": 0, "leader": 1, "replicas": [1, 2], "isr": [1, 2]}


@pytest.mark.parametrize(
    ("partitions", "summary"),
    [
        pytest.param([], "0 leaders elected.", id="no topic yet"),
        pytest.param([LED], "0 leaders elected. Broker 1 leads 1 of 1, Broker 2 leads 0 of 0.", id="in place"),
    ],
)
def test_who_leads_is_told_in_whole_sentences(monkeypatch, partitions, summary: str) -> None:
    monkeypatch.setattr(cluster_state, "partitions", lambda _client: partitions)
    assert leader_election.run(None, 0, False)["summary"] == summary
