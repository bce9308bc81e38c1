#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: capacity_report
short_description: Write a capacity plan as a page and as JSON, and print what runs out first
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Writes the plan of M(groundwork.kafka.capacity_plan) as C(plan.html), a page with charts that needs nothing but
    itself, and as C(plan.json), on the control node. A file that says the same already is left alone.
  - Prints how much is taken of each resource and when it is full, the settings that follow, what a person should look
    at, and what runs out first.
  - Runs on the control node only; use it with C(run_once).
options:
  plan:
    description: What M(groundwork.kafka.capacity_plan) returned as RV(groundwork.kafka.capacity_plan#module:plan).
    type: dict
    required: true
  directory:
    description: The folder, on the control node, for the files. It is made where it is missing.
    type: path
    required: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Work out what the load asks for
  groundwork.kafka.capacity_plan:
    load:
      brokers: 3
      topics:
        - {name: events, write_bytes_per_second: 1 MB, record_bytes: 1000, retention_hours: 168}
  register: plan
  run_once: true

- name: Write it down
  groundwork.kafka.capacity_report:
    plan: "{{ plan.plan }}"
    directory: reports
  run_once: true
"""

RETURN = r"""
html:
  description: The page on the control node.
  returned: success
  type: str
  sample: /home/me/reports/plan.html
json:
  description: The plan itself.
  returned: success
  type: str
  sample: /home/me/reports/plan.json
"""
