#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: server_certificates
short_description: Read which certificates a host's servers use, hold and trust
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks each TLS listener of each broker, controller and ZooKeeper server of the host for its certificate, and reads
    what they connect with, what their keystores hold by now, where that is another one, and which authorities their
    truststores have. Nothing is changed.
  - A Java keystore or truststore is not read; what a listener presents is told all the same.
options:
  name:
    description: The host's name in what is found.
    type: str
    required: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
notes:
  - Needs root on the managed host, and nothing but Python's standard library.
"""

EXAMPLES = r"""
- name: Read the certificates of the host
  groundwork.kafka.server_certificates:
    name: "{{ inventory_hostname }}"
  register: certificates
"""

RETURN = r"""
lines:
  description: A dictionary for each certificate on each path, for M(groundwork.kafka.certificates_report).
  returned: success
  type: list
  elements: dict
  sample:
    - schema: groundwork.kafka/certificate/1
      host: k1
      server: kafka
      pid: 812
      path: listener CLIENT
      state: in use
      file: /etc/kafka/keystore.pem
      subject: k1.example.com
      names: [k1.example.com, 192.0.2.1]
      issuer: Example authority
      until: "2027-01-31T23:59:59Z"
      days: 61
      fingerprint: 5f2c30a17d0f1f4e0d7dbd0c5f0d4d0d5f2c30a17d0f1f4e0d7dbd0c5f0d4d0d
missing:
  description: What is not known, each with the reason.
  returned: success
  type: list
  elements: str
  sample: ["k1 zookeeper to the quorum: its keystore can't be read here"]
"""

import time
from typing import Any, Dict, List, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import certificate_list
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running

ARGUMENTS: Dict[str, Any] = {"name": {"type": "str", "required": True}}


def run(params: Mapping[str, Any], host: Host, now: float) -> Dict[str, Any]:
    """The module's result at the moment *now*, in seconds since the epoch."""
    lines: List[Dict[str, Any]] = []
    missing: List[str] = []
    found, elsewhere = running.find(host)
    missing += [f"{params['name']} {one.kind} {one.pid}: it runs in a container of this host" for one in elsewhere]
    for server in found:
        if server.refused is not None:
            missing.append(f"{params['name']} {server.name}: {server.refused}")
            continue
        try:
            used, unknown = certificate_list.read(host, params["name"], server, now)
        except running.NONSENSE as error:  # of one of them, which hides none of the others
            used, unknown = [], [f"{params['name']} {server.name}: {running.said(server.pid, error)}"]
        lines += used
        missing += unknown
    return {"changed": False, "lines": lines, "missing": missing}


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params, Host(), time.time()))


if __name__ == "__main__":
    main()
