#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have the preferred replicas lead."""

from __future__ import annotations

DOCUMENTATION = r"""
module: leader_election
short_description: Have the preferred replicas lead
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Elects the preferred leader, the first of its replicas, of every partition that another broker leads, so that no
    broker leads more than its share after a rollout.
  - A partition whose preferred replica is out of sync is left and counted in C(waiting). An unclean election is never
    made.
options:
  wait:
    description: Seconds to wait until the elected leaders are seen to lead.
    type: int
    default: 60
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.asks
"""

EXAMPLES = r"""
- name: Have the preferred replicas lead
  groundwork.kafka.leader_election:
    bootstrap_servers: ["kafka1.example.com:9092", "kafka2.example.com:9092"]
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
elected:
  description: How many partitions got their preferred leader.
  returned: success
  type: int
  sample: 34
waiting:
  description: How many partitions have a preferred replica that is out of sync.
  returned: success
  type: int
  sample: 0
leaders:
  description: How many partitions each broker leads, and how many it is preferred for.
  returned: success
  type: list
  elements: dict
  sample: [{broker: 1, leads: 17, preferred: 17}]
summary:
  description: Both in a sentence.
  returned: success
  type: str
  sample: 34 leaders elected. Broker 1 leads 17 of 17.
"""

from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, leaders
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end

_PREFERRED = 0


def _elect(client: Any) -> List[Dict[str, Any]]:
    """Ask for the preferred leaders of the partitions that lack them; the partitions as they are afterwards.

    Partitions that changed meanwhile have errors of their own, a broker may miss that an election which it waits for is
    over, and an election asked for twice does no harm: only what is seen counts.
    """
    partitions = cluster_state.partitions(client)
    misplaced = leaders.misplaced(partitions)
    if not misplaced:
        return partitions
    with connection.answered_or_not():
        client.elect_leaders(_PREFERRED, leaders.by_topic(misplaced), raise_errors=False)
    return cluster_state.partitions(client)


def run(client: Any, wait: int, check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    partitions = cluster_state.partitions(client)
    wanted = leaders.misplaced(partitions)
    if wanted and not check_mode:

        def left() -> List[str]:
            nonlocal partitions
            partitions = _elect(client)
            found = leaders.misplaced(partitions)
            return [f"{len(found)} partitions, such as {found[0]['topic']}-{found[0]['partition']}"] if found else []

        reasons = waiting.until_nothing(left, wait, 0, lambda _reason: None)
        if reasons:
            raise GroundworkError(
                f"After {wait} seconds the preferred replica does not lead {reasons[0]}; look at the active "
                "controller's journal."
            )
    elected = wanted if check_mode else leaders.led_by_preferred(wanted, partitions)
    leading = leaders.leaders(partitions)
    told = [f"Broker {one['broker']} leads {one['leads']} of {one['preferred']}" for one in leading]
    return {
        "changed": bool(elected),
        "elected": len(elected),
        "waiting": len(leaders.waiting(partitions)),
        "leaders": leading,
        "summary": ". ".join(part for part in (f"{len(elected)} leaders elected", ", ".join(told)) if part) + ".",
    }


def main() -> None:
    """Elect, and exit with who leads."""
    spec = {**connection.ARGUMENTS, "wait": {"type": "int", "default": 60}}
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)

    def work() -> Dict[str, Any]:
        waiting.check(module.params, wait=0)
        given = dict(module.params)
        wait = given.pop("wait")
        with connection.connected(**given) as client:
            return run(client, wait, module.check_mode)

    end(module, work)


if __name__ == "__main__":
    main()
