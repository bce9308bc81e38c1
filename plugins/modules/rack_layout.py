#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Check the racks of a running cluster."""

from __future__ import annotations

DOCUMENTATION = r"""
module: rack_layout
short_description: Check the racks of a running Kafka cluster
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Compares the racks that brokers have registered with those wanted, and finds each topic whose replicas lie on fewer
    racks than there could be, which is the smaller of the number of racks and the number of replicas.
options:
  brokers:
    description: The brokers whose racks are known.
    type: list
    elements: dict
    default: []
    suboptions:
      id:
        description: The broker's number.
        type: int
        required: true
      rack:
        description: Its rack, if any.
        type: str
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the racks of the running cluster
  groundwork.kafka.rack_layout:
    bootstrap_servers: ["kafka1.example.com:9092"]
    brokers:
      - {id: 1, rack: a}
      - {id: 2, rack: b}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
findings:
  description: What a person should look at.
  returned: success
  type: list
  elements: dict
  sample:
    - id: replicas_share_racks
      severity: medium
      subject: topic orders
      wanted: replicas of each partition on 3 racks
      found: "fewer of 2 partitions: 0, 4"
      why: what a rack takes down with it is more than one replica
      source: "Apache Kafka documentation, Operations: Balancing Replicas Across Racks"
      remedy: reassign the topic's partitions (kafka-reassign-partitions.sh), rack by rack
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, racks
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    wanted = given.pop("brokers")
    with connection.connected(**given) as client:
        brokers = cluster_state.brokers_of(client.describe_cluster())
        return {"changed": False, "findings": racks.check(wanted, brokers, cluster_state.partitions(client))}


def main() -> None:
    """Read, and exit with what was found."""
    broker = {"id": {"type": "int", "required": True}, "rack": {"type": "str"}}
    spec = {**connection.ARGUMENTS, "brokers": {"type": "list", "elements": "dict", "default": [], "options": broker}}
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
