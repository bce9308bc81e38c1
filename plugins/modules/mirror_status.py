#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Tell how far a flow of MirrorMaker is."""

from __future__ import annotations

DOCUMENTATION = r"""
module: mirror_status
short_description: Tell whether a flow of MirrorMaker runs, and what it has not copied yet
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Reads what MirrorMaker 2 keeps in topics of the flow's target, the states of its connectors and tasks and the
    offsets up to which it has copied, and holds it against the partitions and groups of the source.
  - Nothing is changed. It fails where the flow has not got so far as O(wait_for) says within O(wait).
options:
  bootstrap_servers:
    description:
      - Brokers of the target, each as C(host:port). One that answers is enough.
    type: list
    elements: str
    required: true
  client_config:
    description:
      - How to connect to the target. The user needs the right to Read the topics C(mm2-status.SOURCE.internal) and
        C(mm2-offsets.SOURCE.internal), and to Describe groups.
    type: dict
    default: {}
  source:
    description:
      - The alias of the source.
    type: str
    required: true
  source_bootstrap_servers:
    description:
      - Brokers of the source. Left out, it is not asked, as where it is lost, and what is missing is not known.
    type: list
    elements: str
    default: []
  source_client_config:
    description:
      - How to connect to the source, as O(client_config).
    type: dict
    default: {}
  replication_policy:
    description:
      - Whether copies have the alias before their names (V(default)), or the names of what they are copied from.
    type: str
    choices: [default, identity]
    default: default
  topics:
    description:
      - The topics that the flow takes, as names or regular expressions.
    type: list
    elements: str
    default: [".*"]
  topics_exclude:
    description:
      - Those that it does not take.
    type: list
    elements: str
    default: []
  groups:
    description:
      - The groups of which it translates offsets, likewise.
    type: list
    elements: str
    default: [".*"]
  groups_exclude:
    description:
      - Those of which it does not.
    type: list
    elements: str
    default: []
  hosts:
    description:
      - On how many hosts MirrorMaker is to run.
    type: int
    default: 1
  workers:
    description:
      - Where MirrorMaker answers on these hosts, as C(host:port), so that one that is missing, or another one that runs
        beside them, is told by its name. Those of which it is not known may be left out.
    type: list
    elements: str
    default: []
  wait_for:
    description:
      - What is waited for. With V(running), that it runs on all hosts, and nothing of it has failed. With V(copied),
        that it has copied all that the source has, and translated the offsets of groups. With V(nothing) it is told.
    type: str
    choices: [nothing, running, copied]
    default: nothing
  wait:
    description:
      - How many seconds.
    type: int
    default: 0
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Wait until all of berlin's orders are in potsdam
  groundwork.kafka.mirror_status:
    bootstrap_servers: ["kafka1.potsdam.example.com:9092"]
    source: berlin
    source_bootstrap_servers: ["kafka1.berlin.example.com:9092"]
    topics: [orders]
    wait_for: copied
    wait: 300
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
connectors:
  description: The C(state) of each connector and task, C(worker) it is on, and C(why) it failed.
  returned: success
  type: dict
  sample: {MirrorSourceConnector: {state: RUNNING, worker: "mm1:8083/berlin/potsdam", why: ""}}
hosts:
  description: On how many hosts it runs.
  returned: success
  type: int
  sample: 1
positions:
  description: Up to which offset of the source each partition is copied, the next one to copy.
  returned: success
  type: list
  elements: dict
  sample: [{topic: orders, partition: 0, copied: 1200}]
behind:
  description: Partitions of the source of which not all is copied, with how many offsets are missing.
  returned: success
  type: list
  elements: dict
  sample: []
foreign:
  description: Topics of the target with the names of copies that hold records of which the flow has copied none.
  returned: success
  type: list
  elements: str
  sample: []
groups:
  description:
    - How many offsets each group has not read of each partition, in the source and in the copy, where it is null while
      no offset is translated. Records that a transaction of MirrorMaker ends with count as one.
  returned: success
  type: list
  elements: dict
  sample: [{group: billing, topic: orders, partition: 0, source: 0, copy: 1}]
missing:
  description: What keeps the flow from running and having copied all, a clause each.
  returned: success
  type: list
  elements: str
  sample: []
"""

import time
from contextlib import ExitStack
from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, mirror_read
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.values import integer
from ansible_collections.groundwork.kafka.plugins.module_utils.mirror import progress

_PAUSE_SECONDS = 2
_LONGEST = 86400


def run(params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    wait = integer("wait", params["wait"], 0, _LONGEST)
    target = {name: params[name] for name in ("bootstrap_servers", "client_config", "timeout")}
    flow = mirror_read.Flow(
        params["source"],
        params["replication_policy"] == "identity",
        *(params[name] for name in ("topics", "topics_exclude", "groups", "groups_exclude")),
    )
    deadline = time.monotonic() + wait
    with ExitStack() as stack:
        asked = mirror_read.Asked(target, stack.enter_context(connection.connected(**target)))
        source, memory = _source(params, stack), mirror_read.Memory(target)
        while True:
            seen = mirror_read.look_at(flow, asked, source, memory)
            running = progress.unsettled(seen.states, seen.members, params["hosts"], params["workers"])
            missing = [*running, *progress.not_copied(seen.left), *progress.not_translated(seen.standings)]
            waited_for = {"nothing": [], "running": running, "copied": missing}[params["wait_for"]]
            if not waited_for:
                return _result(seen, missing)
            if time.monotonic() > deadline:
                raise GroundworkError(
                    f"The flow from {flow.source} has not got so far in {wait} seconds: {'; '.join(waited_for)}. Look "
                    "at journalctl -u kafka-mirror-maker on its hosts; where it is slow, wait longer."
                )
            time.sleep(_PAUSE_SECONDS)


def _source(params: Dict[str, Any], stack: ExitStack) -> mirror_read.Asked | None:
    if not params["source_bootstrap_servers"]:
        return None
    given = {
        "bootstrap_servers": params["source_bootstrap_servers"],
        "client_config": params["source_client_config"],
        "timeout": params["timeout"],
    }
    return mirror_read.Asked(given, stack.enter_context(connection.connected(**given)))


def _result(seen: mirror_read.Seen, missing: List[str]) -> Dict[str, Any]:
    return {
        "changed": False,
        "connectors": {name: state._asdict() for name, state in sorted(seen.states.items())},
        "hosts": len(seen.members),
        "positions": [
            {"topic": topic, "partition": number, "copied": offset}
            for (topic, number), offset in sorted(seen.positions.items())
        ],
        "behind": [
            {"topic": topic, "partition": number, "missing": count}
            for (topic, number), count in sorted(seen.left.items())
            if count
        ],
        "groups": [
            {
                "group": one.group,
                "topic": one.topic,
                "partition": one.partition,
                "source": one.in_source,
                "copy": one.in_copy,
            }
            for one in seen.standings
        ],
        "foreign": list(seen.foreign),
        "missing": missing,
    }


def main() -> None:
    """Ask until it is so far, and exit with how far it is."""
    names = {"type": "list", "elements": "str"}
    spec = {
        **connection.ARGUMENTS,
        "source": {"type": "str", "required": True},
        "source_bootstrap_servers": {**names, "default": []},
        "source_client_config": {"type": "dict", "default": {}, "no_log": True},
        "replication_policy": {"type": "str", "choices": ["default", "identity"], "default": "default"},
        "topics": {**names, "default": [".*"]},
        "topics_exclude": {**names, "default": []},
        "groups": {**names, "default": [".*"]},
        "groups_exclude": {**names, "default": []},
        "hosts": {"type": "int", "default": 1},
        "workers": {**names, "default": []},
        "wait_for": {"type": "str", "choices": ["nothing", "running", "copied"], "default": "nothing"},
        "wait": {"type": "int", "default": 0},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
