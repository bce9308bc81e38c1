# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters over kafka_load: what of the cluster's load each broker has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.plugin_utils import cluster_load
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "complete_load": cluster_load.completed,
            "broker_holds": one_sentence(cluster_load.holds),
            "broker_writes": one_sentence(cluster_load.writes),
        }
