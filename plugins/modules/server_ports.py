#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: server_ports
short_description: Have a controller or a ZooKeeper server found where it was and where it is to be
version_added: "0.4.0"
description:
  - Others look for a controller or a ZooKeeper server where their own files say, which they read when they start. While
    one after the other is restarted with other ports, this has each of them found at both, by sockets of systemd that
    lead from the one to the other (C(systemd-socket-proxyd)). Of a controller that gets another name it tells where it
    is to be found already; both names have to lead to its host.
  - In check mode it tells what is to be changed.
  - A run that was killed at any moment is gone on with by the next one, or led back with the former ports.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  service:
    description:
      - Whose ports they are.
    type: str
    choices: [kafka, zookeeper]
    required: true
  state:
    description:
      - V(opened) has the ports that the server is to have lead to those at which it listens.
      - V(switched) stops the server where its ports change, and has its former ports lead to the new ones. It is
        neither configured nor started.
      - V(ended) has no port lead to another one any more. Fails where anything is due.
      - V(reached) fails where one of O(doors) cannot be reached from this host.
    type: str
    choices: [opened, switched, ended, reached]
    required: true
  host:
    description:
      - The name or the address of this host at which the server is to be found.
    type: str
    required: true
  number:
    description:
      - The number of the ZooKeeper server.
    type: int
    default: 0
  ports:
    description:
      - The ports that the server is to have, by the names of their inputs.
    type: dict
    default: {}
  settings:
    description:
      - Where the server is to look for others, by the keys of its file.
    type: dict
    default: {}
  doors:
    description:
      - What others are looked for at, C(HOST:PORT) each.
    type: list
    elements: str
    default: []
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Tell what would be changed
  groundwork.kafka.server_ports:
    service: kafka
    state: opened
    host: c1.example.com
    ports:
      kafka_controller_port: 9193
    settings:
      controller.quorum.bootstrap.servers: c1.example.com:9193,c2.example.com:9193,c3.example.com:9193
  check_mode: true
"""

RETURN = r"""
due:
  description: The inputs whose ports are to change, and the keys of the server's file that are to.
  returned: success
  type: list
  elements: str
  sample: [kafka_controller_port, controller.quorum.bootstrap.servers]
now:
  description: The ports at which the server listens as its file says, by the names of their inputs.
  returned: success
  type: dict
  sample: {kafka_controller_port: 9093}
known_as:
  description: The name by which others know the controller, where O(host) is another one; empty otherwise.
  returned: success
  type: str
  sample: ""
doors:
  description: Where it is looked for meanwhile, C(HOST:PORT) each, by the names of the inputs.
  returned: success
  type: dict
  sample: {kafka_controller_port: ["c1.example.com:9093", "c1.example.com:9193"]}
summary:
  description: What is changed, or would be, a line for each.
  returned: success
  type: list
  elements: str
  sample: ["kafka_controller_port: from 9093 to 9193"]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import (
    config,
    inputs,
    listener_names,
    listeners,
    properties,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.core import endpoint, host_port, reachable
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    listening,
    port_change,
    port_forwards,
    stopped,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server.port_change import Plan

_FILES = {"kafka": "/etc/kafka/server.properties", "zookeeper": "/etc/zookeeper/zoo.cfg"}
_CONTROLLER = listeners.INPUTS[listener_names.CONTROLLER]
_CONNECT_SECONDS = 5


def _plan(host: Host, params: Dict[str, Any]) -> Plan:
    """What is due of the server, of which there has to be a file. Raises GroundworkError for what is in the way."""
    service = params["service"]
    text = host.read(_FILES[service])
    if text is None:
        raise GroundworkError(
            f"{_FILES[service]} is not on this host, and a server that is still to be made gets its ports from the "
            "playbook groundwork.kafka.site; make it with the former ports of the others, or leave it out until they "
            "are changed."
        )
    wanted = {name: inputs.check_port(name, port) for name, port in params["ports"].items()}
    if service == "kafka":
        own = listening.ports(host)
        now = {_CONTROLLER: own[listener_names.CONTROLLER]} if listener_names.CONTROLLER in own else {}
    else:
        now = listening.zookeeper_ports(host, params["number"])
    forwards = port_forwards.there(host, service)
    settings = {key: config.render(value, key) for key, value in params["settings"].items()}
    known = _known_as(host, params)
    renamed = (known, params["host"]) if known else None
    found = port_change.plan(now, wanted, forwards, properties.parse(text), settings, renamed=renamed)
    new = {name: port for name, port in wanted.items() if name in found.due and port not in forwards}
    if new:
        port_forwards.program(host)
        listening.check_free(host, service, new)
    return found


def _known_as(host: Host, params: Dict[str, Any]) -> str:
    return listening.renamed(host, params["host"]) if params["service"] == "kafka" else ""


def _carry_out(host: Host, params: Dict[str, Any], found: Plan) -> None:
    service = params["service"]
    if params["state"] == "opened":
        port_forwards.have(host, service, params["host"], found.opened)
    elif params["state"] == "switched" and set(found.due) & set(found.now):
        stopped.stop(host, service)
        port_forwards.have(host, service, params["host"], found.switched)
    elif params["state"] == "ended":
        port_forwards.have(host, service, params["host"], {})


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    if params["state"] == "reached":
        _check_reached(params["doors"])
        return {"changed": False}
    found = _plan(host, params)
    before = port_forwards.there(host, params["service"])
    after = {"opened": found.opened, "switched": found.switched, "ended": {}}[params["state"]]
    if params["state"] == "ended" and found.due and not check_mode:
        raise GroundworkError(
            f"{' and '.join(found.due)} of this host are still to be changed, so others have to find it where it "
            f"was and where it will be; run the playbook {port_change.PLAYBOOK} again."
        )
    if not check_mode:
        _carry_out(host, params, found)
    return {
        "changed": before != after or (params["state"] == "switched" and bool(found.due)),
        "due": found.due,
        "now": found.now,
        "known_as": _known_as(host, params),
        "doors": {name: [endpoint.join(params["host"], port) for port in ports] for name, ports in found.doors.items()},
        "summary": found.summary,
        "diff": {"before": _lines(before), "after": _lines(after)},
    }


def _check_reached(doors: Any) -> None:
    for door in doors:
        address = host_port.split(door)
        why = reachable.refusal(*address, _CONNECT_SECONDS) if address else "it is no HOST:PORT"
        if why:
            raise GroundworkError(
                f"{door} cannot be reached from this host ({why}), and nothing is restarted before it can be; open "
                f"that port to this host, and run the playbook {port_change.PLAYBOOK} again, or with the former ports."
            )


def _lines(forwards: Dict[int, int]) -> str:
    return "".join(f"{port} leads to {to}\n" for port, to in sorted(forwards.items()))


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "required": True, "choices": ["kafka", "zookeeper"]},
            "state": {"type": "str", "required": True, "choices": ["opened", "switched", "ended", "reached"]},
            "host": {"type": "str", "required": True},
            "number": {"type": "int", "default": 0},
            "ports": {"type": "dict", "default": {}},
            "settings": {"type": "dict", "default": {}},
            "doors": {"type": "list", "elements": "str", "default": []},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "server_ports", run)


if __name__ == "__main__":
    main()
