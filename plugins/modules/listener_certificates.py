#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have the listeners of running brokers present the certificates that their files hold."""

from __future__ import annotations

DOCUMENTATION = r"""
module: listener_certificates
short_description: Renew the certificates of listeners without a restart
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Looks which certificate each listener presents. Brokers of which one presents another than the one given are told
    over the admin API to read their keystores again. Then it looks again.
  - The file is to be on the host before. A broker refuses one that it can't work with, and goes on with the old one.
options:
  listeners:
    description: The listeners.
    type: list
    elements: dict
    required: true
    suboptions:
      node:
        description: The broker's id.
        type: int
        required: true
      name:
        description: The listener's name, such as V(CLIENT).
        type: str
        required: true
      address:
        description: Where it is reached, C(host:port).
        type: str
        required: true
      certificate:
        description: The contents of a PEM file that begins with the certificate that it is to present.
        type: str
        required: true
      path:
        description: The keystore's path on the host.
        type: str
        default: /etc/kafka/keystore.pem
attributes:
  check_mode:
    support: full
    description: It tells what it would do.
  diff_mode:
    support: full
    description: The fingerprints of the certificates, SHA-256.
extends_documentation_fragment:
  - groundwork.kafka.admin
"""

EXAMPLES = r"""
- name: Have the listeners present the renewed certificate
  groundwork.kafka.listener_certificates:
    bootstrap_servers: ["kafka1.example.com:9091"]
    client_config: "{{ kafka_admin_config }}"
    listeners:
      - {node: 1, name: CLIENT, address: "kafka1.example.com:9092", certificate: "{{ kafka_tls_certificate }}"}
      - {node: 1, name: BROKER, address: "kafka1.example.com:9091", certificate: "{{ kafka_tls_certificate }}"}
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
renewed:
  description: The listeners that presented another certificate.
  returned: success
  type: list
  elements: str
  sample: [broker 1 CLIENT, broker 1 BROKER]
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import certificates as cluster_certificates
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end

LISTENER = {
    "node": {"type": "int", "required": True},
    "name": {"type": "str", "required": True},
    "address": {"type": "str", "required": True},
    "certificate": {"type": "str", "required": True},
    "path": {"type": "str", "default": "/etc/kafka/keystore.pem"},
}


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    listeners = cluster_certificates.wanted(params["listeners"])
    with connection.connected(**{name: params[name] for name in connection.ARGUMENTS}) as client:
        return cluster_certificates.run(client, listeners, params, check_mode)


def main() -> None:
    """Look, tell the brokers, look again, and exit with what was done."""
    module = AnsibleModule(
        argument_spec={
            **connection.ARGUMENTS,
            "listeners": {"type": "list", "elements": "dict", "required": True, "options": LISTENER},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
