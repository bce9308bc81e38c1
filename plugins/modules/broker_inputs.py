#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: broker_inputs
short_description: Check what a broker is to be before anything of it is written
version_added: "0.2.0"
description:
  - Fails with one sentence for an id, a port, folders, a ZooKeeper connection or replication factors with which Kafka
    does not start or no topic can be made.
  - Fails as well when the folders hold the data of another broker, of two brokers or of two clusters, as
    C(meta.properties) in them tells.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  id:
    description:
      - The broker's id.
    type: int
    required: true
  log_dirs:
    description:
      - The folders of the partitions, absolute paths beside one another.
    type: list
    elements: str
    required: true
  ports:
    description:
      - The ports that the broker listens at, by the name to speak of each.
    type: dict
    default: {}
  zookeeper_connect:
    description:
      - The ZooKeeper servers, C(HOST:PORT) separated by commas.
    type: str
    required: true
  config:
    description:
      - Keys of C(server.properties). Only replication factors, the replicas that must be in sync and the range of
        generated ids are judged.
    type: dict
    default: {}
  brokers:
    description:
      - How many brokers the cluster is to have; V(0) where that is not known.
    type: int
    default: 0
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the broker's inputs
  groundwork.kafka.broker_inputs:
    id: 1
    log_dirs: [/data/1/kafka, /data/2/kafka]
    ports: {kafka_port: 9092}
    zookeeper_connect: zk1:2181,zk2:2181,zk3:2181
    config:
      default.replication.factor: 3
      min.insync.replicas: 2
    brokers: 3
"""

RETURN = r"""
log_dirs:
  description: The folders without trailing or doubled slashes.
  returned: success
  type: list
  elements: str
  sample: [/data/1/kafka, /data/2/kafka]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils import broker_inputs, server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    config = {key: str(value).lower() for key, value in params["config"].items()}
    broker_inputs.check_id(params["id"], config)
    for name, port in params["ports"].items():
        broker_inputs.check_port(name, port)
    broker_inputs.check_connect(params["zookeeper_connect"])
    broker_inputs.check_replication(config, params["brokers"])
    log_dirs = server_data.folders("kafka_log_dirs", params["log_dirs"])
    server_data.check_broker(host, params["id"], log_dirs)
    return {"changed": False, "log_dirs": log_dirs}


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "id": {"type": "int", "required": True},
            "log_dirs": {"type": "list", "elements": "str", "required": True},
            "ports": {"type": "dict", "default": {}},
            "zookeeper_connect": {"type": "str", "required": True},
            "config": {"type": "dict", "default": {}},
            "brokers": {"type": "int", "default": 0},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
