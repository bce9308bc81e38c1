# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters over the hosts of a KRaft cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_members
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _newcomers(
    members: Sequence[Mapping[str, Any]], certificates: Mapping[str, str], super_users: Sequence[str]
) -> list[dict[str, Any]]:
    # Few inventories have TLS, and each worker of a run loads this file.
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.certificates import principal  # noqa: PLC0415

    names = {host: principal(text, "kafka_tls_certificate") for host, text in certificates.items() if text}
    return kraft_members.newcomers(members, names, super_users)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "kraft_members": kraft_members.members,
            "kraft_joining": kraft_members.joining,
            "kraft_newcomers": _newcomers,
        }
