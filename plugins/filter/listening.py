# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where servers listen now, as a filter."""

from __future__ import annotations

from typing import Any, Callable

from ansible_collections.groundwork.kafka.plugins.module_utils.server import listening


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """The filters by name."""
        return {"former_servers": listening.former_servers}
