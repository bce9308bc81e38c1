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


class Asked:
    """A client that is asked for an election, after which the cluster is as *then* tells."""

    def __init__(self, monkeypatch, now, then):
        self.partitions, self._then = now, then
        monkeypatch.setattr(cluster_state, "partitions", lambda client: client.partitions)

    def elect_leaders(self, _kind, _topics, **_named):
        self.partitions = self._then


MISPLACED = {**LED, "leader": 2}


@pytest.mark.parametrize(
    ("then", "elected", "waiting"),
    [
        pytest.param(LED, 1, 0, id="elected"),
        pytest.param({**MISPLACED, "isr": [2]}, 0, 1, id="the preferred one went out of sync meanwhile"),
    ],
)
def test_only_who_leads_afterwards_was_elected(monkeypatch, then, elected: int, waiting: int) -> None:
    client = Asked(monkeypatch, [MISPLACED], [then])
    result = leader_election.run(client, 1, check_mode=False)
    found = {key: result[key] for key in ("changed", "elected", "waiting")}
    assert found == {"changed": bool(elected), "elected": elected, "waiting": waiting}
    assert result["summary"].startswith(f"{elected} leaders elected.")


def test_check_mode_tells_who_would_be_elected(monkeypatch) -> None:
    assert leader_election.run(Asked(monkeypatch, [MISPLACED], [LED]), 1, check_mode=True)["elected"] == 1
