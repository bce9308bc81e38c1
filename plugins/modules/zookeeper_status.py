#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Wait until a ZooKeeper server serves clients, and tell what it is."""

from __future__ import annotations

DOCUMENTATION = r"""
module: zookeeper_status
short_description: Wait until a ZooKeeper server serves clients
version_added: "0.1.0"
description:
  - Asks a ZooKeeper server with the four-letter word C(srvr) until it answers with its mode or the time is over.
  - An open port is not enough, because a server without a quorum accepts connections and serves nobody.
options:
  host:
    description: Name or address of the server.
    type: str
    default: localhost
  port:
    description: The server's client port.
    type: int
    default: 2181
  timeout:
    description: Seconds to wait in all.
    type: int
    default: 60
extends_documentation_fragment:
  - groundwork.kafka.zookeeper_tls
  - groundwork.kafka.attributes.reads
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
"""

EXAMPLES = r"""
- name: Wait until ZooKeeper serves
  groundwork.kafka.zookeeper_status:
    host: zk1.example.com
"""

RETURN = r"""
mode:
  description: What the server is, C(standalone), C(leader), C(follower) or C(observer).
  type: str
  returned: success
  sample: standalone
version:
  description: The server's version.
  type: str
  returned: success
  sample: 3.8.4
"""

from typing import Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.four_letter_word import (
    TLS_ARGUMENTS,
    tls,
    wait_until_serving,
)


def status(host: str, port: int, timeout: int, keystore: str | None, truststore: str | None) -> Dict[str, str]:
    """What the server is, once it serves."""
    return wait_until_serving(host, port, timeout, tls(keystore, truststore))


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(
        argument_spec={
            "host": {"type": "str", "default": "localhost"},
            "port": {"type": "int", "default": 2181},
            "timeout": {"type": "int", "default": 60},
            **TLS_ARGUMENTS,
        },
        supports_check_mode=True,
    )
    end(module, lambda: {"changed": False, **status(**module.params)})


if __name__ == "__main__":
    main()
