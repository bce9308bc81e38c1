# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter kernel_parameters: what the role os_tuning asks for."""

from __future__ import annotations

DOCUMENTATION = r"""
name: kernel_parameters
short_description: Merge the kernel parameters that an inventory gives into production values
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Merges what an inventory gives into the production values of the role os_tuning; of one name, what is given counts.
  - Null leaves a parameter to the kernel, and so does an empty text.
  - Inputs that the role had until 0.3 count more than production values and less than what is given, and are warned of.
positional: given, former
options:
  _input:
    description: The production values, by name.
    type: dict
    required: true
  given:
    description: What is wanted beside them or otherwise, by name.
    type: dict
    required: true
  former:
    description: The values of inputs that the role had until 0.3, by the names of those.
    type: dict
    default: {}
"""

EXAMPLES = r"""
- name: Show the parameters of a host that leaves one to the kernel
  ansible.builtin.debug:
    msg: "{{ {'vm.swappiness': 1} | groundwork.kafka.kernel_parameters({'vm.swappiness': none}) }}"
"""

RETURN = r"""
_value:
  description: The parameters, as M(groundwork.kafka.host_profile) takes them.
  type: dict
"""

from collections.abc import Callable, Mapping
from typing import Any

from ansible.utils.display import Display

from ansible_collections.groundwork.kafka.plugins.plugin_utils import kernel_parameters
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _merge(production: Any, given: Any, former: Mapping[str, Any] | None = None) -> dict[str, Any]:
    former = former or {}
    for sentence in kernel_parameters.advice(former):
        Display().warning(sentence)
    return kernel_parameters.merge(production, given, former)


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """The filters by name."""
        return {"kernel_parameters": _merge}
