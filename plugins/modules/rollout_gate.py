#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: rollout_gate
short_description: Wait until a rollout may go on
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Waits until a server may be stopped, or until one that was started is back, and prints meanwhile what it waits for.
    When the time is over it fails with the reasons, partitions named; else it prints what it has looked at.
  - The waiting is done on the control node by the action plugin of this name. Not delegated, or delegated to the
    control node, that looks itself, unless C(cluster_access_python) names another Python; delegated to another host, it
    has the module look there, again and again.
  - Metadata goes on showing a broker that was killed for up to 13 seconds. So each broker that is counted on is also
    asked at its own port.
options:
  phase:
    description:
      - V(start) waits until all of O(brokers), every other broker that holds replicas, and all of O(controllers) are
        there. It fails at once when O(batches) would make partitions unavailable whatever is waited for.
      - V(before_stop) waits until no partition would fall below its min ISR if O(brokers) stopped, and the KRaft quorum
        would keep its majority if O(controllers) did.
      - V(after_start) waits until O(brokers) are registered, not fenced, answer at their own port and hold no
        under-replicated partition, and O(controllers) have caught up with the quorum's leader.
    type: str
    choices: [start, before_stop, after_start]
    required: true
  brokers:
    description: Numbers of brokers.
    type: list
    elements: int
    default: []
  controllers:
    description: Numbers of KRaft controllers that vote.
    type: list
    elements: int
    default: []
  batches:
    description: With V(start), which brokers are to be stopped together, batch by batch.
    type: list
    elements: list
    default: []
  starting:
    description: With V(start), brokers that are down and are to be started first.
    type: list
    elements: int
    default: []
  mended:
    description:
      - With V(start), servers that run and whose files were changed since they were started. Where one of them is not
        there when the time is over, nothing is refused for that, and it is to be restarted first.
    type: list
    elements: int
    default: []
    version_added: "0.4.0"
  absent:
    description:
      - With V(before_stop) and V(after_start), servers that were in RV(absent) at the start and have not had their turn
        before. Nothing that they do not serve keeps one of them from being stopped, and another one does not wait for
        them.
    type: list
    elements: int
    default: []
    version_added: "0.4.0"
  accept_unavailable:
    description:
      - Whether a partition that is below its min ISR, or a quorum without a majority, however healthy the others are,
        may be unavailable meanwhile. All of the others are waited for still.
    type: bool
    default: false
  wait:
    description: Seconds to wait in all.
    type: int
    default: 300
  hold:
    description: Seconds that nothing may be wrong before it is believed.
    type: int
    default: 0
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Wait until broker 1 may be stopped
  groundwork.kafka.rollout_gate:
    bootstrap_servers: ["kafka1.example.com:9092", "kafka2.example.com:9092"]
    phase: before_stop
    brokers: [1]
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
reasons:
  description: What was still to be waited for when the time was over.
  returned: when it was waited for
  type: list
  elements: str
  sample:
    - "stopping broker 1 would leave 1 partition below min ISR: orders-3 (2 of 3 in sync, min ISR 2)"
    - broker 3 does not answer at kafka3.example.com:9092 (Connection refused)
unavailable:
  description: The partitions that O(batches) make unavailable whatever is waited for.
  returned: at the start
  type: list
  elements: str
  sample: ["metrics-0 (1 of 1 in sync, min ISR 1)"]
absent:
  description: Those of O(mended) that were not there when the time was over.
  returned: when it was waited for
  type: list
  elements: int
  sample: []
summary:
  description: What was looked at, as it is printed where there is nothing to wait for any more.
  returned: when it was waited for
  type: str
  sample: "broker 1 and controller 1 may be stopped: 24 partitions and 3 voters looked at"
seconds:
  description: How long it was waited.
  returned: when it was waited for
  type: float
  sample: 4.2
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import rollout
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end


def run(given: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result: what one look found, for the action plugin is what waits."""
    found = {}
    with rollout.opened(given) as gate:
        if given["phase"] == rollout.START:
            found["unavailable"] = gate.unavailable(rollout.numbers(given["batches"]))
        reasons = gate.reasons_to_wait()
        told = {"reasons": reasons, "summary": gate.summary, "absent": gate.absent, "holding": gate.holding}
        return {"changed": False, "unavailable": [], **found, **told}


def main() -> None:
    """Look, and exit with what was found."""
    module = AnsibleModule(argument_spec=rollout.ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
