#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Make a cluster's SCRAM users and their rights what they are to be."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_users
short_description: Make a cluster's users, their passwords and their rights
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Gives users their passwords (SCRAM-SHA-512) and access rules (ACLs) over the admin API. No JVM is started.
  - Nobody can read a password back, so it is tried - each user is authenticated with it at O(client_servers). A
    password that is taken is not set again, another one is.
  - The rules of each user in the list become those given, no more and no less. Users that are not in the list,
    and their rules, are left alone.
  - What was done is read back before the module ends.
options:
  client_servers:
    description:
      - Brokers' listeners for clients (SASL_SSL), each as C(host:port), where passwords are tried. The first that
        accepts connections is asked.
    type: list
    elements: str
    required: true
  users:
    description: The users.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: The user's name, or a certificate's, to give it rules.
        type: str
        required: true
      password:
        description: The password. Without one, the user has none afterwards.
        type: str
      acls:
        description: What it may do. Whatever no rule allows is refused.
        type: list
        elements: dict
        default: []
        suboptions:
          resource:
            description: The kind of resource.
            type: str
            required: true
            choices: [topic, group, cluster, transactional_id, delegation_token, user]
          name:
            description: The resource's name, or V(*) for all of that kind. Not needed for the cluster.
            type: str
          pattern:
            description: Whether O(users[].acls[].name) is a name or the beginning of names.
            type: str
            choices: [literal, prefixed]
            default: literal
          operations:
            description: What is allowed, in Kafka's words in lower case, such as V(read), V(write) and V(describe).
            type: list
            elements: str
            required: true
          permission:
            description: Whether it is allowed or denied. What is denied stays denied, whatever else is allowed.
            type: str
            choices: [allow, deny]
            default: allow
          hosts:
            description: From which addresses.
            type: list
            elements: str
            default: ['*']
      state:
        description: Whether the user is to be there. Of one that is not, password and rules are removed.
        type: str
        choices: [present, absent]
        default: present
attributes:
  check_mode:
    support: full
    description: It tells what it would do. Passwords are tried then as well.
  diff_mode:
    support: full
    description: Rules, and whether a password is the one given. Never a password.
extends_documentation_fragment:
  - groundwork.kafka.admin
"""

EXAMPLES = r"""
- name: Let the orders service write its topics, and read them back
  groundwork.kafka.cluster_users:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    client_servers: ["kafka1.example.com:9092"]
    users:
      - name: orders
        password: "{{ vault_orders_password }}"
        acls:
          - {resource: topic, name: orders-, pattern: prefixed, operations: [read, write, describe]}
          - {resource: group, name: orders, operations: [read]}
      - {name: leaver, state: absent}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
passwords:
  description: The users whose password was set.
  returned: success
  type: list
  elements: str
removed:
  description: The users whose password was removed.
  returned: success
  type: list
  elements: str
acls_made:
  description: The rules that were made, one sentence each.
  returned: success
  type: list
  elements: str
acls_deleted:
  description: The rules that were deleted.
  returned: success
  type: list
  elements: str
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection as cluster_connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import users, users_admin
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    wanted = users.wanted(params["users"])
    connection = {name: params[name] for name in cluster_connection.ARGUMENTS}
    clients = users_admin.Clients(params["client_servers"], params["client_config"], params["timeout"], check_mode)
    with cluster_connection.connected(**connection) as client:
        return users_admin.run(client, clients, wanted, check_mode)


def main() -> None:
    """Read, plan, apply, read again, and exit with what was done."""
    module = AnsibleModule(
        argument_spec={
            **cluster_connection.ARGUMENTS,
            "client_servers": {"type": "list", "elements": "str", "required": True},
            "users": {"type": "list", "elements": "dict", "required": True, "options": users.USER},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
