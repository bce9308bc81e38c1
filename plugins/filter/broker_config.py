# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters broker_findings and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _judge(defaults: Any, overrides: Any, version: Any) -> list[Finding]:
    return config.judge_config(_mapping(defaults), _mapping(overrides), str(version))


@one_sentence
def _properties(values: Any) -> str:
    return config.properties(_mapping(values))


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GroundworkError(f"{value!r} is not a mapping of keys to values; correct the variable.")
    return value


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"broker_findings": _judge, "properties": _properties}
