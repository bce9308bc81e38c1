#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: server_health
short_description: Read the vital signs that servers of a host tell over HTTP and by four-letter words
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks the ZooKeeper servers that run on the host for their answer to C(mntr), and reads the pages of the exporters
    that are named, twice with O(seconds) between, so that rates are those of now. Nothing is changed, and nothing is
    attached to a JVM.
  - What can't be read within O(timeout) is told with the reason.
options:
  name:
    description: The host's name in what is found.
    type: str
    required: true
  exporters:
    description: Pages of metrics, as the host itself reaches them, each with the name of the server that it is of.
    type: list
    elements: dict
    default: []
    suboptions:
      name:
        description: The name that the server is told by. By default the host's.
        type: str
      url:
        description: The page, such as V(http://127.0.0.1:7071/metrics).
        type: str
        required: true
      username:
        description: Who logs in there.
        type: str
      password:
        description: The password of O(exporters[].username).
        type: str
      ca:
        description: A file with the certificates that a page over HTTPS is trusted by. By default those of the system.
        type: path
  seconds:
    description: The time between two looks.
    type: int
    default: 10
  timeout:
    description: Seconds that a page, or an answer, may take.
    type: int
    default: 10
extends_documentation_fragment:
  - groundwork.kafka.zookeeper_tls
  - groundwork.kafka.attributes.reads
notes:
  - Needs root on the managed host to find ZooKeeper servers, and nothing but Python's standard library.
"""

EXAMPLES = r"""
- name: Look at what the servers of the host tell
  groundwork.kafka.server_health:
    name: "{{ inventory_hostname }}"
    exporters:
      - url: http://127.0.0.1:7071/metrics
  register: server
"""

RETURN = r"""
readings:
  description: What was found, for M(groundwork.kafka.health_report). Where C(value) is null, C(missing) says why.
  returned: success
  type: list
  elements: dict
  sample:
    - {identity: zookeeper_outstanding, subject: zk1, source: mntr, value: 0, missing: ""}
"""

import time
from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.health import reading
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import four_letter_word, vitals_told

_EXPORTER = {
    "name": {"type": "str"},
    "url": {"type": "str", "required": True},
    "username": {"type": "str"},
    "password": {"type": "str", "no_log": True},
    "ca": {"type": "path"},
}
ARGUMENTS: Dict[str, Any] = {
    "name": {"type": "str", "required": True},
    "exporters": {"type": "list", "elements": "dict", "default": [], "options": _EXPORTER},
    "seconds": {"type": "int", "default": 10},
    "timeout": {"type": "int", "default": 10},
    **four_letter_word.TLS_ARGUMENTS,
}


def run(params: Mapping[str, Any], host: Host) -> Dict[str, Any]:
    """The module's result."""
    found = vitals_told.read(host, params, time.sleep)
    return {"changed": False, "readings": [reading.plain(one) for one in found]}


def main() -> None:
    """Ask, and exit with what was found."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params, Host()))


if __name__ == "__main__":
    main()
