#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: former_servers
short_description: Tell what a cluster still has of servers that the inventory has no more
version_added: "0.4.0"
description:
  - Fails, with its partitions named, for a broker that runs and holds partitions and is not in the inventory any more.
  - Gives findings for replicas that are on such a broker which is gone, for one that runs without partitions, and for a
    controller that the KRaft quorum still counts.
  - Tells nothing where no broker accepts connections, as before they are started, and gives a finding where those that
    do don't answer, since a run may mend that. Fails where the cluster cannot be asked for another reason. It changes
    nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  servers:
    description:
      - The names of the hosts that are gone, by the number of their servers.
    type: dict
    required: true
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Refuse to leave a broker behind that holds partitions
  groundwork.kafka.former_servers:
    bootstrap_servers: [k1:9092, k2:9092]
    servers: {4: k4}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
findings:
  description: What a person should look at.
  returned: success
  type: list
  elements: dict
  sample: []
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, former_servers
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    former = {int(number): str(name) for number, name in given.pop("servers").items()}
    try:
        with connection.connected(**given) as client:
            brokers = cluster_state.brokers_of(client.describe_cluster())
            partitions, quorum = cluster_state.partitions(client), cluster_state.quorum(client)
    except connection.NobodyListensError:  # the gates say it, where anything is to be restarted
        return {"changed": False, "findings": []}
    except connection.NoAnswerError as error:
        return {"changed": False, "findings": [former_servers.unknown(former, str(error))]}
    refused = former_servers.refusals(former, brokers, partitions)
    if refused:
        raise GroundworkError(" ".join(refused))
    return {"changed": False, "findings": former_servers.findings(former, brokers, partitions, quorum)}


def main() -> None:
    """Look, and exit with what was found."""
    spec = {**connection.ARGUMENTS, "servers": {"type": "dict", "required": True}}
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
