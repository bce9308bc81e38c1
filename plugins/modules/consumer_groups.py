#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Show where consumer groups stand, reset them, and delete them."""

from __future__ import annotations

DOCUMENTATION = r"""
module: consumer_groups
short_description: Show where a cluster's consumer groups stand, reset them, and delete them
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Shows the positions of consumer groups, with the first and the next offset of each partition, and how far they are
    behind. Resets groups to the beginning, the end, a moment, an offset, or by a number of records, and deletes groups.
  - A group with members is neither reset nor deleted. Its consumers are to be stopped first.
  - All of it is planned and checked before the first write, and read back before the module ends.
options:
  groups:
    description: The groups. Without any, all of the cluster are shown.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: The group's name.
        type: str
        required: true
      topics:
        description:
          - In which topics it is reset, each as C(TOPIC), or as C(TOPIC:0,1) for some of its partitions. Left out, in
            all partitions where it has a position.
        type: list
        elements: str
        default: []
      to:
        description: Resets it to the first record that is there, or behind the last one.
        type: str
        choices: [earliest, latest]
      time:
        description:
          - Resets it to the first record from this moment on, or behind the last one where there is none. It has a time
            zone, such as V(2026-01-31T23:59:59Z), or is in milliseconds since 1970.
        type: str
      offset:
        description: Resets it to this offset in each partition, which has to lie in what the partition holds.
        type: int
      shift:
        description:
          - Resets it by so many records, backwards where it is negative, and no further than the partition goes. A
            partition without a position is taken to be read from its end.
          - Each run shifts again.
        type: int
      positions:
        description: Resets it to an offset of each partition, by topic and partition.
        type: dict
      may_be_new:
        description: Whether a group that does not exist is given positions, for consumers that are still to come.
        type: bool
        default: false
      state:
        description: Whether the group is to be there. One that is not is deleted, with its positions.
        type: str
        choices: [present, absent]
        default: present
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Show all groups
  groundwork.kafka.consumer_groups:
    bootstrap_servers: ["kafka1.example.com:9092"]
  delegate_to: localhost
  run_once: true

- name: Have billing read the orders of this year again, and forget a group that nobody needs
  groundwork.kafka.consumer_groups:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    groups:
      - {name: billing, topics: [orders], time: "2026-01-01T00:00:00Z"}
      - {name: leaver, state: absent}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
groups:
  description: The groups as they are now. Offsets of partitions that are gone or without a leader are null.
  returned: success
  type: list
  elements: dict
  sample:
    - name: billing
      state: Empty
      type: classic
      members: []
      positions: [{topic: orders, partition: 0, position: 120, start: 0, end: 150, lag: 30}]
reset:
  description: The positions that were changed; C(from) is null where there was none.
  returned: success
  type: list
  elements: dict
  sample: [{group: billing, topic: orders, partition: 0, from: 150, to: 120}]
deleted:
  description: The groups that were deleted.
  returned: success
  type: list
  elements: str
  sample: [leaver]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, groups_admin, groups_wanted
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    wanted = groups_wanted.wanted(given.pop("groups"))
    with connection.connected(**given) as client:
        return groups_admin.run(client, wanted, check_mode)


def main() -> None:
    """Read, plan, apply, read again, and exit with where the groups stand."""
    spec = {
        **connection.ARGUMENTS,
        "groups": {"type": "list", "elements": "dict", "default": [], "options": groups_wanted.GROUP},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
