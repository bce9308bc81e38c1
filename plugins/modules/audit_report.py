#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
module: audit_report
short_description: Write, print and judge what an audit found
version_added: "0.2.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Writes what M(groundwork.kafka.host_audit) returned for each host into a new file of JSON lines on the control node,
    a line a host, also for a host that was unreachable or failed. Only its owner may read it.
  - Finds the traps in the configurations that the hosts have, over all of them, and in what the cluster told where it
    was asked, and writes them into a file beside that one.
  - Prints the servers, settings and findings of each host, then all that is to be done over all of them, the most
    important first, and then fails when there is a finding of the severity O(fail_on) or above. Everything is written
    and printed by then.
  - Runs on the control node only; use it with C(run_once).
options:
  results:
    description: What was registered for each host, by the host's name. Of one that was not reached it may be empty.
    type: dict
    required: true
  places:
    description:
      - Where the inventory says that each host stands, by its name, for those who compare many audits of clusters.
        C(cluster) is the name of its cluster, C(rack) its rack and C(roles) a list of what is to run there.
      - A cluster's name stands before the id that the host tells, and the rack that a broker runs with before the
        inventory's. A host of which neither tells a cluster is of the one that all others in O(results) are of.
    type: dict
    default: {}
  directory:
    description: The folder, on the control node, for the file. It is made where it is missing.
    type: path
    required: true
  fail_on:
    description: The least severity that fails, or V(none) to never fail. A host that was not audited is V(high).
    type: str
    choices: [high, medium, low, none]
    default: high
  show_in_effect:
    description: Whether settings that are in effect are printed as well. The file has them all.
    type: bool
    default: true
  html:
    description:
      - Whether the audit is written as a page as well, C(audit-TIME.html) beside the file, which opens in a browser
        without a network. It has the hosts by rack, what is not in force and where, the headroom of each resource and
        the findings.
    type: bool
    default: false
  cluster:
    description:
      - What M(groundwork.kafka.cluster_review) returned. Empty where nobody asked the cluster.
    type: dict
    default: {}
    version_added: "0.4.0"
  accepted:
    description:
      - Traps that somebody lives with, by their id, each with the reason. They are told as accepted, also in the lines
        of JSON, count nowhere, and do not fail. An id that no rule has is refused.
    type: dict
    default: {}
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Write and show what was found
  groundwork.kafka.audit_report:
    results: "{{ dict(ansible_play_hosts_all | zip(ansible_play_hosts_all | map('extract', hostvars, 'audit'))) }}"
    directory: reports
    fail_on: medium
  run_once: true
"""

RETURN = r"""
path:
  description: The file on the control node.
  returned: when it was written
  type: str
  sample: /home/me/reports/audit-20260131T235959Z.jsonl
page:
  description: The page on the control node.
  returned: with O(html)
  type: str
  sample: /home/me/reports/audit-20260131T235959Z.html
review_path:
  description: The file with the traps, in the schema C(docs/schemas/review-1.json) of the collection.
  returned: when it was written
  type: str
  sample: /home/me/reports/audit-20260131T235959Z.review.json
"""
