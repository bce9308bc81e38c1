#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Make a cluster's quotas what they are to be."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_quotas
short_description: Make the quotas of a cluster's users, client ids and addresses
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Sets how much users and client ids may write, read and ask for, and how often an address may connect, over the admin
    API, whole lists in one call. No JVM is started.
  - The quotas of each entry become those given, no more and no less. Users, client ids and addresses that are not in
    the list are left alone.
  - The brokers are asked whether they would take all of it before the first write, in check mode as well. What was done
    is read back before the module ends.
options:
  quotas:
    description:
      - The quotas, each for a user, a client id, a client id of a user, or an address. The name V(<default>) stands for
        all those of a kind that have no quota of their own.
    type: list
    elements: dict
    required: true
    suboptions:
      user:
        description: The user, as who logs in, or as the certificate names it.
        type: str
      client_id:
        description: The client id. With O(quotas[].user), that user's.
        type: str
      ip:
        description: The address. Nothing else stands beside it.
        type: str
      limits:
        description:
          - The quotas by Kafka's keys, each above 0. C(producer_byte_rate) and C(consumer_byte_rate) are bytes in a
            second, C(request_percentage) is the share of a thread of each broker, C(controller_mutation_rate) how many
            partitions are made or deleted in a second. Each holds for one broker, but the last.
          - Of an address C(connection_creation_rate), new connections in a second to one broker.
        type: dict
        default: {}
      state:
        description: Whether there are quotas. Where there are to be none, all are taken away.
        type: str
        choices: [present, absent]
        default: present
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Keep one application from taking all
  groundwork.kafka.cluster_quotas:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    quotas:
      - {user: orders, limits: {producer_byte_rate: 10485760, request_percentage: 200}}
      - {user: orders, client_id: import, limits: {producer_byte_rate: 1048576}}
      - {user: <default>, limits: {consumer_byte_rate: 52428800}}
      - {ip: <default>, limits: {connection_creation_rate: 50}}
      - {client_id: leaver, state: absent}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
set:
  description: The quotas that were set, by whom they are for.
  returned: success
  type: dict
  sample: {"user orders, client-id import": {producer_byte_rate: 1048576.0}}
removed:
  description: The quotas that were taken away.
  returned: success
  type: dict
  sample: {"client-id leaver": [consumer_byte_rate]}
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, quotas, quotas_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    asked = quotas.wanted(given.pop("quotas"))
    with connection.connected(**given) as client:
        return quotas_admin.run(client, asked, given["timeout"], check_mode)


def main() -> None:
    """Read, plan, ask whether it may be, apply, read again, and exit with what was done."""
    spec = {
        **connection.ARGUMENTS,
        "quotas": {"type": "list", "elements": "dict", "required": True, "options": quotas.QUOTA},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
