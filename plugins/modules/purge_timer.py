#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: purge_timer
short_description: Purge ZooKeeper's old snapshots and logs by a systemd timer
version_added: "0.4.0"
description:
  - Writes and enables C(groundwork-zookeeper-purge.timer), which runs C(org.apache.zookeeper.server.PurgeTxnLog) as the
    service user, never twice at once, with its output in the journal as C(zookeeper-purge).
  - A run that a downtime has missed is made up for. C(systemctl list-timers) tells when the last run was and when the
    next one is, C(systemctl status groundwork-zookeeper-purge.service) how it ended; M(groundwork.kafka.host_audit)
    tells all three.
  - Once the timer is in force, the entry that M(groundwork.kafka.purge_cron) has made is removed. When the timer can't
    be brought into force, everything is as it was before.
  - Turn ZooKeeper's own C(autopurge) off, so that one mechanism owns the purge.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  random_delay:
    description:
      - Seconds that a run waits for at most beyond its schedule, chosen anew each time, so that the servers of an
        ensemble do not purge at once.
    type: int
    default: 900
extends_documentation_fragment:
  - groundwork.kafka.purge
  - groundwork.kafka.attributes.changes
seealso:
  - module: groundwork.kafka.purge_cron
"""

EXAMPLES = r"""
- name: Keep the five newest snapshots
  groundwork.kafka.purge_timer:
    user: zookeeper
    data_dir: /var/lib/zookeeper/data
    data_log_dir: /var/lib/zookeeper/log
"""

RETURN = r"""
settings:
  description:
    - One row for the timer, as wanted, persisted, effective and after the next boot, each as schedule, user and the
      number of snapshots kept. The note tells of the last run and of the next.
  returned: success
  type: list
  elements: dict
  sample:
    - kind: job
      name: zookeeper-purge
      wanted: 17 3 * * * as zookeeper, keep 5
      rule: exact
      persisted: 17 3 * * * as zookeeper, keep 5
      persisted_at: /etc/systemd/system/groundwork-zookeeper-purge.timer
      effective: 17 3 * * * as zookeeper, keep 5
      after_boot: 17 3 * * * as zookeeper, keep 5
      status: in_effect
      note: the last run, 2026-01-31T03:20:12Z, ended with success; the next is due 2026-02-01T03:18:51Z
      reason: snapshots and logs pile up until the disk is full
      source: ZooKeeper Administrator's Guide
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import purge_options, purge_timer


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """Read, plan, apply, and read again: the module's result."""
    return purge_timer.run(host, purge_options.job(params, check_mode), params["random_delay"], check_mode)


def main() -> None:
    module = AnsibleModule(
        argument_spec={**purge_options.ARGUMENTS, "random_delay": {"type": "int", "default": 900}},
        required_if=purge_options.REQUIRED_IF,
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "purge_timer", run)


if __name__ == "__main__":
    main()
