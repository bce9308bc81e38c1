# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role rolling_restart works out, as filters."""

from __future__ import annotations

from typing import Any, Callable

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import rollout_order


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """The filters by name."""
        return {
            "rollout_order": rollout_order.order,
            "rollout_identity": rollout_order.identity,
            "rollout_due": rollout_order.due,
            "rollout_batches": rollout_order.running_ids,
            "rollout_unsettled": rollout_order.unsettled,
        }
