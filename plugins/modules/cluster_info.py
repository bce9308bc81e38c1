#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tell what a running cluster consists of."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_info
short_description: Tell what a running Kafka cluster consists of
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks the brokers over the admin API for the cluster's id, its brokers and their racks, the active controller, the
    KRaft quorum and the features, and for its topics if it is told to. No JVM is started.
options:
  topics:
    description: Whether to tell of every partition of every topic as well, which takes longer where there are many.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Look at the cluster
  groundwork.kafka.cluster_info:
    bootstrap_servers: ["kafka1.example.com:9092", "kafka2.example.com:9092"]
  delegate_to: localhost
  run_once: true
  register: cluster
"""

RETURN = r"""
cluster_id:
  description: The cluster's id.
  returned: success
  type: str
  sample: 4L6g3nShT-eMCtK--X86sw
mode:
  description: What keeps the cluster's metadata, C(zookeeper) or C(kraft).
  returned: success
  type: str
  sample: kraft
controller_id:
  description: The active controller, which is the leader of the quorum with KRaft. None while there is none.
  returned: success
  type: int
  sample: 1
brokers:
  description: Each registered broker with its C(id), C(host), C(port), C(rack), and whether it is C(fenced).
  returned: success
  type: list
  elements: dict
  sample: [{id: 1, host: kafka1.example.com, port: 9092, rack: a, fenced: false}]
quorum:
  description:
    - The C(leader_id), C(voters) and C(observers) of the KRaft quorum. Each of these has its C(id), C(directory_id),
      and how many C(records_behind) and C(seconds_behind) the leader it is.
    - None with ZooKeeper.
  returned: success
  type: dict
features:
  description: The level that is C(finalized), or none, and the lowest and highest C(supported) one, by feature.
  returned: success
  type: dict
  sample: {metadata.version: {finalized: 30, supported: [7, 30]}}
topics:
  description:
    - Each topic, internal ones too, with its C(name) and C(partitions). Each of these has its number (C(partition)),
      its C(leader), or none while it is offline, the brokers of its C(replicas) and of those in sync (C(isr)), and
      the C(min_isr) that is in force.
  returned: success, where O(topics)
  type: list
  elements: dict
  sample:
    - name: orders
      partitions:
        - {partition: 0, leader: 1, replicas: [1, 2, 3], isr: [1, 2, 3], min_isr: 2}
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    topics = given.pop("topics")
    with connection.connected(**given) as client:
        found = cluster_state.read(client)
        if topics:
            found["topics"] = cluster_state.topics_of(cluster_state.partitions(client))
        return {"changed": False, **found}


def main() -> None:
    """Read, and exit with what was found."""
    spec = {**connection.ARGUMENTS, "topics": {"type": "bool", "default": False}}
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
