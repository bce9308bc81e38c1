#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have a broker move its replicas out of folders."""

from __future__ import annotations

DOCUMENTATION = r"""
module: log_dirs_drain
short_description: Have a broker move its partitions from folders to its other ones
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks the broker to move what lies in the folders O(drained) to the folders O(into), each replica to the one where it
    fills the least of what is free (AlterReplicaLogDirs), O(at_once) of them at a time, until it tells that nothing is
    left there (DescribeLogDirs). The broker serves them meanwhile. Its limit
    C(replica.alter.log.dirs.io.max.bytes.per.second) is kept to, where one is set.
  - What is still to be moved is printed again and again.
  - In check mode it tells what would be moved, and whether there is room for it.
  - A run that was interrupted is gone on with by the next one. The broker itself goes on with what it has begun.
  - Fails, before anything is moved, where a folder cannot be used or has no room. 5% of each file system are left.
options:
  broker:
    description: The broker's number.
    type: int
    required: true
  drained:
    description: The folders that are to hold nothing, as the broker's own settings name them.
    type: list
    elements: str
    required: true
  into:
    description:
      - The other folders, likewise, each as a C(path) with a C(disk), any text that tells its file system from others.
    type: list
    elements: dict
    required: true
    suboptions:
      path:
        description: The folder.
        type: str
        required: true
      disk:
        description: Its file system.
        type: str
        required: true
  at_once:
    description: How many partitions are on their way at a time.
    type: int
    default: 10
  wait:
    description: Seconds in which something has to come nearer to its end, before it is given up.
    type: int
    default: 600
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.asks
"""

EXAMPLES = r"""
- name: Empty a folder of broker 1
  groundwork.kafka.log_dirs_drain:
    bootstrap_servers: ["kafka1.example.com:9092"]
    broker: 1
    drained: [/data/2/kafka]
    into: [{path: /data/1/kafka, disk: first}]
  delegate_to: localhost
"""

RETURN = r"""
left:
  description: How many partitions are still in the folders.
  returned: success
  type: int
  sample: 0
bytes_left:
  description: What is still to be copied of them.
  returned: success
  type: int
  sample: 0
summary:
  description: What was to be moved, a line for each two folders.
  returned: success
  type: list
  elements: str
  sample: ["12 partitions (3.1 GiB) from /data/2/kafka to /data/1/kafka"]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, log_dirs, log_dirs_drain
from ansible_collections.groundwork.kafka.plugins.module_utils.core import waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result: one look, and the next replicas asked for; the action plugin has it look again."""
    waiting.check(params, wait=1)
    given = dict(params)
    broker, drained, at_once = (given.pop(name) for name in ("broker", "drained", "at_once"))
    into = {one["path"]: one["disk"] for one in given.pop("into")}
    given.pop("wait")
    with connection.connected(**given) as client:
        found = log_dirs_drain.drain(log_dirs.read(client, broker), drained, into, at_once)
        if found.asked and not check_mode:
            failed = log_dirs.move(client, broker, found.asked)
            if failed:
                raise GroundworkError(log_dirs_drain.refusal(broker, failed, found.asked))
    return {
        "changed": bool(found.left),
        "left": len(found.left),
        "bytes_left": found.bytes_left,
        "summary": list(found.summary),
    }


def main() -> None:
    """Look, ask, and exit with what is left."""
    spec = {
        **connection.ARGUMENTS,
        "broker": {"type": "int", "required": True},
        "drained": {"type": "list", "elements": "str", "required": True},
        "into": {
            "type": "list",
            "elements": "dict",
            "required": True,
            "options": {"path": {"type": "str", "required": True}, "disk": {"type": "str", "required": True}},
        },
        "at_once": {"type": "int", "default": 10},
        "wait": {"type": "int", "default": 600},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
