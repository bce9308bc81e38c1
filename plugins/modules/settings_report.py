#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: settings_report
short_description: Print the settings of a host, and what a person should look at
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Prints the settings that M(groundwork.kafka.host_profile) or M(groundwork.kafka.host_audit) returned as an aligned
    table of plain text, with the note of each that is not in effect below its line; then a sentence for each of the
    findings, the worst first, with its severity, its id and what to do.
  - It prints by itself, so that the table is the same in a terminal, in a log and in AWX, whatever callback shows the
    results of tasks. Nothing of it is in the result.
options:
  settings:
    description: The rows.
    type: list
    elements: dict
    required: true
  findings:
    description: The findings.
    type: list
    elements: dict
    required: true
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Tune the host
  groundwork.kafka.host_profile:
    kernel_parameters:
      vm.swappiness: 1
  register: profile

- name: Show the settings, and what a person should look at
  groundwork.kafka.settings_report:
    settings: "{{ profile.settings }}"
    findings: "{{ profile.findings }}"
"""

RETURN = r""" # """
