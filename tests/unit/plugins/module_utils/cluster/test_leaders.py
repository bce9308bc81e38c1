# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import leaders


def partition(number, leader, replicas, isr):
    return {"topic": f"t{number % 2}", "partition": number, "leader": leader, "replicas": replicas, "isr": isr}


PARTITIONS = [
    partition(0, 1, [1, 2], [1, 2]),
    partition(1, 2, [1, 2], [1, 2]),
    partition(2, 3, [2, 3], [3]),
    partition(3, None, [3], []),
    partition(4, 3, [1, 3], [3, 1]),
]


def test_who_leads_what_another_is_preferred_for() -> None:
    assert [one["partition"] for one in leaders.misplaced(PARTITIONS)] == [1, 4]
    assert [one["partition"] for one in leaders.waiting(PARTITIONS)] == [2, 3]
    assert leaders.by_topic(leaders.misplaced(PARTITIONS)) == {"t1": [1], "t0": [4]}


def test_how_many_each_leads() -> None:
    assert leaders.leaders(PARTITIONS) == [
        {"broker": 1, "leads": 1, "preferred": 3},
        {"broker": 2, "leads": 1, "preferred": 1},
        {"broker": 3, "leads": 2, "preferred": 1},
    ]
