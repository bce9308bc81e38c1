#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Have replicas moved between brokers."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_reassign
short_description: Move replicas between brokers, as few bytes as can be
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Plans which replicas go to which brokers and folders, so that each broker has its share of replicas, bytes and
    leaders, each rack one of a partition's replicas, and brokers that are to leave have nothing; in as few bytes over
    the network as it finds. Or follows a plan that is given.
  - Has the cluster do it, some partitions at a time, the largest first, under a limit to what replication takes of the
    network, and prints what is still to be copied and how long that takes.
  - The limit stands where C(kafka-reassign-partitions.sh) puts it, and goes at the end, also one that a run which was
    killed, or that tool, has left behind.
  - A run that was interrupted is gone on with by the next one. The cluster itself goes on with what has begun.
  - Fails, before anything is moved, where a disk has no room with 5% of it left, where fewer replicas than
    C(min.insync.replicas) would be in sync, or where replicas would share racks that do not today, unless a rack
    goes as a whole.
  - Which broker leads then is for M(groundwork.kafka.leader_election).
  - In check mode it tells the plan, which can be given as O(plan) later.
options:
  state:
    description:
      - With V(reassigned) the replicas are moved.
      - With V(cancelled) what is on its way goes back to where it came from, whoever has asked for it, and the limit
        goes.
    type: str
    choices: [reassigned, cancelled]
    default: reassigned
  plan:
    description:
      - Where replicas are to be, in place of a plan that is worked out, as C(kafka-reassign-partitions.sh) writes it
        and as RV(plan) is.
    type: dict
  leaving:
    description: The numbers of brokers that are to hold nothing afterwards.
    type: list
    elements: int
    default: []
  brokers:
    description:
      - The numbers of all brokers that there are to be, as an inventory has them. It fails where one of them does not
        run and is not leaving, which in check mode is told alone.
      - One of them that is O(leaving) and that the cluster does not have any more has left.
    type: list
    elements: int
    default: []
  replication:
    description: How many replicas the partitions of topics are to have, by the topic's name.
    type: dict
    default: {}
  balance:
    description:
      - Whether all brokers are to have their share. Otherwise only what has to go is moved, such as from brokers that
        are leaving, to where it is missing the most.
    type: bool
    default: true
  tolerance:
    description: How many percent of its share a broker may be off.
    type: int
    default: 10
  accept_shared_racks:
    description: Whether a plan that is given may have replicas share racks that do not today.
    type: bool
    default: false
  resume:
    description:
      - Whether the plan was begun before, so that what is not there any more is passed over. Tasks do without it.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.moves
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Have all brokers take their share
  groundwork.kafka.cluster_reassign:
    bootstrap_servers: ["kafka1.example.com:9092"]
    throttle: 100m
  delegate_to: localhost
  run_once: true

- name: Empty broker 3, and move nothing else
  groundwork.kafka.cluster_reassign:
    bootstrap_servers: ["kafka1.example.com:9092"]
    leaving: [3]
    balance: false
  delegate_to: localhost
  run_once: true

- name: Give each partition of a topic three replicas
  groundwork.kafka.cluster_reassign:
    bootstrap_servers: ["kafka1.example.com:9092"]
    replication: {orders: 3}
    balance: false
  delegate_to: localhost
  run_once: true

- name: Follow a plan
  groundwork.kafka.cluster_reassign:
    bootstrap_servers: ["kafka1.example.com:9092"]
    plan: "{{ lookup('ansible.builtin.file', 'plan.json') | from_json }}"
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
plan:
  description: Where the partitions that change are to be, as C(kafka-reassign-partitions.sh) reads it.
  returned: success
  type: dict
  sample: {version: 1, partitions: [{topic: orders, partition: 0, replicas: [1, 2, 4], log_dirs: [any, any, any]}]}
left:
  description: How many partitions are not there yet.
  returned: success
  type: int
  sample: 0
bytes_left:
  description: What is still to be copied of them.
  returned: success
  type: int
  sample: 0
under_way:
  description: How many of them the cluster was asked for.
  returned: success, but where what is on its way was cancelled
  type: int
  sample: 0
bytes_under_way:
  description: What is still to be copied of these.
  returned: success, but where what is on its way was cancelled
  type: int
  sample: 0
summary:
  description: What was to be moved, and what stays out of balance.
  returned: success
  type: list
  elements: str
  sample: ["2 partitions to change: 2 to be copied (3.1 GiB over the network)."]
"""

from typing import Any, Collection, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, moves, reassignments
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.values import integer
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import checks, document, plan, summary
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Wish

_MOST_REPLICAS = 32767  # what the protocol has numbers for


def wish(params: Mapping[str, Any], known: Collection[int]) -> Wish:
    """What the options ask for of the brokers *known*. Raises GroundworkError for what cannot be."""
    left = set(params["brokers"]) - set(known)
    return Wish(
        frozenset(params["leaving"]) - left,
        {
            topic: integer(f"replication of {topic}", factor, 1, _MOST_REPLICAS)
            for topic, factor in params["replication"].items()
        },
        params["balance"],
        integer("tolerance", params["tolerance"], 0, 100) / 100,
    )


def wanted(params: Mapping[str, Any], found: reassignments.Reading) -> plan.Plan:
    """The changes that are to be made, of what was before anything was under way."""
    if params["plan"] is None:
        return moves.worked_out(found, wish(params, found.numbers))
    known = {one.key for one in found.partitions}
    given = document.passed_over(params["plan"], known) if params["resume"] else params["plan"]
    return plan.of_changes(found.brokers, found.partitions, document.read(given, found.brokers, found.partitions))


def follow(client: Any, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """One look, and the next changes asked for."""
    how, rules = moves.pace(params), moves.Rules(params["accept_shared_racks"], params["leaving"], params["resume"])
    found = reassignments.read(client)
    missing = checks.missing(found.brokers, params["brokers"], params["leaving"])
    if missing and not check_mode:
        raise GroundworkError(missing[0])
    made = wanted(params, found)
    done = moves.go_on(client, found, made.changes, how, rules, check_mode)
    left_behind = done.pop("limits") and not done["under_way"]
    return {
        **done,
        "plan": document.written(made.changes),
        "summary": [
            *summary.sentences(made),
            *missing,
            *([summary.LEFT_BEHIND] if left_behind else []),
        ],
        "diff": summary.diff(made),
    }


def cancel(client: Any, check_mode: bool) -> Dict[str, Any]:
    """Have what is on its way go back, and the limit go."""
    found = reassignments.read(client)
    count = len({*found.moving.targets, *(key for key, _broker in found.moving.folders)})
    if not check_mode:
        reassignments.cancel(client, found)
    live = [one.number for one in found.brokers if one.live]
    edits = moves.limit(client, live, {one.topic for one in found.partitions}, [], None, check_mode)
    told = f"{summary.partitions(count)} on their way to go back." if count else "Nothing is on its way."
    empty = {"left": 0, "bytes_left": 0, "plan": document.written([]), "diff": {"before": "", "after": ""}}
    return {**empty, "changed": bool(count or edits), "summary": [told]}


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result: one look; the action plugin has it look again."""
    if params["plan"] is not None and (params["leaving"] or params["replication"]):
        raise GroundworkError("A plan is given, and leaving or replication beside it; give the one or the other.")
    given = {name: params[name] for name in connection.ARGUMENTS}
    with connection.connected(**given) as client:
        return cancel(client, check_mode) if params["state"] == "cancelled" else follow(client, params, check_mode)


def main() -> None:
    """Look, ask, and exit with what is left."""
    spec = {
        **connection.ARGUMENTS,
        **moves.ARGUMENTS,
        "state": {"type": "str", "choices": ["reassigned", "cancelled"], "default": "reassigned"},
        "plan": {"type": "dict"},
        "leaving": {"type": "list", "elements": "int", "default": []},
        "brokers": {"type": "list", "elements": "int", "default": []},
        "replication": {"type": "dict", "default": {}},
        "balance": {"type": "bool", "default": True},
        "tolerance": {"type": "int", "default": 10},
        "accept_shared_racks": {"type": "bool", "default": False},
        "resume": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
