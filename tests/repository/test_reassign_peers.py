# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The planner of replicas against its peers on 1,000 made-up clusters."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.reassign import peers


@pytest.mark.long
def test_it_moves_less_and_balances_better_than_greed_and_kafkas_own_tool_on_a_thousand_clusters():
    total = peers.compare(range(1000))
    print({maker: {name: f"{value:.3g}" for name, value in sums.items()} for maker, sums in total.items()})
    peers.check(total)
