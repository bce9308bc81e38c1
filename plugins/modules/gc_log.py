#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: gc_log
short_description: Read the logs of the garbage collectors of a host's servers
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Reads what the collector of each broker, controller and ZooKeeper server of the host has written down, with the
    files that were rotated, and tells how long and how often it stopped the program, against what Kafka's documentation
    tells of busy brokers, and whether it found no room. Nothing is changed, and nothing is attached to a JVM.
  - Knows unified logging (C(-Xlog:gc) and C(-Xlog:gc*)) of Java 11 and newer, of the collectors G1, Parallel, Serial,
    ZGC and Shenandoah.
options:
  name:
    description: The host's name in what is found.
    type: str
    required: true
  paths:
    description: Logs to be read instead of those that the running servers name by their command line.
    type: list
    elements: path
    default: []
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
notes:
  - Needs root on the managed host, and nothing but Python's standard library.
  - Of a log of more than 64 MiB the newest are read, which is told.
"""

EXAMPLES = r"""
- name: Read the collectors' logs
  groundwork.kafka.gc_log:
    name: "{{ inventory_hostname }}"
  register: collected
"""

RETURN = r"""
logs:
  description: What each log comes to, for M(groundwork.kafka.gc_report).
  returned: success
  type: list
  elements: dict
  sample:
    - subject: k1 kafka
      collector: G1
      pauses: 1042
      rows:
        - {title: "pause, 9 of 10", value: 18.5, unit: ms, normal: up to 21, verdict: normal, missing: ""}
missing:
  description: Servers and logs of which nothing could be read, each with the reason.
  returned: success
  type: list
  elements: str
  sample: ["k1 zookeeper: its command line names no log of the collector"]
"""

from typing import Any, Dict, List, Mapping, Tuple

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.health import gc_log, gc_summary
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import gc_logs, running

_ABSOLUTE = "name its absolute path in -Xlog, or in paths"
ARGUMENTS: Dict[str, Any] = {
    "name": {"type": "str", "required": True},
    "paths": {"type": "list", "elements": "path", "default": []},
}


def run(params: Mapping[str, Any], host: Host) -> Dict[str, Any]:
    """The module's result."""
    logs: List[Dict[str, Any]] = []
    missing: List[str] = []
    for subject, path in _named(params, host):
        if path is None:
            missing.append(f"{subject}: its command line names no log of the collector")
            continue
        if not path.startswith("/"):
            missing.append(f"{subject}: its log {path} is relative to where it was started; {_ABSOLUTE}")
            continue
        try:
            files, cut = gc_logs.files(host, path)
            found = gc_log.read(gc_logs.lines(host, files))
        except (OSError, GroundworkError) as error:
            missing.append(f"{subject}: {path} cannot be read ({error})")
            continue
        if not found.lines:
            missing.append(f"{subject}: {path} holds no line of unified logging")
            continue
        if cut:
            missing.append(f"{subject}: only the newest {gc_logs.MOST_BYTES >> 20} MiB were read, from {files[0]} on")
        logs.append(gc_summary.summary(found, subject, files))
    return {"changed": False, "logs": logs, "missing": missing}


def _named(params: Mapping[str, Any], host: Host) -> List[Tuple[str, str | None]]:
    """Whose logs are read, and where each is."""
    if params["paths"]:
        return [(f"{params['name']} {path}", gc_logs.check(path)) for path in params["paths"]]
    return [(f"{params['name']} {one.name}", gc_logs.path_of(one.command.options)) for one in running.find(host)[0]]


def main() -> None:
    """Read, and exit with what was found."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params, Host()))


if __name__ == "__main__":
    main()
