# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role rolling_restart works out, as filters."""

from __future__ import annotations

from typing import Any, Callable, Mapping

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import rollout_batch, rollout_order


def _server(given: Mapping[str, Any]) -> dict[str, Any]:
    return rollout_batch.server(rollout_batch.Host(**given))


def _rollout(given: Mapping[str, Any]) -> dict[str, Any]:
    return rollout_batch.describe(rollout_batch.Given(**given))


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """The filters by name."""
        return {
            "rollout_order": rollout_order.order,
            "rollout_name": rollout_order.name,
            "rollout_seen": rollout_batch.seen_by_role,
            "rollout_server": _server,
            "rollout": _rollout,
            "rollout_stopped": rollout_batch.stopped,
            "rollout_unsettled": rollout_order.unsettled,
        }
