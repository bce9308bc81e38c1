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
  - Checks that Java is there and new enough, that the heap fits the host's memory (a container's limit counts), and
    that the installed JVM knows every option, all unknown ones named at once.
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
      - How much of the host's memory the heap may take at most, in percent. The rest is for the page cache, which
        Kafka lives on, and for the JVM's own needs beside the heap. From 1 to 100.
    type: int
    default: 75
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
java_warnings:
  description: What Java said about options that it accepts but ignores, or that will go.
  returned: success
  type: list
  elements: str
  sample: []
"""

import os
from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils import jvm
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.sizes import parse_size, show_size
from ansible_collections.groundwork.kafka.plugins.module_utils.values import integer


def tried(host: Host, params: Dict[str, Any], check_mode: bool) -> jvm.Trial | None:
    """The trial of the options, remembered or new; GroundworkError when Java or an option will not do.

    None in check mode on a host without Java: an earlier task would have installed it.
    """
    java, options, minimum = params["java"], params["options"], params["minimum_version"]
    heap = show_size(parse_size(params["heap"], "heap"))
    if not os.access(host.real(java), os.X_OK) or os.path.isdir(host.real(java)):
        if check_mode:
            return None
        raise GroundworkError(f"There is no java program at {java}; install a Java runtime, or give its path.")
    stamp = jvm.stamp_path(host, java, heap, options)
    trial = jvm.remembered(host, stamp)
    if trial is None:
        trial = jvm.try_out(host, java, heap, options)
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
    memory = jvm.memory(host)
    size = jvm.check_heap(params["heap"], memory, params["memory_share"])
    trial = tried(host, params, check_mode)
    return {
        "changed": False,
        "version": trial.version if trial else None,
        "heap_bytes": size,
        "memory_bytes": memory,
        "options": jvm.full_options(params["heap"], params["options"]),
        "java_warnings": trial.warnings if trial else [],
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "java": {"type": "path", "default": "/usr/bin/java"},
            "heap": {"type": "str", "required": True},
            "options": {"type": "list", "elements": "str", "default": []},
            "memory_share": {"type": "int", "default": 75},
            "minimum_version": {"type": "int", "default": 17},
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params, module.check_mode))


if __name__ == "__main__":
    main()
