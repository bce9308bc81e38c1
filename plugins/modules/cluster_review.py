#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_review
short_description: Find the traps in the configuration of a running cluster and its topics
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks the brokers over the admin API for the settings that are in force in them and in each topic, for the sizes of
    partitions, consumer groups, quotas, racks and the quorum, and tells what of it contradicts itself, or bites later,
    with the arithmetic and the actual numbers. Nothing is changed, and no JVM is started.
  - Its user needs the right to describe the cluster and its topics. Groups, quotas and folders that it may not see are
    left out, and what needs them is told among RV(not_asked).
options:
  topics:
    description:
      - What a cluster does not tell of its topics, by their name, each with any of C(written), the bytes that are
        written to it in a second, C(planned), the partitions that it is to have, and C(keyed), whether the order of the
        records of a key matters.
    type: dict
    default: {}
  clients:
    description: Producers and consumers of the cluster.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: What findings call it.
        type: str
        required: true
      kind:
        description: What it does.
        type: str
        choices: [producer, consumer]
        required: true
      config:
        description: Its configuration, by the keys of its library.
        type: dict
        default: {}
      library:
        description: What it is built on, V(java) for Kafka's own client, V(librdkafka), or another name.
        type: str
        default: java
      version:
        description: The version of that library.
        type: str
        default: ""
      topics:
        description: The topics that it writes or reads.
        type: list
        elements: str
        default: []
      keyed:
        description: Whether its records have keys.
        type: bool
      records:
        description: How many it sends in a second.
        type: int
  load:
    description: What is expected of the cluster.
    type: dict
    default: {}
    suboptions:
      written:
        description: The bytes that are written to all topics in a second.
        type: int
      producer:
        description: The most bytes that a producer writes to one partition in a second.
        type: int
      consumer:
        description: The most bytes that a consumer reads from one partition in a second.
        type: int
      growth:
        description: By how many percent what is stored grows in a month.
        type: float
  accepted:
    description:
      - Findings that somebody lives with, by their id, each with the reason. An id that no rule has is refused.
    type: dict
    default: {}
  tolerant:
    description: Whether a cluster that does not answer is told in RV(unanswered) instead of failing.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Find the traps of a cluster
  groundwork.kafka.cluster_review:
    bootstrap_servers: ["kafka1.example.com:9092"]
    topics:
      orders: {keyed: true, written: 1000000}
    accepted:
      quotas_none: all clients are our own
  delegate_to: localhost
  run_once: true
  register: review
"""

RETURN = r"""
findings:
  description: What a person should look at, the most important first.
  returned: success
  type: list
  elements: dict
  sample:
    - id: min_isr_all
      severity: high
      subject: topic orders
      wanted: min.insync.replicas 2
      found: "min.insync.replicas 3 = 3 replicas: 0 may be missing"
      why: one broker that is down, as at each restart, stops every write with acks=all
      source: "Apache Kafka documentation, Design: Availability and Durability Guarantees"
      remedy: set min.insync.replicas=2, or add a replica
accepted:
  description: What somebody lives with, in the same form, each with the reason in C(accepted).
  returned: success
  type: list
  elements: dict
  sample: []
asked:
  description: The ids of the rules that were asked.
  returned: success
  type: list
  elements: str
  sample: [min_isr_all]
not_asked:
  description: The ids of the other rules, each with what nobody told.
  returned: success
  type: dict
  sample: {page_cache_small: facts.memory}
reviewed:
  description: What the cluster told, without secrets, for M(groundwork.kafka.audit_report).
  returned: success
  type: dict
unanswered:
  description: Why the cluster did not answer; empty where it did.
  returned: success
  type: str
  sample: ""
"""

import time
from dataclasses import replace
from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import reviewed as cluster_reviewed
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.review import judge as reviewing
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts, rules

_CLIENT = {
    "name": {"type": "str", "required": True},
    "kind": {"type": "str", "choices": ["producer", "consumer"], "required": True},
    "config": {"type": "dict", "default": {}},
    "library": {"type": "str", "default": "java"},
    "version": {"type": "str", "default": ""},
    "topics": {"type": "list", "elements": "str", "default": []},
    "keyed": {"type": "bool"},
    "records": {"type": "int"},
}
_LOAD = {
    "written": {"type": "int"},
    "producer": {"type": "int"},
    "consumer": {"type": "int"},
    "growth": {"type": "float"},
}
ARGUMENTS: Dict[str, Any] = {
    **connection.ARGUMENTS,
    "topics": {"type": "dict", "default": {}},
    "clients": {"type": "list", "elements": "dict", "default": [], "options": _CLIENT},
    "load": {"type": "dict", "default": {}, "options": _LOAD},
    "accepted": {"type": "dict", "default": {}},
    "tolerant": {"type": "bool", "default": False},
}


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = {name: params[name] for name in connection.ARGUMENTS}
    reviewing.check_accepted(params["accepted"], rules.BY_ID)
    told = parts.reviewed({"load": params["load"] or {}, **_clients(params["clients"])})
    try:
        with connection.connected(**given) as client:
            found = cluster_reviewed.read(client, time.time())
    except GroundworkError as error:
        if not params["tolerant"]:
            raise
        return {"changed": False, "unanswered": str(error), "reviewed": {}, **reviewing.Judgement().as_result()}
    found = parts.with_topics(replace(found, load=told.load, clients=told.clients), params["topics"])
    judgement = reviewing.judge(parts.completed(found), rules.RULES, params["accepted"])
    return {"changed": False, "unanswered": "", "reviewed": parts.plain(found), **judgement.as_result()}


def _clients(given: Any) -> Dict[str, Any]:
    """The clients as a part of what is reviewed; none where nobody has told of any."""
    clients = [{**one, "config": {key: str(value) for key, value in one["config"].items()}} for one in given]
    return {"clients": clients} if clients else {}


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
