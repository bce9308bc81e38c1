#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: cluster_layout
short_description: Check broker ids, racks and the ZooKeeper ensemble over the inventory
version_added: "0.1.0"
description:
  - Fails, naming the hosts, when two brokers or two ZooKeeper servers have one id, when an id is no whole number, and
    when a broker has no rack among brokers with one.
  - Returns findings about racks of different sizes, fewer racks than replicas, and ensembles of an even number or of
    more than seven servers.
  - It reads nothing but its arguments. Run it once, on the control node.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  brokers:
    description:
      - The brokers.
    type: list
    elements: dict
    default: []
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      id:
        description: Its broker id, a whole number.
        type: raw
        required: true
      rack:
        description: Its rack, if any.
        type: str
  zookeepers:
    description:
      - The servers of the ZooKeeper ensemble.
    type: list
    elements: dict
    default: []
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      id:
        description: Its server id, from 1 to 255.
        type: raw
        required: true
  replication_factor:
    description:
      - The replicas that each partition is to have.
    type: int
    default: 3
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the layout of the cluster
  groundwork.kafka.cluster_layout:
    brokers:
      - {host: k1, id: 1, rack: a}
      - {host: k2, id: 2, rack: b}
      - {host: k3, id: 3, rack: c}
    zookeepers:
      - {host: k1, id: 1}
      - {host: k2, id: 2}
      - {host: k3, id: 3}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
findings:
  description: What works, but not well.
  returned: success
  type: list
  elements: dict
  sample:
    - id: racks_uneven
      severity: medium
      subject: cluster
      wanted: the same number of brokers in every rack
      found: "a: 2, b: 1"
      why: every rack gets the same share of replicas, so brokers in small racks carry more
      source: Apache Kafka documentation, Operations
      remedy: add brokers to the small racks, or move some there
"""

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils import layout
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import end


def main() -> None:
    identity = {"host": {"type": "str", "required": True}, "id": {"type": "raw", "required": True}}
    broker = {**identity, "rack": {"type": "str"}}
    module = AnsibleModule(
        argument_spec={
            "brokers": {"type": "list", "elements": "dict", "default": [], "options": broker},
            "zookeepers": {"type": "list", "elements": "dict", "default": [], "options": identity},
            "replication_factor": {"type": "int", "default": 3},
        },
        supports_check_mode=True,
    )
    end(module, lambda: {"changed": False, "findings": layout.check(**module.params)})


if __name__ == "__main__":
    main()
