# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter inline_certificates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import properties
from ansible_collections.groundwork.kafka.plugins.plugin_utils.client_files import inlined
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _inlined(given: Any) -> dict[str, Any]:
    return inlined(properties.parse(given) if isinstance(given, str) else given)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"inline_certificates": _inlined}
