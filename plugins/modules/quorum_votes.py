#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tell which controllers do not vote."""

from __future__ import annotations

DOCUMENTATION = r"""
module: quorum_votes
short_description: Tell which controllers of a KRaft cluster do not vote
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Tells of each controller that follows the quorum as an observer, as one does that was made anew, with the commands
    by which it comes to vote.
  - It waits a moment for one that the quorum has not heard of yet. Where no broker answers, where there is no KRaft
    quorum, and where the quorum cannot be changed (C(kraft.version) 0), it tells nothing.
options:
  controllers:
    description: The host of each controller, by its number.
    type: dict
    required: true
  joining:
    description: Whether controllers come to vote by themselves, as from Kafka 4.2 on.
    type: bool
    required: true
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Tell whether controllers 11, 12 and 13 vote
  groundwork.kafka.quorum_votes:
    bootstrap_servers: ["kafka1.example.com:9092"]
    controllers: {"11": c1, "12": c2, "13": c3}
    joining: false
  delegate_to: localhost
"""

RETURN = r"""
findings:
  description: The controllers that do not vote.
  returned: success
  type: list
  elements: dict
  sample: []
"""

from typing import Any, Dict, List, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, quorum_votes
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core import endpoint, waiting
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end

_PATIENCE_SECONDS = 20.0
_UNSECURED = ("", "PLAINTEXT")


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    controllers = {int(number): str(host) for number, host in given.pop("controllers").items()}
    joining = given.pop("joining")
    secured = str(given["client_config"].get("security.protocol") or "") not in _UNSECURED
    try:
        with connection.connected(**given) as client:
            read = cluster_state.read(client)
            if not (read["features"].get("kraft.version") or {}).get("finalized"):
                return {"changed": False, "findings": []}
            quorum = _heard(client, list(controllers))
    except (connection.NobodyListensError, connection.NoAnswerError):  # the gates say it
        return {"changed": False, "findings": []}
    asked = next((one for one in read["brokers"] if not one["fenced"]), None)
    broker = endpoint.join(asked["host"], asked["port"]) if asked else "HOST:PORT"
    return {"changed": False, "findings": quorum_votes.findings(quorum, controllers, joining, broker, secured)}


def _heard(client: Any, numbers: List[int]) -> Mapping[str, Any]:
    """The quorum, once it has heard of all *numbers*, or after a while."""
    found: Dict[str, Any] = {}

    def missing() -> List[str]:
        found.update(cluster_state.quorum(client) or {"voters": [], "observers": [], "leader_id": None})
        return [str(number) for number in quorum_votes.unseen(found, numbers)]

    waiting.until_nothing(missing, _PATIENCE_SECONDS, 0, lambda _number: None)
    return found


def main() -> None:
    """Ask, and exit with what was found."""
    spec = {
        **connection.ARGUMENTS,
        "controllers": {"type": "dict", "required": True},
        "joining": {"type": "bool", "required": True},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
