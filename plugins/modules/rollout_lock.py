#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: rollout_lock
short_description: Have one rollout of a cluster's servers at a time
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Holds a lock for this run of ansible-playbook, or lets go of it. The lock is a file on the one host that all runs
    delegate this to, so that runs from several control nodes see it.
  - Fails where another run holds it, and tells who, from where, with which playbook and since when. One that was killed
    on this machine is seen to be gone, and its lock is taken over; from elsewhere, O(take_over) does that.
  - Fails also where the host of the file cannot be reached; no other host is taken for unreachable by it.
  - In check mode nothing is held.
options:
  service:
    description: Whose servers are restarted.
    type: str
    required: true
    choices: [zookeeper, kafka]
  state:
    description:
      - V(held) holds the lock, also where this run holds it already. V(free) lets go of it, unless it is another run's.
    type: str
    choices: [held, free]
    default: held
  take_over:
    description:
      - The id of a run that was killed on another machine, as the failure tells it. Only that run's lock is taken over.
        Needed also on this machine where it is no Linux and another process has the number of that run by now.
    type: str
    default: ""
  directory:
    description: The folder of the file.
    type: path
    default: /var/lib/groundwork-kafka
  mine:
    description:
      - This run, as the action plugin fills it in.
    type: dict
    default: {}
extends_documentation_fragment:
  - groundwork.kafka.attributes.asks
notes:
  - The action plugin of the same name asks on the control node whether the process of the other run lives.
"""

EXAMPLES = r"""
- name: Let nobody else restart brokers meanwhile
  groundwork.kafka.rollout_lock:
    service: kafka
  delegate_to: kafka1.example.com
  run_once: true

- name: Let go of it
  groundwork.kafka.rollout_lock:
    service: kafka
    state: free
  delegate_to: kafka1.example.com
  run_once: true
"""

RETURN = r"""
holder:
  description: Who holds the lock.
  returned: when it is to be held
  type: dict
  sample:
    id: ops1-4711-5d41402a
    user: alice
    machine: ops1
    node: ops1 6f1c7f0e-2f0a-4bb5-8a3c-1f6d0c3ed1b6 pid:[4026531836]
    process: 4711
    started: "884311"
    playbook: rolling_restart.yml
    since: 2026-11-23 09:10:11 UTC
"""

from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import rollout_lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host


def run(host: Host, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    file, mine = rollout_lock.path(params["directory"], params["service"]), params["mine"]
    if check_mode:
        return {"changed": False, "holder": mine, "file": file}
    if params["state"] == "free":
        return {"changed": rollout_lock.free(host, file, mine), "file": file}
    holder = rollout_lock.hold(host, file, mine, params["take_over"])
    return {"changed": holder["id"] == mine["id"], "holder": holder, "file": file}


def main() -> None:
    """Hold the lock, or let go of it, and exit with who holds it."""
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "required": True, "choices": ["zookeeper", "kafka"]},
            "state": {"type": "str", "choices": ["held", "free"], "default": "held"},
            "take_over": {"type": "str", "default": ""},
            "directory": {"type": "path", "default": rollout_lock.DIRECTORY},
            "mine": {"type": "dict", "default": {}},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
