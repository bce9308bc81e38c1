#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: cluster_identity
short_description: Tell which KRaft cluster the hosts of an inventory are
version_added: "0.3.0"
description:
  - Takes what M(groundwork.kafka.kafka_storage) has read on each host, and gives the one id of their cluster, made
    where there is none yet, and how each host that holds nothing is to be formatted.
  - The first controller of a cluster is formatted as its first voter only where no host holds anything of a cluster. A
    controller whose disk was lost is formatted to join the others, the first one as well.
  - Fails, naming the hosts, when two hosts hold the data of two clusters, when O(cluster_id) is not the id that they
    hold, when there is data but no controller with its metadata, and when hosts are missing without which it cannot be
    told whether there is a cluster.
  - It reads nothing but its arguments, and works in Ansible's own process, so no host is asked. Run it once.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  members:
    description:
      - The hosts of the cluster that were read, in the order of the inventory.
    type: list
    elements: dict
    required: true
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      controller:
        description: Whether it is a controller.
        type: bool
        required: true
      address:
        description: Where its controller listens, C(HOST:PORT).
        type: str
        required: true
      storage:
        description: What M(groundwork.kafka.kafka_storage) returned as C(storage).
        type: dict
        required: true
  unread:
    description:
      - The hosts of the cluster that were not read.
    type: list
    elements: str
    default: []
  cluster_id:
    description:
      - The id that the cluster is to have, 22 letters. Made when it is not given and no host holds one.
    type: str
    default: ""
  auto_join:
    description:
      - Whether controllers join the quorum by themselves, as they do from Kafka 4.2 on. Otherwise all controllers of a
        new cluster are formatted as its first voters.
    type: bool
    default: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Tell which cluster the hosts are
  groundwork.kafka.cluster_identity:
    members:
      - {host: k1, controller: true, address: "k1:9093", storage: "{{ hostvars.k1.storage_read.storage }}"}
      - {host: k2, controller: true, address: "k2:9093", storage: "{{ hostvars.k2.storage_read.storage }}"}
      - {host: k3, controller: true, address: "k3:9093", storage: "{{ hostvars.k3.storage_read.storage }}"}
  register: identity
  run_once: true
"""

RETURN = r"""
cluster_id:
  description: The id of the cluster.
  returned: success
  type: str
  sample: NFrByNf9Sb-ZRSqQKfs2LA
new:
  description: Whether the cluster is yet to begin.
  returned: success
  type: bool
  sample: false
ways:
  description: How each host with folders that hold nothing is to be formatted, V(standalone), V(initial) or V(join).
  returned: success
  type: dict
  sample: {k3: join}
controllers:
  description: The voters of a new quorum, for each that is formatted with V(initial) or V(standalone).
  returned: success
  type: str
  sample: ""
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import kraft_identity
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory.kraft_identity import Member

_MEMBER = {
    "host": {"type": "str", "required": True},
    "controller": {"type": "bool", "required": True},
    "address": {"type": "str", "required": True},
    "storage": {"type": "dict", "required": True},
}
ARGUMENTS: Dict[str, Any] = {
    "members": {"type": "list", "elements": "dict", "required": True, "options": _MEMBER},
    "unread": {"type": "list", "elements": "str", "default": []},
    "cluster_id": {"type": "str", "default": ""},
    "auto_join": {"type": "bool", "default": True},
}


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    members = [_member(given) for given in params["members"]]
    found = kraft_identity.decide(members, params["cluster_id"], params["unread"], params["auto_join"])
    return dict(vars(found), changed=False)


def _member(given: Dict[str, Any]) -> Member:
    storage = given["storage"]
    return Member(
        given["host"],
        storage["node_id"],
        given["controller"],
        given["address"],
        cluster_id=storage["cluster_id"],
        unformatted=bool(storage["unformatted"]),
        founded=bool(storage["founded"]),
        used=bool(storage["used"]),
    )


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
