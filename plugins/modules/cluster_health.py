#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_health
short_description: Read the vital signs of a running cluster over its admin API
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks the brokers once for what docs/health.md of the collection has from Kafka's own admin API, such as partitions
    that lack replicas or a leader, the controller, the quorum, fenced brokers, folders of partitions, and groups that
    fall behind. Nothing is changed, and no JVM is started.
  - What can't be read is told with the reason, so that it is not taken for normal. A broker that hangs costs
    O(timeout), and hides nothing of the others.
  - Its user needs the right to describe the cluster and its topics. What it may not see is told as missing.
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Look at the cluster
  groundwork.kafka.cluster_health:
    bootstrap_servers: ["kafka1.example.com:9092"]
  delegate_to: localhost
  run_once: true
  register: cluster
"""

RETURN = r"""
mode:
  description: V(kraft) or V(zookeeper); empty where the cluster did not answer.
  returned: success
  type: str
  sample: kraft
readings:
  description:
    - What was found, for M(groundwork.kafka.health_report). Where C(value) is null, C(missing) says why.
  returned: success
  type: list
  elements: dict
  sample:
    - {identity: under_replicated, subject: cluster, source: admin, value: 0, missing: ""}
unanswered:
  description: Why the cluster did not answer; empty where it did.
  returned: success
  type: str
  sample: ""
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, vitals_asked
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.health import reading


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    try:
        with connection.connected(**{name: params[name] for name in connection.ARGUMENTS}) as client:
            found, why = vitals_asked.ask(client), ""
    except GroundworkError as error:
        found, why = vitals_asked.nobody(str(error)), str(error)
    readings = [reading.plain(one) for one in found.readings]
    return {"changed": False, "mode": found.mode, "readings": readings, "unanswered": why}


def main() -> None:
    """Ask, and exit with what was found."""
    module = AnsibleModule(argument_spec=connection.ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
