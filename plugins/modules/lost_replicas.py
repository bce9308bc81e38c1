#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tell which replicas a broker loses with a folder."""

from __future__ import annotations

DOCUMENTATION = r"""
module: lost_replicas
short_description: Tell which replicas a broker loses with a folder whose disk has failed or was replaced
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Names the partitions that a broker is to hold and that its other folders do not have, and the brokers that still
    have them in sync, from which it copies them once it is restarted without the folder.
  - Fails where no other broker that runs has one in sync, because what it holds would be lost; and where its restart
    makes something unavailable, because it would not be begun later.
options:
  broker:
    description: The broker's number.
    type: int
    required: true
  folders:
    description: The folders that it is to go on without, or that have got an empty disk.
    type: list
    elements: str
    required: true
  held:
    description: The partitions that its other folders have, each as Kafka names its folder, such as V(orders-0).
    type: list
    elements: str
    required: true
  accept:
    description:
      - Whether partitions may be lost that no other broker has in sync. With ZooKeeper they begin empty; with KRaft
        they have no leader until an unclean election (C(kafka-leader-election.sh --election-type UNCLEAN)).
    type: bool
    default: false
  may_be_new:
    description:
      - Whether nothing tells that the broker ever ran, neither another of its folders nor what other brokers hold. Then
        it is not asked what they held where no broker accepts connections. Otherwise that is refused, unless O(accept).
    type: bool
    default: false
  accept_unavailable:
    description:
      - Whether partitions may be unavailable that have too few other replicas, and the quorum that has too few other
        voters, while the broker is restarted without the folders. A broker that does not run is not restarted.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Tell which replicas broker 1 loses with its second disk
  groundwork.kafka.lost_replicas:
    bootstrap_servers: ["kafka2.example.com:9092"]
    broker: 1
    folders: [/data/2/kafka]
    held: [orders-0, orders-3]
  delegate_to: localhost
"""

RETURN = r"""
lost:
  description:
    - Each partition that is lost there, the brokers that have it in sync, those that had it when they were stopped, and
      those that are behind.
  returned: success
  type: list
  elements: dict
  sample:
    - {topic: orders, partition: 1, still_on: [2, 3], silent: [], behind: []}
told:
  description: The same in words, a line for each topic and the brokers that hold it.
  returned: success
  type: list
  elements: str
  sample: ["orders 1, 2: still on brokers 2, 3"]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, lost_replicas, rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    broker, folders, held = (given.pop(name) for name in ("broker", "folders", "held"))
    accept, accept_unavailable = (given.pop(name) for name in ("accept", "accept_unavailable"))
    may_be_new = given.pop("may_be_new")
    try:
        with connection.connected(**given) as client:
            live = cluster_state.running(cluster_state.brokers_of(client.describe_cluster()))
            found = lost_replicas.lost(cluster_state.partitions(client), broker, held, live)
            unavailable = rollout.unavailable(client, [[broker]]) if broker in live else []
    except connection.NobodyListensError as error:
        if may_be_new or accept:
            return {"changed": False, "lost": [], "told": []}
        raise GroundworkError(f"{error} {lost_replicas.unknown(broker, folders)}") from error
    last = lost_replicas.last_copies(found)
    why = [] if accept or not last else [lost_replicas.refusal(broker, folders, last)]
    why += [] if accept_unavailable or not unavailable else [rollout.refusal(unavailable)]
    if why:
        raise GroundworkError(" ".join(why))
    return {"changed": False, "lost": found, "told": lost_replicas.sentences(found)}


def main() -> None:
    """Read, and exit with what was found."""
    spec = {
        **connection.ARGUMENTS,
        "broker": {"type": "int", "required": True},
        "folders": {"type": "list", "elements": "str", "required": True},
        "held": {"type": "list", "elements": "str", "required": True},
        "accept": {"type": "bool", "default": False},
        "may_be_new": {"type": "bool", "default": False},
        "accept_unavailable": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
