# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filters unknown_names and mapped_names: as whom Kafka is to know servers and operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import principals
from ansible_collections.groundwork.kafka.plugins.plugin_utils import server_names
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _unknown(
    hosts: Iterable[Mapping[str, Any]], operator: str, config: Mapping[str, Any], super_users: Sequence[str]
) -> list[str]:
    return principals.refusals(_names(hosts, operator), config, super_users)


@one_sentence
def _mapped(
    hosts: Iterable[Mapping[str, Any]], operator: str, config: Mapping[str, Any], listeners: Sequence[str]
) -> list[str]:
    return principals.mapping_lines(_names(hosts, operator), config, listeners)


def _names(hosts: Iterable[Mapping[str, Any]], operator: str) -> principals.Names:
    # Few inventories have TLS, and each worker of a run loads this file.
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal  # noqa: PLC0415

    asking = principal(operator, "kafka_operator_certificate") if operator else ""
    return principals.Names(list(server_names.by_host(hosts).values()), asking)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"unknown_names": _unknown, "mapped_names": _mapped}
