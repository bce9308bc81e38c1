#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: secure_phase
short_description: Tell what a server does next in a cluster that gets security while it runs
version_added: "0.4.0"
description:
  - A cluster gets security in phases, and loses it again by the same ones. This tells the phase that the server of this
    host is in, as its C(server.properties) says, and who is connected to which of its listeners for clients.
  - It fails where a phase would be left out, where the server still runs with an earlier file, where clients are still
    at a listener that would be closed, and where the servers cannot be reached at the listeners that are to be used.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  service:
    description:
      - Whose server it is. One of ZooKeeper is as it is to stay from V(closed) on.
    type: str
    choices: [kafka, zookeeper]
    default: kafka
  phase:
    description:
      - The phase that is wanted.
    type: str
    choices: [plain, opened, servers, closed, returned, ended]
    required: true
  listeners:
    description:
      - The ports of the listeners for clients that are there in O(phase), by name.
    type: dict
    default: {}
  accept_clients:
    description:
      - Whether a listener may be closed that clients still use.
    type: bool
    default: false
  doors:
    description:
      - Where servers find one another once they use TLS, C(HOST:PORT) each. Tried where O(phase) has them do so and
        they don't yet.
    type: list
    elements: str
    default: []
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Tell what comes next
  groundwork.kafka.secure_phase:
    phase: closed
    listeners:
      SECURE: 9094
"""

RETURN = r"""
now:
  description: The phase that the server's file is of.
  returned: success
  type: str
  sample: servers
due:
  description: What is to be changed of the server; nothing where it is in O(phase).
  returned: success
  type: list
  elements: str
  sample: [kafka_secure_phase]
clients:
  description: How many connections each listener for clients has, by the addresses that they come from.
  returned: success
  type: dict
  sample: {CLIENT: {10.0.0.5: 2}, SECURE: {}}
summary:
  description: What is to be done and who is connected, a line for each.
  returned: success
  type: list
  elements: str
  sample: ["security: from servers to closed", "CLIENT at port 9092: 0 connections"]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import secure
from ansible_collections.groundwork.kafka.plugins.module_utils.core import host_port, reachable
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import secure_phase

_CONNECT_SECONDS = 5


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    wanted = params["phase"]
    found = secure_phase.read(host, params["service"], wanted)
    secure_phase.check_closed(found, wanted, params["listeners"], params["accept_clients"])
    named = secure_phase.SERVICES[params["service"]].known(wanted)
    if secure.PHASES[wanted].used and not secure.PHASES[found.now].used:
        _check_reached(params["doors"])
    return {
        "changed": False,
        "now": found.now,
        "due": [secure_phase.INPUT] if found.now != named else [],
        "clients": found.clients,
        "summary": secure_phase.summary(found, named),
    }


def _check_reached(doors: Any) -> None:
    for door in doors:
        address = host_port.split(door)
        why = reachable.refusal(*address, _CONNECT_SECONDS) if address else "it is no HOST:PORT"
        if why:
            raise GroundworkError(
                f"{door}, where servers are to speak TLS with one another, cannot be reached from this host ({why}); "
                f"open that port to this host, and run the playbook {secure_phase.PLAYBOOK} again."
            )


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "choices": list(secure_phase.SERVICES), "default": "kafka"},
            "phase": {"type": "str", "required": True, "choices": list(secure.PHASES)},
            "listeners": {"type": "dict", "default": {}},
            "accept_clients": {"type": "bool", "default": False},
            "doors": {"type": "list", "elements": "str", "default": []},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
