#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Wait until a rollout of ZooKeeper servers may go on."""

from __future__ import annotations

DOCUMENTATION = r"""
module: zookeeper_gate
short_description: Wait until a rollout of ZooKeeper servers may go on
version_added: "0.3.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Asks every server of an ensemble what it is, and waits until a server may be stopped, or until one that was started
    is back. When the time is over it fails with the servers named; else it prints what it has looked at.
options:
  phase:
    description:
      - V(leave) waits until none of O(leaving) leads the others, whom these, restarted without it, could not follow.
        What no server tells holds nothing up.
      - V(start) waits until every server serves but those of O(starting), and fails at once where a server can never be
        stopped without losing the quorum. What V(leave) waits for holds it up as well.
      - V(before_stop) waits until the ensemble would keep its quorum without O(server).
      - V(after_start) waits until O(server) serves.
    type: str
    choices: [leave, start, before_stop, after_start]
    required: true
  servers:
    description: All servers of the ensemble.
    type: list
    elements: dict
    required: true
    suboptions:
      name:
        description: The name that the server is told by.
        type: str
        required: true
      host:
        description: Name or address where it serves clients.
        type: str
        required: true
      port:
        description: The port where it does.
        type: int
        default: 2181
  server:
    description: The name of the server that is to be stopped or was started. Required with V(before_stop) and
      V(after_start).
    type: str
  leaving:
    description:
      - With V(leave) and V(start), the servers beside O(servers) that the ensemble has until these were restarted.
        Where one leads it, it is told by these names.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  starting:
    description: With V(start), the names of servers that are down and are to be started first.
    type: list
    elements: str
    default: []
  mended:
    description:
      - With V(start), the names of servers that run and whose files were changed since they were started. Where one of
        them does not serve when the time is over, nothing is refused for that, and it is to be restarted first.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  absent:
    description:
      - With V(before_stop), the names of servers that were in RV(absent) at the start. Where no server
        serves, one of them may be stopped with O(accept_unavailable).
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  accept_unavailable:
    description: Whether an ensemble without a quorum while a server is down may be unavailable meanwhile.
    type: bool
    default: false
  wait:
    description: Seconds to wait in all.
    type: int
    default: 300
  hold:
    description: Seconds that nothing may be wrong before it is believed.
    type: int
    default: 0
extends_documentation_fragment:
  - groundwork.kafka.zookeeper_tls
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Wait until the ensemble can do without this server
  groundwork.kafka.zookeeper_gate:
    phase: before_stop
    servers:
      - {name: zk1, host: zk1.example.com}
      - {name: zk2, host: zk2.example.com}
      - {name: zk3, host: zk3.example.com}
    server: zk1
"""

RETURN = r"""
modes:
  description: What each server is, or why it does not serve.
  returned: success
  type: dict
  sample: {zk1: follower, zk2: leader, zk3: Connection refused at port 2181}
absent:
  description: The names of those of O(mended) that did not serve when the time was over.
  returned: success
  type: list
  elements: str
  sample: []
leader:
  description: The name of the leader, or of the only server.
  returned: success
  type: str
  sample: zk2
summary:
  description: What was looked at, as it is printed.
  returned: success
  type: str
  sample: "zk1 may be stopped: 3 of 3 ZooKeeper servers serve, zk2 leads"
"""

import ssl
from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core import values, waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.majority import hopeless
from ansible_collections.groundwork.kafka.plugins.module_utils.server import ensemble_gate, four_letter_word


def _mode(server: Dict[str, Any], context: ssl.SSLContext | None) -> str:
    port = values.integer("port", server["port"], 1, 65535)
    try:
        return four_letter_word.parse_srvr(four_letter_word.ask(server["host"], port, "srvr", context))["mode"]
    except (OSError, ValueError) as error:
        return f"{(getattr(error, 'strerror', None) or str(error)).strip()} at port {port}"


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    waiting.check(params, wait=0, hold=0)
    names = [server["name"] for server in params["servers"]]
    accept, server = params["accept_unavailable"], params["server"]
    if server is not None and server not in names:
        raise GroundworkError(f"{server} is none of the servers {', '.join(names)}; give its name as it stands there.")
    if params["phase"] == "start" and not accept and hopeless(names, names[:1]):
        raise GroundworkError(
            f"An ensemble of {len(names)} ZooKeeper servers has no quorum while one of them restarts. Add servers, or "
            "accept it with rolling_restart_accept_unavailable."
        )
    modes: Dict[str, str] = {}
    context = four_letter_word.tls(params["keystore"], params["truststore"])

    def reasons_to_wait() -> List[str]:
        modes.update((one["name"], _mode(one, context)) for one in params["servers"])
        outside = ensemble_gate.led_from_outside(modes, params["leaving"])
        if params["phase"] == "leave":
            return outside
        if params["phase"] == "before_stop":
            return ensemble_gate.before_stop(modes, server, accept, params["absent"])
        wanted = [server] if server else [name for name in names if name not in params["starting"]]
        missing = [reason for name in wanted for reason in ensemble_gate.after_start(modes, name)]
        return [*missing, *outside] if params["phase"] == "start" else missing

    reasons = waiting.until_nothing(reasons_to_wait, params["wait"], params["hold"], lambda _reason: None)
    absent: List[str] = []
    if reasons and params["phase"] == "start":  # what was waited for as long does not hold what may mend it
        reasons = ensemble_gate.at_start(modes, params["starting"], params["mended"], accept)
        reasons += ensemble_gate.led_from_outside(modes, params["leaving"])
        absent = ensemble_gate.not_serving(modes, params["mended"])
    if reasons:
        raise GroundworkError("; ".join(reasons) + ".")
    leader = next((name for name, mode in modes.items() if mode in ("leader", "standalone")), None)
    about = ", ".join(params["leaving"]) if params["phase"] == "leave" else server
    summary = ensemble_gate.summary(modes, params["phase"], about, params["hold"], absent)
    return {"changed": False, "modes": modes, "leader": leader, "absent": absent, "summary": summary}


def main() -> None:
    """Wait, and exit with what each server is."""
    module = AnsibleModule(
        argument_spec={
            "phase": {"type": "str", "required": True, "choices": ["leave", "start", "before_stop", "after_start"]},
            **four_letter_word.TLS_ARGUMENTS,
            "servers": {
                "type": "list",
                "elements": "dict",
                "required": True,
                "options": {
                    "name": {"type": "str", "required": True},
                    "host": {"type": "str", "required": True},
                    "port": {"type": "int", "default": 2181},
                },
            },
            "server": {"type": "str"},
            "leaving": {"type": "list", "elements": "str", "default": []},
            "starting": {"type": "list", "elements": "str", "default": []},
            "mended": {"type": "list", "elements": "str", "default": []},
            "absent": {"type": "list", "elements": "str", "default": []},
            "accept_unavailable": {"type": "bool", "default": False},
            "wait": {"type": "int", "default": 300},
            "hold": {"type": "int", "default": 0},
        },
        required_if=[("phase", "before_stop", ["server"]), ("phase", "after_start", ["server"])],
        supports_check_mode=True,
    )
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
