# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters over the hosts of a KRaft cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_members
from ansible_collections.groundwork.kafka.plugins.plugin_utils import server_names
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


@one_sentence
def _cluster(hosts: Iterable[Mapping[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    return kraft_members.describe(hosts, kraft_members.Given(**given))


@one_sentence
def _newcomers(
    hosts: Iterable[Mapping[str, Any]], members: Sequence[Mapping[str, Any]], super_users: Sequence[str]
) -> list[dict[str, Any]]:
    return kraft_members.newcomers(members, server_names.by_host(hosts), super_users)


@one_sentence
def _former_names(hosts: Iterable[Mapping[str, Any]], left: Sequence[str]) -> list[dict[str, str]]:
    return kraft_members.former(server_names.by_host(hosts), left)


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "kraft_cluster": _cluster,
            "kraft_newcomers": _newcomers,
            "former_names": _former_names,
        }
