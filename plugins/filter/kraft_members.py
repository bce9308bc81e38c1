# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters over the hosts of a KRaft cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_members
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence

_CERTIFICATE = "kafka_tls_certificate"


@one_sentence
def _cluster(hosts: Iterable[Mapping[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    return kraft_members.describe(hosts, kraft_members.Given(**given))


@one_sentence
def _newcomers(
    hosts: Iterable[Mapping[str, Any]], members: Sequence[Mapping[str, Any]], super_users: Sequence[str]
) -> list[dict[str, Any]]:
    # Few inventories have TLS, and each worker of a run loads this file.
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.certificates import principal  # noqa: PLC0415

    known = {str(one["inventory_hostname"]): one.get(_CERTIFICATE) for one in hosts}
    names = {host: principal(text, _CERTIFICATE) for host, text in known.items() if text}
    return kraft_members.newcomers(members, names, super_users)


@one_sentence
def _former_names(hosts: Iterable[Mapping[str, Any]], left: Sequence[str]) -> list[dict[str, str]]:
    """Users to be removed: as whom the servers of hosts that have *left* logged in, and none of the others does."""
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.certificates import principal  # noqa: PLC0415

    known = {str(one["inventory_hostname"]): one.get(_CERTIFICATE) for one in hosts}
    names = {host: principal(text, _CERTIFICATE) for host, text in known.items() if text}
    others = {name for host, name in names.items() if host not in left}
    former = {name for host, name in names.items() if host in left} - others
    return [{"name": name[len("User:") :], "state": "absent"} for name in sorted(former)]


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "kraft_cluster": _cluster,
            "kraft_newcomers": _newcomers,
            "former_names": _former_names,
        }
