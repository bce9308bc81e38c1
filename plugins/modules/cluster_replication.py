#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_replication
short_description: Hold a change of default replication against a cluster's topics
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Fails where a higher C(min.insync.replicas) would make topics unavailable that have no more replicas than that.
  - Tells as a finding, with the topics concerned, where the cluster keeps other settings than its number of brokers
    would give.
  - It changes nothing.
options:
  replication:
    description:
      - What M(groundwork.kafka.cluster_layout) returns as RV(groundwork.kafka.cluster_layout#module:replication).
    type: dict
    required: true
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Hold the replication that is wanted against the topics
  groundwork.kafka.cluster_replication:
    bootstrap_servers: ["kafka1.example.com:9092"]
    replication: "{{ layout.replication }}"
  delegate_to: localhost
  run_once: true
  when: layout.replication.raises or layout.replication.differs
"""

RETURN = r"""
findings:
  description: What a person should look at.
  returned: success
  type: list
  elements: dict
  sample:
    - id: replication_kept
      severity: medium
      subject: cluster
      wanted: default.replication.factor 3 and min.insync.replicas 2, as its number of brokers would give
      found: >-
        default.replication.factor 1 and min.insync.replicas 1 are kept, where the brokers of the inventory would give 3
        and 2; topics with fewer than 3 replicas: orders (1 replica)
      why: a higher min ISR makes topics unavailable that have no more replicas than that
      source: "Apache Kafka documentation, Operations: Expanding your cluster, Increasing replication factor"
      remedy: >-
        give each partition of these topics 3 brokers first (kafka-reassign-partitions.sh --execute), then set
        kafka_replication_factor: 3
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import replication
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    settled = given.pop("replication")
    in_sync: Dict[str, int] = {}
    topics: Dict[str, int] | None = None
    silent = ""
    try:
        with connection.connected(**given) as client:
            in_sync, topics = cluster_state.in_sync(client), cluster_state.replicas(client)
    except GroundworkError as error:
        silent = str(error)
    if settled["raises"]:
        if silent:
            raise GroundworkError(
                f"{replication.MIN_ISR} is to be raised, and nobody can tell which topics have too few replicas for "
                f"that: {silent}"
            )
        kept, wanted = (settled[which][replication.MIN_ISR] for which in ("kept", "wanted"))
        replication.check_raise(in_sync, topics or {}, kept, wanted)
    found = [replication.difference(settled["by_size"], settled["kept"], topics, silent)] if settled["differs"] else []
    return {"changed": False, "findings": found}


def main() -> None:
    """Look at the topics, and exit with what was found."""
    spec = {**connection.ARGUMENTS, "replication": {"type": "dict", "required": True}}
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
