#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: host_audit
short_description: Tell what is in force on a Kafka or ZooKeeper host, and change nothing
version_added: "0.2.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Finds the brokers and ZooKeeper servers of a host by their process, whoever installed them, and returns a record of
    what they run with and what is in force on the host, with what a person should look at.
  - Compares the settings that M(groundwork.kafka.host_profile) applies, for the services and users found as well; of
    each server the headroom of map areas and descriptors, the JVM's flags, whether it is older than its files, the
    certificates that it uses and until when, the disks that its data lies on, and ZooKeeper's purge, what runs it, when
    it last did, with what result, and when next.
  - A listener with TLS is asked for its certificate by a handshake, which shows the server's own where its keystore is
    PEM, so that it counts no failed login.
  - Writes nothing. A server in a container of the host is told of and not looked into.
options:
  name:
    description: The host's name in the record.
    type: str
    required: true
  expected:
    description: What must run on the host; a finding otherwise.
    type: list
    elements: str
    choices: [broker, controller, zookeeper]
    default: []
  broker_jvm:
    description: What is wanted of the JVM of brokers; the options also of that of KRaft controllers.
    type: dict
    suboptions: &jvm
      options:
        description: JVM options, one in each item. Properties (C(-D)) and agents are not compared.
        type: list
        elements: str
        default: []
      heap:
        description: The heap, smallest and largest, such as V(6g). Left out, any heap that is fixed will do.
        type: str
  zookeeper_jvm:
    description: What is wanted of the JVM of ZooKeeper servers.
    type: dict
    suboptions: *jvm
extends_documentation_fragment:
  - groundwork.kafka.profile
  - groundwork.kafka.attributes.reads
notes:
  - Needs root on the managed host, and nothing but Python's standard library.
  - What a session gets is read in one, opened with C(runuser), which leaves a line in the host's log.
  - JVM flags are read off the command line; what an environment variable or an C(@file) adds is not seen. The garbage
    collector is told by the threads that run, whoever chose it; Java 8 does not name them.
"""

EXAMPLES = r"""
- name: See what is in force
  groundwork.kafka.host_audit:
    name: "{{ inventory_hostname }}"
    expected: [broker]
    kernel_parameters:
      vm.max_map_count: 262144
      vm.swappiness: 1
    nofile:
      soft: 262144
      hard: 1024288
    broker_jvm:
      options: [-XX:+UseG1GC, -XX:MaxGCPauseMillis=20]
  register: audit

- name: Show the settings, and what a person should look at
  groundwork.kafka.settings_report:
    settings: "{{ audit.record.settings }}"
    findings: "{{ audit.record.findings }}"
"""

RETURN = r"""
record:
  description: What was found, in the schema C(docs/schemas/audit-2.json) of the collection.
  returned: success
  type: dict
  contains:
    schema:
      description: Name and version of the schema.
      type: str
      sample: groundwork.kafka/audit/2
    host:
      description: The O(name).
      type: str
    time:
      description: When it was read, in UTC.
      type: str
      sample: "2026-01-31T23:59:59Z"
    collection:
      description: The version of the collection.
      type: str
    cluster:
      description: The id of the cluster that the servers found keep data of, or null.
      type: str
    rack:
      description: The rack that a broker of the host runs with, or null.
      type: str
    roles:
      description: The kinds of the servers found.
      type: list
      elements: str
    outcome:
      description: V(audited).
      type: str
    message:
      description: Null.
      type: str
    services:
      description: The servers found, each with its process, unit, user, start, Java, configuration file, data
        directories, and use of map areas and descriptors.
      type: list
      elements: dict
    settings:
      description: Rows as M(groundwork.kafka.host_profile) returns them; their kind may also be V(process), V(jvm),
        V(disk) or V(job).
      type: list
      elements: dict
    findings:
      description: What a person should look at, as M(groundwork.kafka.host_profile) returns it, by severity.
      type: list
      elements: dict
    counts:
      description: The number of findings by severity.
      type: dict
      sample: {high: 0, medium: 1, low: 2}
reviewed:
  description: The configurations of the servers found, without secrets, and what their host is like, for
    M(groundwork.kafka.audit_report), which finds the traps in them over all hosts.
  returned: success
  type: dict
"""

import time
from typing import Any, Dict, Mapping

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import record as audit_record
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.review import parts
from ansible_collections.groundwork.kafka.plugins.module_utils.server import running as running_servers
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import wishes

JVM = {
    "type": "dict",
    "options": {"options": {"type": "list", "elements": "str", "default": []}, "heap": {"type": "str"}},
}
ARGUMENTS = dict(
    wishes.ARGUMENTS,
    name={"type": "str", "required": True},
    expected={"type": "list", "elements": "str", "choices": list(running_servers.KINDS), "default": []},
    broker_jvm=JVM,
    zookeeper_jvm=JVM,
)


def run(params: Mapping[str, Any], host: Host) -> Dict[str, Any]:
    """The module's result."""
    record, reviewed = audit_record.examined(host, params, time.time())
    return {"changed": False, "record": record, "reviewed": parts.plain(reviewed)}


def main() -> None:
    """Read, and exit with the record."""
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params, Host()))


if __name__ == "__main__":
    main()
