#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: jvm_options
short_description: Check a heap and JVM options before the service is touched
version_added: "0.1.0"
description:
  - Checks that Java is there and new enough, that nobody but root could have put another program in its place, that the
    heap fits the host's memory (a container's limit counts) beside the page cache and other heaps, and that the
    installed JVM knows every option, all unknown ones named at once.
  - The JVM is started once with a small heap, so that no memory is committed, and in check mode as well. What passed is
    remembered in C(/var/lib/groundwork-kafka/jvm), but for check mode, so that the same options with the same Java are
    not tried out again. That stamp is no change.
  - Options that would start an agent, bind a port or write a log (C(-D), C(-javaagent), C(-Xlog), flight
    recordings) are passed on but not tried out.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  java:
    description:
      - The C(java) program.
    type: path
    default: /usr/bin/java
  heap:
    description:
      - The heap, smallest and largest, such as V(6g) or V(512m).
      - V(auto) is 6g, or as much less as O(write_bytes_per_second), O(other_heaps) and O(memory_share) leave.
    type: str
    required: true
  options:
    description:
      - The other JVM options, one in each item.
    type: list
    elements: str
    default: []
  memory_share:
    description:
      - How much of the host's memory all heaps may take at most, in percent. The rest is for the page cache, which
        Kafka lives on, and for the JVM's own needs beside the heap. From 1 to 100.
    type: int
    default: 75
  other_heaps:
    description:
      - The heaps of other JVMs on this host.
    type: list
    elements: str
    default: []
    version_added: "0.2.0"
  write_bytes_per_second:
    description:
      - What is expected to be written to this host in a second, replication included. The heap leaves 30 seconds of it
        to the page cache, beside 512 MiB for each JVM's own needs. V(0) where it is not planned.
    type: int
    default: 0
    version_added: "0.2.0"
  heap_dump:
    description:
      - The file to write the heap to when memory is out. Java replaces no file, so there is never more than one dump.
      - Empty for no dump.
    type: str
    default: ""
    version_added: "0.2.0"
  data_directories:
    description:
      - Folders whose room is for data, where O(heap_dump) must not lie.
    type: list
    elements: str
    default: []
    version_added: "0.2.0"
  minimum_version:
    description:
      - The oldest major version of Java to accept.
    type: int
    default: 17
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the broker's JVM options
  groundwork.kafka.jvm_options:
    java: /usr/bin/java
    heap: 6g
    options:
      - -XX:+UseG1GC
      - -XX:MaxGCPauseMillis=20
  register: broker_jvm
"""

RETURN = r"""
heap:
  description: The heap as Java takes it.
  returned: success
  type: str
  sample: 6g
version:
  description: The major version of Java; null in check mode on a host that has no Java yet.
  returned: success
  type: int
  sample: 17
heap_bytes:
  description: The heap.
  returned: success
  type: int
  sample: 6442450944
memory_bytes:
  description: The memory that the host's services can use.
  returned: success
  type: int
  sample: 33554432000
options:
  description: All options to start the service with.
  returned: success
  type: list
  elements: str
  sample: [-Xms6g, -Xmx6g, -XX:+UseG1GC, -XX:MaxGCPauseMillis=20]
findings:
  description:
    - What a person should look at, a heap dump that waits or too little room for one.
  returned: success
  type: list
  elements: dict
  sample: []
java_warnings:
  description: What Java said about options that it accepts but ignores, or that will go.
  returned: success
  type: list
  elements: str
  sample: []
"""

import os
from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.sizes import show_size
from ansible_collections.groundwork.kafka.plugins.module_utils.core.values import integer
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import heap, jvm


def tried(host: Host, params: Dict[str, Any], size: str, options: List[str], check_mode: bool) -> jvm.Trial | None:
    """The trial of the options, remembered or new; GroundworkError when Java or an option will not do.

    None in check mode on a host without Java: an earlier task would have installed it.
    """
    java, minimum = params["java"], params["minimum_version"]
    if not os.access(host.real(java), os.X_OK) or os.path.isdir(host.real(java)):
        if check_mode:
            return None
        raise GroundworkError(f"There is no java program at {java}; install a Java runtime, or give its path.")
    jvm.refuse_foreign(host, java)
    stamp = jvm.stamp_path(host, java, size, options)
    trial = jvm.remembered(host, stamp)
    if trial is None:
        trial = jvm.try_out(host, java, size, options)
        if not trial.refused and not check_mode:
            jvm.remember(host, stamp, trial)
    if trial.version < minimum:
        raise GroundworkError(
            f"{java} is Java {trial.version}, and {minimum} is needed; install Java {minimum} or newer."
        )
    if trial.refused:
        raise GroundworkError(
            f"Java {trial.version} ({java}) does not take {', '.join(trial.refused)}; correct these options, or "
            "leave them out."
        )
    return trial


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    jvm.check_options(params["options"])
    integer("minimum_version", params["minimum_version"], 1, 999)
    given = ("memory_share", "other_heaps", "write_bytes_per_second")
    memory = heap.memory(jvm.memory(host), *(params[name] for name in given))
    size = heap.size(params["heap"], memory)
    options = [*heap.dump_options(params["heap_dump"], params["data_directories"]), *params["options"]]
    findings = heap.dump_findings(host, params["heap_dump"], size)
    trial = tried(host, params, show_size(size), options, check_mode)
    return {
        "changed": False,
        "version": trial.version if trial else None,
        "heap": show_size(size),
        "heap_bytes": size,
        "memory_bytes": memory.available,
        "options": jvm.full_options(show_size(size), options),
        "findings": findings,
        "java_warnings": trial.warnings if trial else [],
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "java": {"type": "path", "default": "/usr/bin/java"},
            "heap": {"type": "str", "required": True},
            "options": {"type": "list", "elements": "str", "default": []},
            "memory_share": {"type": "int", "default": 75},
            "other_heaps": {"type": "list", "elements": "str", "default": []},
            "write_bytes_per_second": {"type": "int", "default": 0},
            "heap_dump": {"type": "str", "default": ""},
            "data_directories": {"type": "list", "elements": "str", "default": []},
            "minimum_version": {"type": "int", "default": 17},
        },
        supports_check_mode=True,
    )

    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
