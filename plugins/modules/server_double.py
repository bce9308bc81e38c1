#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Refuse a number whose server still runs on another host."""

from __future__ import annotations

DOCUMENTATION = r"""
module: server_double
short_description: Refuse the number of a broker or controller that still runs on another host
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Fails where the cluster has a broker registered with a number, at another address than that of the host that is to
    have the number, and it accepts connections; or a controller with that number, and with another directory or
    address, that fetches from the quorum or leads it. It says where that one runs.
  - It is to be asked about hosts where the server does not run. A server that was stopped a moment ago is waited for.
  - Where no broker answers nobody can tell, and it does not fail.
options:
  number:
    description: The number that the host is to have.
    type: int
    required: true
  roles:
    description: What the host is to be.
    type: list
    elements: str
    choices: [broker, controller]
    required: true
  host:
    description: The name or address by which others are to reach the server.
    type: str
    required: true
  ports:
    description: The ports at which it is to listen.
    type: list
    elements: int
    required: true
  directories:
    description: The ids of the folders that the host has, as C(directory.id) in their C(meta.properties) tells.
    type: list
    elements: str
    default: []
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Refuse that kafka4 becomes broker 3 while that one still runs on another host
  groundwork.kafka.server_double:
    bootstrap_servers: ["kafka1.example.com:9092"]
    number: 3
    roles: [broker]
    host: kafka4.example.com
    ports: [9092]
  delegate_to: localhost
"""

RETURN = r"""#"""

from typing import Any, Dict, List, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, double
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import endpoint, host_port, reachable, waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end

#: How long one that was stopped a moment ago may still count as running: longer than a controller's last fetch does.
_SETTLE_SECONDS = 5.0


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    number, roles = given.pop("number"), given.pop("roles")
    addresses = [endpoint.join(host, port) for host in [given.pop("host")] for port in given.pop("ports")]
    own = double.Own(number, addresses, given.pop("directories"))

    def found() -> List[str]:
        return _found(own, roles, given)

    why = waiting.until_nothing(found, _SETTLE_SECONDS, 0, lambda _reason: None)
    if why:
        raise GroundworkError(why[0])
    return {"changed": False}


def _found(own: double.Own, roles: List[str], given: Mapping[str, Any]) -> List[str]:
    """What still runs elsewhere, in a sentence each."""
    found = []
    try:
        with connection.connected(**given) as client:
            if "broker" in roles:
                where = double.broker_elsewhere(own, cluster_state.brokers_of(client.describe_cluster()))
                if where and _accepts(where):
                    found.append(double.refusal("Broker", own.number, where))
            if "controller" in roles:
                where = ", ".join(_controller(own, client))
                found += [double.refusal("Controller", own.number, where)] if where else []
    except (connection.NobodyListensError, connection.NoAnswerError):  # the gates say it, where they come to it
        pass
    return found


def _controller(own: double.Own, client: Any) -> List[str]:
    """Where the controller runs elsewhere. A quorum that does not answer may be what this run is to start."""
    try:
        with connection.failures_as_sentences():
            quorum = cluster_state.quorum(client)
            return double.controller_elsewhere(own, quorum, cluster_state.voter_addresses(client) if quorum else {})
    except GroundworkError:
        return []


def _accepts(address: str) -> bool:
    where = host_port.split(address)
    return where is not None and not reachable.refusal(*where, connection.CONNECT_SECONDS)


def main() -> None:
    """Ask, and exit."""
    spec = {
        **connection.ARGUMENTS,
        "number": {"type": "int", "required": True},
        "roles": {"type": "list", "elements": "str", "choices": ["broker", "controller"], "required": True},
        "host": {"type": "str", "required": True},
        "ports": {"type": "list", "elements": "int", "required": True},
        "directories": {"type": "list", "elements": "str", "default": []},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
