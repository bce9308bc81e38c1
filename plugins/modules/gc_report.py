#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: gc_report
short_description: Tell how long and how often garbage collectors stop their servers, with a chart
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Prints what M(groundwork.kafka.gc_log) has read of each host, with what Kafka's documentation tells of busy brokers
    beside it, and writes it as a page with a chart of the pauses over time, which opens in a browser without a network,
    and as a line of JSON for each log beside it.
  - Runs on the control node only; use it with C(run_once).
options:
  results:
    description: What was registered for each host, by the host's name.
    type: dict
    required: true
  directory:
    description: The folder, on the control node, for the files. It is made where it is missing.
    type: path
    required: true
  fail_on:
    description: V(warning) fails when something is not normal, after everything is written and printed.
    type: str
    choices: [warning, none]
    default: none
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Write and show what the collectors have done
  groundwork.kafka.gc_report:
    results: "{{ dict(ansible_play_hosts | zip(ansible_play_hosts | map('extract', hostvars, 'collected'))) }}"
    directory: reports
  run_once: true
"""

RETURN = r"""
path:
  description: The file with a line of JSON for each log, on the control node.
  returned: when it was written
  type: str
  sample: /home/me/reports/gc-20260131T235959Z.jsonl
page:
  description: The page on the control node.
  returned: when it was written
  type: str
  sample: /home/me/reports/gc-20260131T235959Z.html
"""
