# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters audit_shown and audit_addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import addresses, shown


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"audit_shown": shown.shown, "audit_addresses": addresses.plain}
