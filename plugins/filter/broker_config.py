# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters broker_config and properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.module_utils import broker_config as config
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError

DOCUMENTATION = r"""
---
name: broker_config
short_description: Merge a broker's default configuration with overrides
version_added: "0.1.0"
author: Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Merges overrides into defaults and gives every value as the text that Kafka expects.
  - The default C(log.cleaner.dedupe.buffer.size) is bounded by a quarter of the heap, from which it is taken. A larger
    one among the overrides is an error.
options:
  _input:
    description: The default configuration.
    type: dict
    required: true
  overrides:
    description: What is wanted otherwise. An empty value takes a default away.
    type: dict
    required: true
  heap:
    description: The broker's heap, such as V(6g).
    type: str
    required: true
"""

EXAMPLES = r"""
- name: Show the configuration of a broker with a small heap
  ansible.builtin.debug:
    msg: "{{ {'log.cleaner.dedupe.buffer.size': 536870912} | groundwork.kafka.broker_config({}, '512m') }}"
"""

RETURN = r"""
_value:
  description: The merged configuration, all values being text.
  type: dict
"""


T = TypeVar("T")


def _merge(defaults: Any, overrides: Any, heap: str) -> dict[str, str]:
    return _one_sentence(lambda: config.merge(_mapping(defaults), _mapping(overrides), heap))


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
        return {"broker_config": _merge, "properties": _properties}
