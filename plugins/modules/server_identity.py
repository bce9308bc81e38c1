#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: server_identity
short_description: Read what a host tells of its place in the cluster
version_added: "0.3.0"
description:
  - Reads the numbers of a host's broker and ZooKeeper server from their data, the numbers of all hosts that it
    remembers, the ZooKeeper ensemble that it is configured for, and its rack.
  - M(groundwork.kafka.cluster_layout) takes what it returns of all hosts, on the control node.
  - Fails where the ZooKeeper server has its data in other folders than those that are given.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  log_dirs:
    description:
      - The folders of the partitions of a broker or controller; none where the host has neither.
    type: list
    elements: str
    default: []
  replication_factor:
    description:
      - The replication factor that the inventory gives, 0 where it gives none. It is returned, for
        M(groundwork.kafka.cluster_layout).
    type: int
    default: 0
    version_added: "0.4.0"
  replication_config:
    description:
      - Keys of C(server.properties) about replicas that the inventory gives. They are returned as well.
    type: dict
    default: {}
    version_added: "0.4.0"
  data_dir:
    description:
      - The folder of the snapshots of a ZooKeeper server; left out where the host has none.
    type: str
  data_log_dir:
    description:
      - The folder of its transaction log. O(data_dir) when it is left out.
    type: str
  mount_points:
    description:
      - Where data disks are, or will be, mounted.
    type: list
    elements: str
    default: []
  disks:
    description:
      - The data disks, as M(groundwork.kafka.data_disks) takes them. What is still to be mounted from one is not taken
        for lost.
    type: list
    elements: dict
    default: []
    version_added: "0.4.0"
  accept_lost_log:
    description:
      - Whether a ZooKeeper server may start with its snapshots alone, as it was when the last of them was taken.
    type: bool
    default: false
    version_added: "0.4.0"
  rack:
    description:
      - The host's rack.
    type: str
  rack_file:
    description:
      - A file on the host that holds its rack on one line. It excludes O(rack).
    type: str
  rack_command:
    description:
      - A command, as a list of words, that prints the host's rack on one line. It excludes O(rack) and O(rack_file).
    type: list
    elements: str
    default: []
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Read what the host tells of its place in the cluster
  groundwork.kafka.server_identity:
    log_dirs: [/data/1/kafka, /data/2/kafka]
    data_dir: /var/lib/zookeeper/data
    data_log_dir: /data/zookeeper/log
    rack_file: /etc/rack
  register: identity
"""

RETURN = r"""
node:
  description:
    - Of the broker or controller the number and the cluster's id that its data holds (null without data), and the
      numbers of all hosts that it remembers, by host; the settings about replicas that its C(server.properties) has
      (null without that file), and those that were given; where it listens now, by listener, and at which ports once it
      is restarted with that file; and of one that runs with TLS the certificates that it presents and those that it
      trusts. Null without O(log_dirs).
  returned: success
  type: dict
  sample:
    id: 1
    cluster_id: vPeOCWypqUOSepEvx0cbog
    remembered: {k1: 1, k2: 2}
    replication: {default.replication.factor: "2", min.insync.replicas: "1"}
    given: {factor: 0, config: {}}
    listens: {CLIENT: ["k1:9092"]}
    ports: {CLIENT: 9092}
    certificates: {}
zookeeper:
  description:
    - Of the ZooKeeper server the number that its data holds, the numbers that it remembers, those of the ensemble that
      it is configured for, and where these take part in elections, and whether it holds data, awaits a disk that may
      have some, is stopped and has lost the transaction log that belongs to its snapshots (never with
      O(accept_lost_log)), runs with an earlier configuration, and has both folders on one device; and its certificates,
      as those of a broker. Null without O(data_dir).
  returned: success
  type: dict
  sample:
    id: 1
    remembered: {z1: 1}
    members: [1, 2, 3]
    elections: {"1": "z1:3888", "2": "z2:3888", "3": "z3:3888"}
    filled: true
    awaited: false
    log_lost: false
    pending: false
    shared_device: false
    certificates: {}
zookeeper_stays:
  description: Whether a ZooKeeper server that was made here runs, and O(data_dir) is not given.
  returned: success
  type: bool
  version_added: "0.4.0"
rack:
  description: The host's rack, or null.
  returned: success
  type: str
  sample: rack-a
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import identity as server_identity


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    data_dir = params["data_dir"]
    data_log_dir = params["data_log_dir"] or data_dir
    given = {"factor": params["replication_factor"], "config": params["replication_config"]}
    keeper = None
    if data_dir:
        keeper = server_identity.zookeeper(host, data_dir, data_log_dir, params["mount_points"], params["disks"])
        keeper["log_lost"] = keeper["log_lost"] and not params["accept_lost_log"]
    return {
        "changed": False,
        "node": {**server_identity.node(host, params["log_dirs"]), "given": given} if params["log_dirs"] else None,
        "zookeeper": keeper,
        "zookeeper_stays": not data_dir and server_identity.zookeeper_stays(host),
        "rack": server_identity.rack(host, params["rack"], params["rack_file"], params["rack_command"]),
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "log_dirs": {"type": "list", "elements": "str", "default": []},
            "replication_factor": {"type": "int", "default": 0},
            "replication_config": {"type": "dict", "default": {}},
            "data_dir": {"type": "str"},
            "data_log_dir": {"type": "str"},
            "mount_points": {"type": "list", "elements": "str", "default": []},
            "disks": {"type": "list", "elements": "dict", "default": []},
            "accept_lost_log": {"type": "bool", "default": False},
            "rack": {"type": "str"},
            "rack_file": {"type": "str"},
            "rack_command": {"type": "list", "elements": "str", "default": []},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
