# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters health_textfile and health_cluster_textfile."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.health import textfile


def health_textfile(result: Mapping[str, Any], host: str) -> str:
    """The text file of *host*, whose audit returned *result* just now."""
    return textfile.text(host, result, time.time())


def health_cluster_textfile(result: Mapping[str, Any]) -> str:
    """The text file of the cluster, of which cluster_health returned *result* just now."""
    return textfile.of_cluster(result, time.time())


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"health_textfile": health_textfile, "health_cluster_textfile": health_cluster_textfile}
