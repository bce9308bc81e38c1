#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Make a cluster's topics what they are to be."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_topics
short_description: Make a cluster's topics, and change their partitions, settings and replicas
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Makes topics, raises the number of their partitions, sets their settings, gives them more or fewer replicas, and
    deletes those that are to be absent, over the admin API, whole lists in one call. No JVM is started.
  - Topics that are not in the list are left alone, and so are settings of a topic that are not named. Internal topics
    are refused.
  - What is asked for is held against the cluster before the first write. The brokers themselves are asked whether they
    would take it, so it is their own version that judges names, settings and values. In check mode as well.
  - What was done is read back before the module ends. Where replicas move, what is left is printed again and again
    until nothing is. A run that was interrupted is gone on with by the next one, and the brokers go on meanwhile.
options:
  topics:
    description: The topics.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: The topic's name.
        type: str
        required: true
      partitions:
        description:
          - How many partitions it has. Kafka takes none away, so a number below today's is refused.
          - Left out, a new topic gets as many as is the cluster's default, and another one stays as it is.
        type: int
      replication_factor:
        description:
          - How many replicas each of its partitions has. Left out, likewise.
          - Another number than today's means that data is copied or deleted, which is done with O(reassign) alone.
          - Fewer than that, or as few as C(min.insync.replicas), is refused; a lower one among O(topics[].configs)
            makes way for it.
        type: int
      configs:
        description:
          - Its own settings, by Kafka's names. One that is null is taken away, so that the cluster's default is in
            force.
        type: dict
        default: {}
      keys_may_move:
        description:
          - Accepts that with more partitions the records of a key go to another partition than before, out of their
            order. Without it, partitions of a topic that holds records are not raised.
        type: bool
        default: false
      state:
        description: Whether the topic is to be there. One that is not is deleted, with all its records.
        type: str
        choices: [present, absent]
        default: present
  reassign:
    description:
      - Whether replicas are moved where a topic has another replication factor than is wanted, as
        M(groundwork.kafka.cluster_reassign) does with O(groundwork.kafka.cluster_reassign#module:replication) and
        without balance; that is planned, checked, limited and followed as it says. A limit that a run which was killed
        has left behind goes.
      - What is on its way already, whoever has asked for it, is then waited for as well, under the same limit.
      - Without it such a topic is refused, with what would be copied.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.moves
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Have the topics of the shop
  groundwork.kafka.cluster_topics:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    topics:
      - name: orders
        partitions: 12
        replication_factor: 3
        configs: {min.insync.replicas: 2, retention.ms: 604800000}
      - name: customers
        configs: {cleanup.policy: compact, segment.ms: null}
      - {name: orders-old, state: absent}
  delegate_to: localhost
  run_once: true

- name: Give a topic a third replica, and wait until it has it
  groundwork.kafka.cluster_topics:
    bootstrap_servers: ["kafka1.example.com:9092"]
    topics: [{name: orders, replication_factor: 3}]
    reassign: true
    throttle: 100m
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
created:
  description: The topics that were made.
  returned: success
  type: list
  elements: str
  sample: [orders]
deleted:
  description: The topics that were deleted.
  returned: success
  type: list
  elements: str
  sample: [orders-old]
partitions:
  description: How many partitions topics have that had fewer, by name.
  returned: success
  type: dict
  sample: {customers: 6}
configs:
  description: The settings that were set, or taken away where they are null, by the topic's name.
  returned: success
  type: dict
  sample: {customers: {cleanup.policy: compact, segment.ms: null}}
reassigned:
  description: The partitions whose replicas were moved, with the brokers before and afterwards.
  returned: success
  type: list
  elements: dict
  sample: [{topic: orders, partition: 0, from: [1, 2], to: [1, 2, 3]}]
plan:
  description: Where all partitions that move are to be, as C(kafka-reassign-partitions.sh) reads it.
  returned: success
  type: dict
  sample: {version: 1, partitions: [{topic: orders, partition: 0, replicas: [1, 2, 3], log_dirs: [any, any, any]}]}
left:
  description: How many partitions are not there yet.
  returned: success
  type: int
  sample: 0
bytes_left:
  description: What is still to be copied of them.
  returned: success
  type: int
  sample: 0
under_way:
  description: How many of them the cluster was asked for.
  returned: success
  type: int
  sample: 0
bytes_under_way:
  description: What is still to be copied of these.
  returned: success
  type: int
  sample: 0
summary:
  description: What was to be moved.
  returned: success
  type: list
  elements: str
  sample: ["2 partitions to change: 2 to be copied (3.1 GiB over the network)."]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import (
    connection,
    moves,
    topics_admin,
    topics_wanted,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result; the action plugin has cluster_reassign follow the plan until no replica moves any more."""
    wanted, how = topics_wanted.wanted(params["topics"]), moves.pace(params)
    given = {name: params[name] for name in connection.ARGUMENTS}
    with connection.connected(**given) as client:
        return topics_admin.run(client, wanted, how if params["reassign"] else None, params["timeout"], check_mode)


def main() -> None:
    """Read, plan, ask whether it may be, apply, read again, and exit with what was done."""
    spec = {
        **connection.ARGUMENTS,
        **moves.ARGUMENTS,
        "topics": {"type": "list", "elements": "dict", "required": True, "options": topics_wanted.TOPIC},
        "reassign": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
