#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Set what a cluster keeps itself, and find what wins over its brokers' files."""

from __future__ import annotations

DOCUMENTATION = r"""
module: cluster_settings
short_description: Set a cluster's dynamic defaults, and find what overrides its brokers' files
version_added: "0.4.0"
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
description:
  - Sets brokers' settings as the cluster's default over the admin API, where they are not in force in every broker. No
    JVM is started, and no broker is restarted.
  - Finds each setting of a broker's file that is not in force because the cluster keeps another value. It is told
    and left.
options:
  settings:
    description:
      - Settings of brokers, with the values that are to be in force in all of them.
      - From Kafka 4.1 on, C(min.insync.replicas) is kept by the cluster. What a broker's file says of it counts only
        when the cluster is made. It is not raised to what topics without a value of their own have replicas in sync,
        and lowered only with O(may_lower).
    type: dict
    default: {}
  may_lower:
    description:
      - Whether C(min.insync.replicas) may be lowered, as where somebody has asked for just that number. Otherwise a
        higher one that the cluster keeps stays, and is a finding.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.admin
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Have two replicas acknowledge what is written with acks=all
  groundwork.kafka.cluster_settings:
    bootstrap_servers: ["kafka1.example.com:9092"]
    settings:
      min.insync.replicas: 2
  delegate_to: localhost
  run_once: true
"""

RETURN = r"""
set:
  description: The settings that were set, with their values.
  returned: success
  type: dict
  sample: {min.insync.replicas: "2"}
findings:
  description: What a person should look at.
  returned: success
  type: list
  elements: dict
  sample:
    - id: broker_setting_overridden
      severity: medium
      subject: log.retention.ms of brokers 1, 2, 3
      wanted: 604800000 (server.properties)
      found: 3600000 (the cluster's default, dynamic)
      why: what the cluster keeps wins over the broker's file, now and after each restart
      source: "Apache Kafka documentation, Configuration: Updating Broker Configs"
      remedy: >-
        take it out of the cluster (kafka-configs.sh --bootstrap-server HOST:PORT [with security: --command-config FILE]
        --alter --entity-type brokers --entity-default --delete-config log.retention.ms), or put its value into
        kafka_config
"""

from typing import Any, Dict, List

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import config as broker_config
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import replication
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import broker_settings, connection
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding


def run(params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    given = dict(params)
    may_lower = given.pop("may_lower")
    wanted = {key: broker_config.render(value, key) for key, value in given.pop("settings").items()}
    with connection.connected(**given) as client:
        brokers = cluster_state.running(cluster_state.brokers_of(client.describe_cluster()))
        before = found = broker_settings.read(client, brokers)
        missing = broker_settings.missing(wanted, before)
        kept: List[Finding] = []
        if replication.MIN_ISR in missing:
            found_least = [int(settings[replication.MIN_ISR].value) for settings in before.values()]
            wanted_least = int(missing[replication.MIN_ISR])
            if max(found_least) > wanted_least and not may_lower:
                kept = [replication.kept_higher(found_least, wanted_least)]
                del missing[replication.MIN_ISR]
            else:
                replication.check_raise(
                    cluster_state.in_sync(client), cluster_state.replicas(client), min(found_least), wanted_least
                )
        if missing and not check_mode:
            broker_settings.set_defaults(client, missing)
            found = broker_settings.until_in_force(client, brokers, missing, given["timeout"])
    told = {
        number: {key: settings[key].value for key in missing if key in settings} for number, settings in before.items()
    }
    return {
        "changed": bool(missing),
        "set": missing,
        # The finding above says the same of it, with another way.
        "findings": [*kept, *broker_settings.overridden(found, [replication.MIN_ISR] if kept else [])],
        "diff": {"before": {"brokers": told}, "after": {"brokers": dict.fromkeys(told, missing)}},
    }


def main() -> None:
    """Read, set what is missing, read again, and exit with what was found."""
    spec = {
        **connection.ARGUMENTS,
        "settings": {"type": "dict", "default": {}},
        "may_lower": {"type": "bool", "default": False},
    }
    module = AnsibleModule(argument_spec=spec, supports_check_mode=True)
    end(module, lambda: run(module.params, module.check_mode))


if __name__ == "__main__":
    main()
