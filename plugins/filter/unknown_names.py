# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The filter unknown_names: which servers, or the operator, would be no super users, told before a host is touched."""

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
    # Few inventories have TLS, and each worker of a run loads this file.
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal  # noqa: PLC0415

    asking = principal(operator, "kafka_operator_certificate") if operator else ""
    servers = list(server_names.by_host(hosts).values())
    return principals.refusals(principals.Names(servers, asking), config, super_users)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {"unknown_names": _unknown}
