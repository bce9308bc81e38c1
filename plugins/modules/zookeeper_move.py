#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: zookeeper_move
short_description: Move a ZooKeeper server's data to other folders
version_added: "0.4.0"
description:
  - Moves the data from the folders that C(/etc/zookeeper/zoo.cfg) names to O(data_dir) and O(data_log_dir). The server
    is stopped, its files are copied as its user, held against the former ones byte by byte, C(zoo.cfg) is switched, and
    the former files are moved into a folder C(moved-TIME) beside where they were. Nothing is deleted. The server is not
    started again, unless something failed before C(zoo.cfg) was switched.
  - In check mode it tells what would be moved, and whether it can be, while the server runs.
  - A run that was killed at any moment is gone on with by the next one, or led back with the former folders.
  - Fails, before anything is done, where the new folder holds anything else, has no room, or lies on a disk that is not
    mounted. It does nothing on a host without C(zoo.cfg).
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
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
  user:
    description:
      - The account that runs ZooKeeper, who owns the folders.
    type: str
    required: true
  group:
    description:
      - Its group; one of the user's name when it is not given.
    type: str
  disks:
    description:
      - The host's data disks, each with a C(mount_point). A new folder on one of them is refused until it is mounted.
    type: list
    elements: dict
    default: []
  ended:
    description:
      - Whether all that belongs to a move was done, the unit with the new folders written too. Nothing is moved then,
        and what the host keeps of the move, for a run that is killed, is removed.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Tell what would be moved
  groundwork.kafka.zookeeper_move:
    data_dir: /var/lib/zookeeper/data
    data_log_dir: /data/zookeeper/log
    user: zookeeper
  check_mode: true
"""

RETURN = r"""
due:
  description: The new folders, where the server has to be stopped for them, or an earlier run has not started it again.
  returned: success
  type: list
  elements: str
  sample: [/data/zookeeper/log]
summary:
  description: What is moved, or would be, a line for each.
  returned: success
  type: list
  elements: str
  sample:
    - "transaction log: 3 files, 64.0 MiB, from /var/lib/zookeeper/log to /data/zookeeper/log (19.4 GiB free)"
data_dir:
  description: The folder of the snapshots by C(zoo.cfg) as the module found it; none without one.
  returned: success
  type: str
  sample: /var/lib/zookeeper/data
data_log_dir:
  description: The folder of the transaction log, likewise.
  returned: success
  type: str
  sample: /var/lib/zookeeper/log
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts, lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import zookeeper_move, zookeeper_mover
from ansible_collections.groundwork.kafka.plugins.module_utils.server.zookeeper_move import LOG, SNAPSHOTS


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    (data_dir,) = server_data.folders("zookeeper_data_dir", [params["data_dir"]])
    (data_log_dir,) = server_data.folders("zookeeper_data_log_dir", [params["data_log_dir"]])
    wanted = {SNAPSHOTS: data_dir, LOG: data_log_dir}
    user = params["user"]
    account = accounts.Service("zookeeper", user, params["group"] or user)
    if check_mode:
        planned = zookeeper_move.plan(host, wanted, params["disks"])
    else:
        planned = zookeeper_mover.run(host, wanted, account, params["disks"], params["ended"])
    ends = bool(params["ended"] and planned.record)
    return {
        "changed": bool(planned.left or (planned.moves and not params["ended"]) or ends),
        "due": planned.due,
        "summary": list(planned.summary),
        "data_dir": planned.folders.get(SNAPSHOTS),
        "data_log_dir": planned.folders.get(LOG),
        "diff": {
            "before": "".join(f"{kind} in {folder}\n" for kind, folder in planned.folders.items()),
            "after": "".join(f"{kind} in {wanted[kind]}\n" for kind in planned.folders),
        },
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "data_dir": {"type": "str", "required": True},
            "data_log_dir": {"type": "str", "required": True},
            "user": {"type": "str", "required": True},
            "group": {"type": "str"},
            "disks": {"type": "list", "elements": "dict", "default": []},
            "ended": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "zookeeper_move", run)


if __name__ == "__main__":
    main()
