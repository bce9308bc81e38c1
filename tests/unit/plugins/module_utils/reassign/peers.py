# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The planner against two others on the same clusters: how much each moves, and what balance that buys."""

from __future__ import annotations

import random

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import plan
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Wish
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.reassign import (
    clusters,
    greedy,
    kafka_generate,
    measure,
)


def worths(seed: int) -> dict[str, measure.Worth]:
    """What the plans of the three makers are worth on the cluster of this *seed*."""
    made = clusters.cluster(seed)
    found = plan.make(made.brokers, made.partitions, Wish())
    planned = {one.key: one.replicas for one in made.partitions}
    planned.update({one.key: one.after for one in found.changes})
    chance = random.Random(seed)  # noqa: S311
    plans = {
        "planned": planned,
        "greedy": greedy.Greedy(made.brokers, made.partitions).plan(),
        "generated": kafka_generate.generate(chance, made.brokers, made.partitions),
    }
    assert found.bytes == measure.worth(made.brokers, made.partitions, planned).moved
    return {name: measure.worth(made.brokers, made.partitions, replicas) for name, replicas in plans.items()}


def compare(seeds: range) -> dict[str, dict[str, float]]:
    """Of each maker over all clusters: bytes moved, rack faults, how far from balance, and in how many none is off;
    and of clusters where greed reaches the same balance, the bytes that both move.
    """
    total: dict[str, dict[str, float]] = {}
    alike = {"planned": 0, "greedy": 0}
    for seed in seeds:
        found = worths(seed)
        for maker, one in found.items():
            sums = total.setdefault(maker, dict.fromkeys(("moved", "faults", "off", "balanced"), 0))
            sums["moved"] += one.moved
            sums["faults"] += one.faults
            sums["off"] += one.count + one.size + one.leaders
            sums["balanced"] += one.count + one.size + one.leaders < 1e-6
        if sum(found["greedy"][2:]) <= sum(found["planned"][2:]) + 1e-6:
            for maker in alike:
                alike[maker] += found[maker].moved
    total["alike"] = {name: float(moved) for name, moved in alike.items()}
    return total


def check(total: dict[str, dict[str, float]]) -> None:
    """The planner leaves no rack shared, is nearer to balance than both, and moves less for the same."""
    planned, greed, generated = (total[maker] for maker in ("planned", "greedy", "generated"))
    assert planned["faults"] == 0
    assert planned["off"] < greed["off"] / 2
    assert planned["off"] < generated["off"] / 2
    assert planned["balanced"] > greed["balanced"] * 1.5
    assert planned["balanced"] > generated["balanced"] * 1.5
    assert planned["moved"] < generated["moved"] * 0.6
    assert total["alike"]["planned"] < total["alike"]["greedy"]
