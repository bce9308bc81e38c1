#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: zookeeper_inputs
short_description: Check what a ZooKeeper server is to be before anything of it is written
version_added: "0.2.0"
description:
  - Fails with one sentence for an id, a port or folders with which ZooKeeper does not start, and when the data folder
    holds the data of another server, as C(myid) in it tells; where there is a transaction log without snapshots; and
    for other ports than those of the server that runs, and a port for clients that another process has.
  - Fails for an account that cannot be as it is asked for, and for data folders that are another number's, as those of
    a disk that comes from another machine.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  id:
    description:
      - The server's number in the ensemble, from 1 to 255.
    type: int
    required: true
  data_dir:
    description:
      - The folder of the snapshots, an absolute path.
    type: str
    required: true
  data_log_dir:
    description:
      - The folder of the transaction log, an absolute path; it may be O(data_dir).
    type: str
    required: true
  client_port:
    description:
      - The port for clients.
    type: int
    default: 2181
  peer_port:
    description:
      - The port where followers reach the leader.
    type: int
    default: 2888
  election_port:
    description:
      - The port where the servers of an ensemble elect a leader.
    type: int
    default: 3888
  from_log:
    description:
      - Whether its JVM's flags have it start from its transaction log alone.
    type: bool
    default: false
    version_added: "0.4.0"
  former_elections:
    description:
      - Where the server with this number takes part in elections by the files of the others, as
        M(groundwork.kafka.cluster_layout) returns it. It is refused to be another one that does not run while something
        listens there.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  security:
    description:
      - Whether it is to run with TLS. Where it runs the other way, that is refused.
    type: bool
    default: false
  secure_phase:
    description:
      - The phase that a cluster which gets security while it runs is in. Where the server runs in another one, that is
        refused; empty for a cluster that is as it is to stay.
    type: str
    default: ""
    version_added: "0.4.0"
  stepping:
    description:
      - Whether the server is taken to O(secure_phase) by the playbook that calls this, which has looked at that itself.
    type: bool
    default: false
    version_added: "0.4.0"
  purge:
    description:
      - When and how its old snapshots are to be purged, as M(groundwork.kafka.purge_timer) takes it, which comes only
        after other tasks have written. Nothing of it is checked unless it is given.
    type: dict
    version_added: "0.4.0"
    suboptions:
      schedule:
        description:
          - The five fields of cron.
        type: str
        required: true
      retain:
        description:
          - How many snapshots are kept.
        type: int
        required: true
      random_delay:
        description:
          - How many seconds a purge waits at most.
        type: int
        required: true
extends_documentation_fragment:
  - groundwork.kafka.account
  - groundwork.kafka.account_inputs
  - groundwork.kafka.exporter_inputs
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the server's inputs
  groundwork.kafka.zookeeper_inputs:
    id: 1
    data_dir: /var/lib/zookeeper/data
    data_log_dir: /data/zookeeper/log
"""

RETURN = r"""#"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker.inputs import check_port
from ansible_collections.groundwork.kafka.plugins.module_utils.core import values
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.readers import cron_schedule
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    listening,
    purge_job,
    purge_timer,
    security,
    service_account,
    zookeeper_log,
)

_CLIENT_PORT = "zookeeper_client_port"
_PORTS = ("client_port", "peer_port", "election_port")


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    values.integer("zookeeper_id", params["id"], 1, 255)
    owners: Dict[int, str] = {}
    ports: Dict[str, int] = {}
    for name in (f"zookeeper_{port}" for port in _PORTS):
        port = check_port(name, params[name[len("zookeeper_") :]])
        if port in owners:
            raise GroundworkError(f"{name} and {owners[port]} are both {port}; give each a port of its own.")
        owners[port] = name
        ports[name] = port
    (data_dir,) = server_data.folders("zookeeper_data_dir", [params["data_dir"]])
    (data_log_dir,) = server_data.folders("zookeeper_data_log_dir", [params["data_log_dir"]])
    server_data.check_zookeeper(host, params["id"], data_dir)
    if not params["from_log"]:
        zookeeper_log.check_snapshots(host, data_dir, data_log_dir, params["disks"])
    if not params["stepping"]:
        security.check_zookeeper(host, params["security"], params["secure_phase"])
    listening.check_zookeeper(host, params["id"], ports)
    listening.check_zookeeper_double(host, params["id"], params["former_elections"])
    listening.check_free(host, "zookeeper", {_CLIENT_PORT: ports[_CLIENT_PORT]})  # one alone has no other
    listening.check_exporter(host, "zookeeper", params["exporter"])
    if params["purge"]:
        _check_purge(params["purge"])
    service_account.check_inputs(host, "zookeeper", params)
    return {"changed": False}


def _check_purge(given: Dict[str, Any]) -> None:
    """Raise GroundworkError for what the timer that purges would refuse."""
    values.integer("zookeeper_snapshots_kept", given["retain"], purge_job.FLOOR, 2**31 - 1)
    values.integer("zookeeper_purge_random_delay", given["random_delay"], 0, purge_timer.LONGEST)
    cron_schedule.check(given["schedule"])


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "id": {"type": "int", "required": True},
            "data_dir": {"type": "str", "required": True},
            "data_log_dir": {"type": "str", "required": True},
            "client_port": {"type": "int", "default": 2181},
            "peer_port": {"type": "int", "default": 2888},
            "election_port": {"type": "int", "default": 3888},
            "exporter": listening.EXPORTER,
            "from_log": {"type": "bool", "default": False},
            "former_elections": {"type": "list", "elements": "str", "default": []},
            "security": {"type": "bool", "default": False},
            "secure_phase": {"type": "str", "default": ""},
            "stepping": {"type": "bool", "default": False},
            "purge": {
                "type": "dict",
                "options": {
                    "schedule": {"type": "str", "required": True},
                    "retain": {"type": "int", "required": True},
                    "random_delay": {"type": "int", "required": True},
                },
            },
            **service_account.INPUTS,
        },
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
