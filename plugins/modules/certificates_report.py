#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: certificates_report
short_description: Show all certificates of a cluster's servers, what ends first before all others
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Prints what M(groundwork.kafka.server_certificates) has read of each host as one table, and writes it as a line of
    JSON for each certificate on each path.
  - Runs on the control node only; use it with C(run_once).
options:
  results:
    description: What was registered for each host, by the host's name.
    type: dict
    required: true
  directory:
    description: The folder, on the control node, for the file. It is made where it is missing.
    type: path
    required: true
  fail_on:
    description:
      - V(warning) fails when a certificate that is used, held or trusted ends within 30 days, or has ended, and
        V(unknown) also when something could not be read, after everything is written and printed.
    type: str
    choices: [warning, unknown, none]
    default: none
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Write and show which certificates there are
  groundwork.kafka.certificates_report:
    results: "{{ dict(ansible_play_hosts | zip(ansible_play_hosts | map('extract', hostvars, 'certificates'))) }}"
    directory: reports
  run_once: true
"""

RETURN = r"""
path:
  description: The file with a line of JSON for each certificate on each path, on the control node.
  returned: when it was written
  type: str
  sample: /home/me/reports/certificates-20260131T235959Z.jsonl
"""
