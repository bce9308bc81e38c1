# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters broker_config, listeners and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.module_utils import broker_config as config
from ansible_collections.groundwork.kafka.plugins.module_utils import listeners
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError

T = TypeVar("T")


def _merge(defaults: Any, overrides: Any, heap: str) -> dict[str, str]:
    return _one_sentence(lambda: config.merge(_mapping(defaults), _mapping(overrides), heap))


def _listeners(roles: Any, mode: str, host: Any, ports: Any, protocols: Any) -> dict[str, str]:
    return _one_sentence(
        lambda: listeners.properties(mode, list(roles), str(host), _mapping(ports), _mapping(protocols))
    )


def _properties(values: Any) -> str:
    return _one_sentence(lambda: config.properties(_mapping(values)))


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GroundworkError(f"{value!r} is not a mapping of keys to values; correct the variable.")
    return value


def _one_sentence(action: Callable[[], T]) -> T:
    try:
        return action()
    except GroundworkError as error:
        raise AnsibleFilterError(str(error)) from error


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"broker_config": _merge, "listeners": _listeners, "properties": _properties}
