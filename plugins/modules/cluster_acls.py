#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Make a cluster's access rules what they are to be."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_acls
short_description: Make and delete a cluster's access rules
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Makes access rules (ACLs) of any principals, such as certificates' names and everybody, and deletes others, over the
    admin API, whole lists in one call. No JVM is started. M(groundwork.kafka.cluster_users) does so for users with
    their passwords.
  - A rule for C(cluster_action), C(alter) or all on the cluster, without which servers or their operator may be shut
    out, is deleted only where it is named with O(acls[].state=absent).
  - New rules are made before others are deleted, and what was done is read back before the module ends.
options:
  acls:
    description: The rules.
    type: list
    elements: dict
    required: true
    suboptions:
      principals:
        description: Whom it is for, each with its type, such as V(User:orders) or V(User:CN=billing), or V(User:*).
        type: list
        elements: str
        required: true
      resource:
        description: The kind of resource.
        type: str
        required: true
        choices: [topic, group, cluster, transactional_id, delegation_token, user]
      name:
        description: The resource's name, or V(*) for all of that kind. Not needed for the cluster.
        type: str
      pattern:
        description: Whether O(acls[].name) is a name or the beginning of names.
        type: str
        choices: [literal, prefixed]
        default: literal
      operations:
        description: What it is about, in Kafka's words in lower case, such as V(read), V(write) and V(describe).
        type: list
        elements: str
        required: true
      permission:
        description: Whether it is allowed or denied. What is denied stays denied, whatever else is allowed.
        type: str
        choices: [allow, deny]
        default: allow
      hosts:
        description:
          - From which IP addresses. Kafka knows no names and no networks here.
          - One of IPv6 is written as Kafka compares it, with its zeros, such as C(0:0:0:0:0:0:0:1) for V(::1).
        type: list
        elements: str
        default: ['*']
      state:
        description: Whether the rule is to be there.
        type: str
        choices: [present, absent]
        default: present
  mode:
    description:
      - What becomes of rules that are not in the list. With V(additive) they stay. With V(principals) all others of the
        principals that it names are deleted, with V(resources) all others of the resources that it names, by kind, name
        and pattern.
    type: str
    choices: [additive, principals, resources]
    default: additive
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Let two applications read the orders, and everybody tell that they are there
  groundwork.kafka.cluster_acls:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    acls:
      - {principals: ["User:billing", "User:reports"], resource: topic, name: orders, operations: [read]}
      - {principals: ["User:*"], resource: topic, name: orders, operations: [describe]}
  delegate_to: localhost
  run_once: true

- name: Nobody but billing has anything to do with invoices
  groundwork.kafka.cluster_acls:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    acls:
      - {principals: ["User:billing"], resource: topic, name: invoices, operations: [all]}
    mode: resources
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
made:
  description: The rules that were made, one sentence each.
  returned: success
  type: list
  elements: str
  sample: ["User:billing allow read on topic orders from *"]
deleted:
  description: The rules that were deleted.
  returned: success
  type: list
  elements: str
  sample: ["User:leaver allow all on topic invoices from *"]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import acls, acls_admin, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    asked = acls.wanted(given.pop("acls"))
    mode = given.pop("mode")
    with connection.connected(**given) as client:
        return acls_admin.run(client, asked, mode, given["timeout"], check_mode)


def main() -> None:
    """Read, plan, apply, read again, and exit with what was done."""
    spec = {
        **connection.ARGUMENTS,
        "acls": {"type": "list", "elements": "dict", "required": True, "options": acls.RULES},
        "mode": {"type": "str", "choices": [acls.ADDITIVE, acls.PRINCIPALS, acls.RESOURCES], "default": acls.ADDITIVE},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
