# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter user_refusals: what is wrong with kafka_users, told before a host is touched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ansible.module_utils.common.arg_spec import ArgumentSpecValidator

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import users
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError

_SPECIFICATION = {"kafka_users": {"type": "list", "elements": "dict", "required": True, "options": users.USER}}


def _rendered(value: Any) -> Any:
    """*value* as it is once all of it was read: what is in a list or dictionary is rendered when somebody asks for it.

    The validator copies its parameters deeply instead, and with them what renders them.
    """
    if isinstance(value, Mapping):
        return {key: _rendered(value[key]) for key in value}
    return [_rendered(one) for one in value] if isinstance(value, (list, tuple)) else value


def _refusals(given: Sequence[Any]) -> list[str]:
    """The first sentence alone, as the module cluster_users says it; nothing where it would take *given*."""
    judged = ArgumentSpecValidator(_SPECIFICATION).validate({"kafka_users": _rendered(list(given))})
    if judged.error_messages:
        return [f"kafka_users cannot be taken: {judged.error_messages[0]}."]
    try:
        users.wanted(judged.validated_parameters["kafka_users"])
    except GroundworkError as error:
        return [str(error)]
    return []


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"user_refusals": _refusals}
