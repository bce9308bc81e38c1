# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters archive_version, broker_config, broker_findings, listeners and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config, listeners
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


def _version(src: Any, otherwise: Any) -> str:
    return archive.expected(str(src), "/")[1] or str(otherwise)


def _merge(defaults: Any, overrides: Any, heap: str, version: Any = "") -> dict[str, str]:
    return one_sentence(lambda: config.merge(_mapping(defaults), _mapping(overrides), heap, str(version)))


def _look(defaults: Any, overrides: Any, version: Any) -> list[Finding]:
    return one_sentence(lambda: config.look(_mapping(defaults), _mapping(overrides), str(version)))


def _listeners(roles: Any, mode: str, host: Any, ports: Any, protocols: Any) -> dict[str, str]:
    return one_sentence(
        lambda: listeners.properties(mode, list(roles), str(host), _mapping(ports), _mapping(protocols))
    )


def _properties(values: Any) -> str:
    return one_sentence(lambda: config.properties(_mapping(values)))


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GroundworkError(f"{value!r} is not a mapping of keys to values; correct the variable.")
    return value


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "archive_version": _version,
            "broker_config": _merge,
            "broker_findings": _look,
            "listeners": _listeners,
            "properties": _properties,
        }
