#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: server_process
short_description: Run a server now and after each boot, and wait until it answers
version_added: "0.3.0"
description:
  - Enables a server's systemd unit, starts it, or restarts it where that is asked for, and waits until it answers.
  - Fails with the last errors of its journal when the process dies for good or again and again, without waiting any
    longer, and when it does not answer in time. A broker that dies of its earlier session with ZooKeeper
    (C(NodeExists)) is given that time.
  - A broker that was killed reads its logs again before it answers, which takes long where they are large. It is waited
    for as long as its journal tells of another step within each O(timeout), and how far it is, is printed meanwhile.
  - A broker that fetches the keys of tokens when it starts (C(sasl.oauthbearer.jwks.endpoint.url)) is not stopped while
    nobody answers there, unless its JVM has a proxy.
  - In check mode nothing is waited for.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  service:
    description:
      - Name of the systemd unit, without C(.service).
    type: str
    required: true
  state:
    description:
      - V(started) leaves a process that runs alone. V(current) restarts it where it is older than one of O(reads).
        V(restarted) always restarts it. V(awaited) leaves it as it is, and waits alone.
    type: str
    choices: [started, current, restarted, awaited]
    default: started
  reads:
    description:
      - Files and links that the process reads when it starts. One that is not there is passed over.
    type: list
    elements: str
    default: []
  protocol:
    description:
      - How it is asked. With V(tcp) it answers when it accepts a connection, with V(zookeeper) when it tells its mode,
        which a server without a quorum does not do.
      - Left out, it is not asked, and nothing is waited for.
    type: str
    choices: [tcp, zookeeper]
  host:
    description:
      - Name or address where it is asked, as seen from its own host.
    type: str
    default: localhost
  port:
    description:
      - The port where it is asked. Required with O(protocol).
    type: int
  timeout:
    description:
      - Seconds to wait for its answer. They begin anew with each step that a broker tells of while it loads its logs.
    type: int
    default: 60
  report:
    description:
      - Seconds after which the module ends while a broker loads its logs, with RV(recovery); V(0) waits on. The action
        plugin of this name, which runs where Ansible does, sets it, prints what it gets, and has it waited on.
    type: int
    default: 0
  begun:
    description:
      - With O(state=awaited), RV(begun) of the call that ended with RV(recovery). So the deaths of the process are
        counted from there, and not from each call anew.
    type: dict
    suboptions:
      moment:
        description: When it began, in seconds of the host's monotonic clock.
        type: float
        required: true
      earlier:
        description: The invocation of the unit whose lines in the journal are passed over.
        type: str
        default: ""
      restarts:
        description: How often systemd had started the process anew by then.
        type: int
        default: 0
extends_documentation_fragment:
  - groundwork.kafka.zookeeper_tls
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Run the broker now and after each boot
  groundwork.kafka.server_process:
    service: kafka
    protocol: tcp
    host: broker1.example.com
    port: 9092

- name: Restart ZooKeeper where it runs with older settings
  groundwork.kafka.server_process:
    service: zookeeper
    state: current
    reads: [/etc/zookeeper/zoo.cfg, /opt/zookeeper]
    protocol: zookeeper
    port: 2181
"""

RETURN = r"""
actions:
  description: What was done, or would be done, of V(enable), V(start) and V(restart).
  returned: success
  type: list
  elements: str
  sample: [enable, start]
recovery:
  description: How many of how many logs a broker has loaded that does not answer yet, by O(report); else none.
  returned: success
  type: str
  sample: 312 of 1200 in /data/kafka/log
begun:
  description: Where the wait began that O(report) ended, for O(begun) of the call that waits on; else none.
  returned: success
  type: dict
  sample: {moment: 1234.5, earlier: 0a1b2c3d4e5f60718293a4b5c6d7e8f9, restarts: 0}
pid:
  description: The main process as it was when the module ended; none where it does not run.
  returned: success
  type: int
answer:
  description: What the server told of itself; C(mode) and C(version) of a ZooKeeper server, else nothing.
  returned: success
  type: dict
  sample: {mode: follower, version: 3.8.4}
"""

import functools
import ssl
from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core import reachable, values
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import four_letter_word
from ansible_collections.groundwork.kafka.plugins.module_utils.server import service as server_service

_LONGEST = 24 * 3600
_ATTEMPT_SECONDS = 5


def _connected(host: str, port: int, _context: ssl.SSLContext | None) -> Dict[str, str]:
    """Nothing, once a connection is accepted; raises OSError."""
    why = reachable.refusal(host, port, _ATTEMPT_SECONDS)
    if why:
        raise OSError(why)
    return {}


def _serving(host: str, port: int, context: ssl.SSLContext | None) -> Dict[str, str]:
    return four_letter_word.parse_srvr(four_letter_word.ask(host, port, "srvr", context))


_ASK = {"tcp": _connected, "zookeeper": _serving}


def question(params: Dict[str, Any], check_mode: bool) -> server_service.Question | None:
    """How the server is asked; None where it is not."""
    if not params["protocol"]:
        return None
    port = values.integer("port", params["port"], 1, 65535)
    timeout = values.integer("timeout", params["timeout"], 0, _LONGEST)
    # In check mode nobody is asked, and the files may be ones that are still to be written.
    context = None if check_mode else four_letter_word.tls(params["keystore"], params["truststore"])
    report = values.integer("report", params["report"], 0, _LONGEST) or float("inf")
    ask = functools.partial(_ASK[params["protocol"]], params["host"], port, context)
    return server_service.Question(ask, timeout, report)


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    service = server_service.Service(host, params["service"], question(params, check_mode))
    begun = server_service.Beginning(**params["begun"]) if params["begun"] else None
    return server_service.run(service, params["state"], params["reads"], check_mode, begun)


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "service": {"type": "str", "required": True},
            "state": {"type": "str", "choices": list(server_service.STATES), "default": "started"},
            "reads": {"type": "list", "elements": "str", "default": []},
            "protocol": {"type": "str", "choices": list(_ASK)},
            "host": {"type": "str", "default": "localhost"},
            "port": {"type": "int"},
            "timeout": {"type": "int", "default": 60},
            "report": {"type": "int", "default": 0},
            "begun": {
                "type": "dict",
                "options": {
                    "moment": {"type": "float", "required": True},
                    "earlier": {"type": "str", "default": ""},
                    "restarts": {"type": "int", "default": 0},
                },
            },
            **four_letter_word.TLS_ARGUMENTS,
        },
        required_by={"protocol": ["port"]},
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
