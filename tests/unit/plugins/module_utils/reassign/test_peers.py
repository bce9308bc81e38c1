# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The planner against its peers on 50 clusters; tests/repository has 1,000."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.reassign import peers


def test_it_moves_less_and_balances_better_than_greed_and_kafkas_own_tool():
    peers.check(peers.compare(range(50)))
