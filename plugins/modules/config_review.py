#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: config_review
short_description: Find the traps in configuration files of brokers, ZooKeeper servers and clients
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Reads files of a host as Java reads them, and tells what in them contradicts itself, or bites later, with the
    arithmetic and the actual numbers. Nothing is changed, and nothing else is read but the host's memory, limits and
    mounts.
  - A rule that lacks what it needs, such as the topics of the cluster, is not asked, and is told among RV(not_asked).
    M(groundwork.kafka.cluster_review) knows more.
options:
  files:
    description: The files.
    type: list
    elements: dict
    required: true
    suboptions:
      path:
        description: The file, an absolute path.
        type: path
        required: true
      kind:
        description:
          - Who reads it. V(broker) is C(server.properties), of controllers as well, and V(zookeeper) is C(zoo.cfg).
            Those of clients are V(producer) and V(consumer).
        type: str
        choices: [broker, zookeeper, producer, consumer]
        required: true
      version:
        description:
          - The version of Kafka that reads it, such as V(4.3.1). Without it, rules that depend on it are not asked, and
            keys and values of clients are held against all known versions.
        type: str
        default: ""
  name:
    description: What findings call the host; of several files of one kind each is called by its path.
    type: str
    default: this host
  accepted:
    description:
      - Findings that somebody lives with, by their id, each with the reason. An id that no rule has is refused.
    type: dict
    default: {}
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Find the traps in a broker's file
  groundwork.kafka.config_review:
    files:
      - {path: /etc/kafka/server.properties, kind: broker, version: 3.9.2}
      - {path: /etc/zookeeper/zoo.cfg, kind: zookeeper}
    accepted:
      zookeeper_one_device: the host has one disk, and the cluster is for tests
  register: review

- name: Show what a person should look at
  ansible.builtin.debug:
    msg: "{{ review.findings | groundwork.kafka.finding_sentences }}"
"""

RETURN = r"""
findings:
  description: What a person should look at, the most important first.
  returned: success
  type: list
  elements: dict
  sample:
    - id: io_threads_few
      severity: medium
      subject: broker this host
      wanted: 3 or more
      found: num.io.threads 2 < 3 log.dirs
      why: a disk without a thread waits while others are read and written
      source: "Apache Kafka documentation, Operations: num.io.threads of as many as there are disks, or more"
      remedy: raise num.io.threads to the number of disks, or more
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
  sample: [io_threads_few]
not_asked:
  description: The ids of the other rules, each with what nobody told.
  returned: success
  type: dict
  sample: {partition_large: topics}
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.review import judge as reviewing
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts, rules
from ansible_collections.groundwork.kafka.plugins.module_utils.review.model import Reviewed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import reviewed as server_reviewed

ARGUMENTS: Dict[str, Any] = {
    "files": {
        "type": "list",
        "elements": "dict",
        "required": True,
        "options": {
            "path": {"type": "path", "required": True},
            "kind": {"type": "str", "choices": list(server_reviewed.KINDS), "required": True},
            "version": {"type": "str", "default": ""},
        },
    },
    "name": {"type": "str", "default": "this host"},
    "accepted": {"type": "dict", "default": {}},
}


def run(params: Mapping[str, Any], host: Host) -> Dict[str, Any]:
    """The module's result."""
    kinds = [one["kind"] for one in params["files"]]
    files = [
        server_reviewed.of_file(host, params["name"] if kinds.count(one["kind"]) == 1 else one["path"], one)
        for one in params["files"]
    ]
    found = parts.completed(parts.together(Reviewed(), files))
    return {"changed": False, **reviewing.judge(found, rules.RULES, params["accepted"]).as_result()}


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params, Host()))


if __name__ == "__main__":
    main()
