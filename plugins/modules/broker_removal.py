#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Take a broker that holds nothing any more out of a cluster."""

from __future__ import annotations

DOCUMENTATION = r"""
module: broker_removal
short_description: Take a broker that holds nothing any more out of a cluster
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Removes what a cluster keeps of a broker beside partitions, which M(groundwork.kafka.cluster_reassign) moves. Fails
    where it holds any.
options:
  broker:
    description: The broker's number.
    type: int
    required: true
  state:
    description:
      - With V(released), the settings that the cluster keeps for this broker alone are removed. It has to run, as
        nobody else takes them; where it does not, and the cluster knows it still, that they stay is told.
      - With V(absent), its registration is removed (KRaft). It must not run any more, as it would register again; until
        it does not, it is waited for.
    type: str
    choices: [released, absent]
    default: absent
  wait:
    description: Seconds to wait until the cluster has noticed that it was stopped.
    type: int
    default: 60
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.asks
"""

EXAMPLES = r"""
- name: Forget broker 4, which was stopped
  groundwork.kafka.broker_removal:
    bootstrap_servers: ["kafka1.example.com:9092"]
    broker: 4
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
removed:
  description: The settings or the registration that were removed.
  returned: success
  type: list
  elements: str
  sample: [the registration of broker 4]
told:
  description: What could not be removed, a sentence each.
  returned: success
  type: list
  elements: str
  sample: []
"""

from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import broker_removal, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def released(client: Any, broker: int, check_mode: bool, told: List[str]) -> List[str]:
    """The settings of its own that a running broker has no more; of another one it is *told* that they stay."""
    brokers = cluster_state.read(client)["brokers"]
    if broker not in cluster_state.running(brokers):
        told += broker_removal.left_settings(broker, brokers)
        return []
    own = broker_removal.own_settings(client, broker)
    if own and not check_mode:
        broker_removal.forget_settings(client, broker, own)
    return [f"{key} of broker {broker}" for key in own]


def absent(client: Any, broker: int, wait: int, check_mode: bool) -> List[str]:
    """The registration of a broker that was stopped; none with ZooKeeper, where it goes with the broker's session."""

    def still() -> List[str]:
        numbers = cluster_state.running(cluster_state.read(client)["brokers"])
        return [f"broker {broker} is not known to be stopped"] if broker in numbers else []

    if not check_mode:
        waiting.until_nothing(still, wait, 0, lambda _reason: None)
    found = cluster_state.read(client)
    if not check_mode:
        broker_removal.check_stopped(broker, found["brokers"])
    if found["mode"] != cluster_state.KRAFT or broker not in [one["id"] for one in found["brokers"]]:
        return []
    if not check_mode:
        broker_removal.unregister(client, broker)
    return [f"the registration of broker {broker}"]


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    waiting.check(params, wait=0)
    given = dict(params)
    broker, state, wait = (given.pop(name) for name in ("broker", "state", "wait"))
    with connection.connected(**given) as client:
        if not check_mode:  # where it is only planned, it holds what is still to be moved
            broker_removal.check_empty(broker, cluster_state.partitions(client))
        told: List[str] = []
        if state == "released":
            removed = released(client, broker, check_mode, told)
        else:
            removed = absent(client, broker, wait, check_mode)
    return {"changed": bool(removed), "removed": removed, "told": told}


def main() -> None:
    """Remove, and exit with what was there."""
    spec = {
        **connection.ARGUMENTS,
        "broker": {"type": "int", "required": True},
        "state": {"type": "str", "choices": ["released", "absent"], "default": "absent"},
        "wait": {"type": "int", "default": 60},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
