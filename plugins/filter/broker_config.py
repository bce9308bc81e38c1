# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters broker_findings and properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config, keys
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.module_utils.review import inputs
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _judge(defaults: Any, overrides: Any, version: Any) -> list[Finding]:
    given = config.mapping(defaults, keys.PRODUCTION), config.mapping(overrides, keys.OWN)
    return inputs.of_config(*given, str(version))


@one_sentence
def _properties(values: Any) -> str:
    return config.properties(config.mapping(values, "what the filter properties is given"))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"broker_findings": _judge, "properties": _properties}
