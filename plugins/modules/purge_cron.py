#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: purge_cron
short_description: Purge ZooKeeper's old snapshots and logs from cron
version_added: "0.1.0"
description:
  - Writes C(/etc/cron.d/groundwork-zookeeper-purge), which runs C(org.apache.zookeeper.server.PurgeTxnLog) as the
    service user, never twice at once, with its output in the journal as C(zookeeper-purge).
  - Turn ZooKeeper's own C(autopurge) off, so that one mechanism owns the purge.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
extends_documentation_fragment:
  - groundwork.kafka.purge
  - groundwork.kafka.attributes.changes
notes:
  - A host without a cron daemon purges nothing then, and cron does not tell what became of a run;
    M(groundwork.kafka.purge_timer) needs no cron daemon, and is what the role P(groundwork.kafka.zookeeper#role) uses.
    Where that has made its timer, this module refuses to make an entry beside it.
seealso:
  - module: groundwork.kafka.purge_timer
"""

EXAMPLES = r"""
- name: Keep the five newest snapshots
  groundwork.kafka.purge_cron:
    user: zookeeper
    data_dir: /var/lib/zookeeper/data
    data_log_dir: /var/lib/zookeeper/log
"""

RETURN = r"""
settings:
  description:
    - One row for the entry, as wanted, persisted, effective and after the next boot, each as schedule, user and the
      number of snapshots kept. The status tells whether the whole file is as wanted.
  returned: success
  type: list
  elements: dict
  sample:
    - kind: cron
      name: zookeeper-purge
      wanted: 17 3 * * * as zookeeper, keep 5
      rule: exact
      persisted: 17 3 * * * as zookeeper, keep 5
      persisted_at: /etc/cron.d/groundwork-zookeeper-purge:2
      effective: 17 3 * * * as zookeeper, keep 5
      after_boot: 17 3 * * * as zookeeper, keep 5
      status: in_effect
      note: null
      reason: snapshots and logs pile up until the disk is full
      source: ZooKeeper Administrator's Guide
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import purge_options


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """Read, plan, apply, and read again: the module's result."""
    return purge_options.run(host, params, check_mode)


def main() -> None:
    module = AnsibleModule(
        argument_spec=purge_options.ARGUMENTS,
        required_if=purge_options.REQUIRED_IF,
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "purge_cron", run)


if __name__ == "__main__":
    main()
