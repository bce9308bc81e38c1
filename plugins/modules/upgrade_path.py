#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: upgrade_path
short_description: Check whether a cluster may go from one version of Kafka to another
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Fails with one sentence for a version that the cluster's mode does not have, that cannot read the metadata that the
    cluster has, or that would need a step before it, forward and back alike.
  - It changes nothing, looks at nothing but its options, and works in Ansible's own process, so no host is asked.
options:
  mode:
    description:
      - What keeps the cluster's metadata.
    type: str
    choices: [zookeeper, kraft]
    required: true
  version:
    description:
      - The version that the cluster is to have.
    type: str
    required: true
  installed:
    description:
      - The version that each host has, by its name; empty where it has none.
    type: dict
    required: true
  features:
    description:
      - What M(groundwork.kafka.cluster_info) tells of the cluster's features, with KRaft.
    type: dict
    default: {}
  protocol:
    description:
      - The C(inter.broker.protocol.version) of C(kafka_config), with ZooKeeper.
    type: str
    default: ""
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check an upgrade
  groundwork.kafka.upgrade_path:
    mode: kraft
    version: 4.3.1
    installed: {kafka1: 4.1.2, kafka2: 4.1.2, kafka3: 4.1.2}
    features: {metadata.version: {finalized: 27, supported: [7, 27]}}
  run_once: true
"""

RETURN = r"""
due:
  description: The hosts that have another version.
  returned: success
  type: list
  elements: str
  sample: [kafka1, kafka2, kafka3]
notes:
  description: What a person should know before.
  returned: success
  type: list
  elements: str
  sample: []
last_step:
  description: What is left to do when every server runs the version, as a sentence.
  returned: success
  type: str
  sample: >-
    Kafka 3.9.2 with ZooKeeper needs no further step; the way back to an earlier 3.9 stays open: run this playbook with
    that version.
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import upgrade
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end

ARGUMENTS: Dict[str, Any] = {
    "mode": {"type": "str", "choices": [upgrade.ZOOKEEPER, upgrade.KRAFT], "required": True},
    "version": {"type": "str", "required": True},
    "installed": {"type": "dict", "required": True},
    "features": {"type": "dict", "default": {}},
    "protocol": {"type": "str", "default": ""},
}


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    levels = {name: feature["finalized"] for name, feature in params["features"].items()}
    finalized = {name: int(level) for name, level in levels.items() if level is not None}
    installed = {host: str(version) for host, version in params["installed"].items()}
    cluster = upgrade.Cluster(params["mode"], installed, finalized, params["protocol"])
    notes = upgrade.check(cluster, params["version"])
    return {
        "changed": False,
        "due": sorted(host for host, version in installed.items() if version != params["version"]),
        "notes": notes,
        "last_step": upgrade.last_step(cluster, params["version"]),
    }


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
