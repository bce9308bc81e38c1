# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""As whom the servers of hosts log in, by the variables of the hosts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_CERTIFICATE = "kafka_tls_certificate"


def by_host(hosts: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """``User:`` and a name, of each of the *hosts* that have a certificate; GroundworkError for one that is none."""
    # Few inventories have TLS, and each worker of a run loads the filters.
    from ansible_collections.groundwork.kafka.plugins.plugin_utils.pem import principal  # noqa: PLC0415

    given = {str(one["inventory_hostname"]): one.get(_CERTIFICATE) for one in hosts}
    return {host: principal(text, _CERTIFICATE) for host, text in given.items() if text}
