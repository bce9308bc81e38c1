#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: health_report
short_description: Judge, print and write what was read of a cluster's vital signs
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Judges what M(groundwork.kafka.cluster_health), M(groundwork.kafka.server_health) and
    M(groundwork.kafka.host_audit) have read by the bounds of docs/health.md of the collection, prints a table with
    value, normal value and verdict, and writes a line of JSON for each value into a new file on the control node, in
    the schema C(docs/schemas/health-1.json).
  - One look tells at once what a monitoring tells after a while, so a broker that restarts is an alarm.
  - A value that could not be read is V(unknown), with the reason, and never normal.
  - Fails when a verdict is as bad as O(fail_on), after everything is written and printed.
  - Runs on the control node only; use it with C(run_once).
options:
  cluster:
    description: What M(groundwork.kafka.cluster_health) returned; empty where nobody asked the cluster.
    type: dict
    default: {}
  servers:
    description: What M(groundwork.kafka.server_health) returned for each host, by the host's name.
    type: dict
    default: {}
  audits:
    description: What M(groundwork.kafka.host_audit) returned for each host, by the host's name.
    type: dict
    default: {}
  directory:
    description: The folder, on the control node, for the file. It is made where it is missing.
    type: path
    required: true
  fail_on:
    description: The least verdict that fails, or V(none) to never fail.
    type: str
    choices: [alarm, warning, unknown, none]
    default: alarm
  show_normal:
    description: Whether the table has values that are normal, or are only shown, as well. The file has them all.
    type: bool
    default: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Judge what was read
  groundwork.kafka.health_report:
    cluster: "{{ cluster }}"
    servers: "{{ dict(ansible_play_hosts | zip(ansible_play_hosts | map('extract', hostvars, 'server'))) }}"
    directory: reports
    fail_on: warning
  run_once: true
"""

RETURN = r"""
path:
  description: The file on the control node.
  returned: when it was written
  type: str
  sample: /home/me/reports/health-20260131T235959Z.jsonl
counts:
  description: How many values have each verdict.
  returned: success
  type: dict
  sample: {alarm: 0, warning: 0, unknown: 2, normal: 31, shown: 20}
"""
