# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Filters over the groups of an inventory, and the variables of its hosts (hostvars)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import client_access, first_start, hosts
from ansible_collections.groundwork.kafka.plugins.plugin_utils.filter_errors import one_sentence


def _over_tls(brokers: Iterable[Mapping[str, Any]], secured: bool, listener: str, phase: str) -> bool:
    return hosts.asked_over_tls(list(brokers), secured, listener, phase)


@one_sentence
def _refusals(brokers: Iterable[Mapping[str, Any]], secured: bool, listener: str, protocol: str) -> list[str]:
    return client_access.refusals(list(brokers), secured, client_access.Asked(listener, protocol))


class FilterModule:
    """What Ansible asks for the filters of this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "hosts_pattern": one_sentence(hosts.pattern),
            "services_moved": hosts.moved,
            "server_addresses": one_sentence(hosts.servers),
            "endpoints": one_sentence(hosts.endpoints),
            "asked_over_tls": _over_tls,
            "bootstrap_servers": one_sentence(hosts.bootstrap_servers),
            "listener_refusals": _refusals,
            "server_claims": hosts.claims,
            "kafka_first_start": first_start.describe,
            "ensemble_members": one_sentence(hosts.ensemble),
        }
