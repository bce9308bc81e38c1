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
  throttle:
    description:
      - The bytes a second that each broker may send, and receive, of what is moved, with V(k), V(m) or V(g) behind.
        What is in sync is not limited.
      - Of a broker that takes more new records than that, nothing is ever moved.
      - V(unlimited) sets no limit.
    type: str
    default: 50m
  at_once:
    description: How many partitions each broker copies at a time.
    type: int
    default: 5
  accept_shared_racks:
    description: Whether a plan that is given may have replicas share racks that do not today.
    type: bool
    default: false
  wait:
    description: Seconds in which something has to come nearer to its end, before it is given up.
    type: int
    default: 600
  resume:
    description:
      - Whether the plan was begun before, so that what is not there any more is passed over. Tasks do without it.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
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

from typing import Any, Collection, Dict, List, Mapping, Sequence, Tuple

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, reassignments
from ansible_collections.groundwork.kafka.plugins.module_utils.core import sizes
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.values import integer
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import (
    checks,
    document,
    plan,
    steps,
    summary,
    throttle,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Change, Wish

_UNLIMITED = "unlimited"
_MOST_AT_ONCE = 1000
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


def rate(text: str) -> "int | None":
    """The bytes a second of *text*; None for no limit."""
    return None if text == _UNLIMITED else sizes.parse_size(text, "throttle")


def wanted(params: Mapping[str, Any], found: reassignments.Reading) -> Tuple[List[Change], List[str], Dict[str, Any]]:
    """The changes that are to be made, of what was before anything was under way; what to tell of them; the diff."""
    if params["plan"] is not None:
        known = {one.key for one in found.partitions}
        given = document.passed_over(params["plan"], known) if params["resume"] else params["plan"]
        changes = document.read(given, found.brokers, found.partitions)
        made = plan.of_changes(found.brokers, found.partitions, changes)
    else:
        asked = wish(params, found.numbers)
        of_rest = plan.make(found.brokers, found.arrived, asked)
        checks.in_sync(found.partitions, of_rest.changes, asked.leaving)
        changes = found.with_what_is_under_way(of_rest.changes)
        made = plan.of_changes(found.brokers, found.partitions, changes, of_rest.ranges, asked.leaving)
    return changes, summary.sentences(made), summary.diff(made)


def follow(client: Any, params: Mapping[str, Any], check_mode: bool) -> Dict[str, Any]:
    """One look, and the next changes asked for, first of all the limit to what they take of the network."""
    bytes_a_second, at_once = rate(params["throttle"]), integer("at_once", params["at_once"], 1, _MOST_AT_ONCE)
    found = reassignments.read(client)
    missing = checks.missing(found.brokers, params["brokers"], params["leaving"])
    if missing and not check_mode:
        raise GroundworkError(missing[0])
    changes, told, diff = wanted(params, found)
    step = steps.step(changes, found.moving, at_once)
    ask = checks.startable(found.partitions, step.ask) if params["resume"] else step.ask
    new = ask if params["resume"] else [one for one in changes if one not in step.on_their_way]
    # A plan that is followed was judged when it was made, by who else was to leave.
    accepted = params["accept_shared_racks"] or params["resume"]
    checks.check(found.brokers, found.partitions, new, accepted, params["leaving"])
    moving = [*step.on_their_way, *ask]
    edits = _limit(client, found, moving, bytes_a_second, check_mode)
    if not check_mode:
        reassignments.begin(client, ask)
    return {
        "changed": bool(changes or edits),
        "left": step.left,
        "bytes_left": step.bytes_left,
        "under_way": len(moving),
        "bytes_under_way": steps.bytes_left(moving, found.moving),
        "plan": document.written(changes),
        "summary": [
            *told,
            *missing,
            *(["A limit to replication that was left behind is to go."] if edits and not moving else []),
        ],
        "diff": diff,
    }


def cancel(client: Any, check_mode: bool) -> Dict[str, Any]:
    """Have what is on its way go back, and the limit go."""
    found = reassignments.read(client)
    count = len({*found.moving.targets, *(key for key, _broker in found.moving.folders)})
    if not check_mode:
        reassignments.cancel(client, found)
    edits = _limit(client, found, [], None, check_mode)
    told = f"{summary.partitions(count)} on their way to go back." if count else "Nothing is on its way."
    empty = {"left": 0, "bytes_left": 0, "plan": document.written([]), "diff": {"before": "", "after": ""}}
    return {**empty, "changed": bool(count or edits), "summary": [told]}


def _limit(
    client: Any,
    found: reassignments.Reading,
    moving: Sequence[Change],
    bytes_a_second: "int | None",
    check_mode: bool,
) -> List[throttle.Edit]:
    """What is to be edited so that what is *moving* is limited, and nothing else is; done but in check mode."""
    live = [one.number for one in found.brokers if one.live]
    topics = sorted({one.topic for one in found.partitions})
    edits = throttle.edits(reassignments.throttles(client, live, topics), throttle.wanted(moving, live, bytes_a_second))
    if not check_mode:
        reassignments.limit(client, edits)
    return edits


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
        "state": {"type": "str", "choices": ["reassigned", "cancelled"], "default": "reassigned"},
        "plan": {"type": "dict"},
        "leaving": {"type": "list", "elements": "int", "default": []},
        "brokers": {"type": "list", "elements": "int", "default": []},
        "replication": {"type": "dict", "default": {}},
        "balance": {"type": "bool", "default": True},
        "tolerance": {"type": "int", "default": 10},
        "throttle": {"type": "str", "default": "50m"},
        "at_once": {"type": "int", "default": 5},
        "accept_shared_racks": {"type": "bool", "default": False},
        "wait": {"type": "int", "default": 600},
        "resume": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
