#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: metadata_move
short_description: Move the metadata of a KRaft server to another folder
version_added: "0.4.0"
description:
  - Moves the metadata from the folder that C(/etc/kafka/server.properties) names to O(metadata_log_dir), or else to the
    first of O(log_dirs). The server is stopped, C(server.properties) is switched once everything is whole in the new
    folder, and what was in the former one is kept there under another name. Nothing is deleted. The server is not
    started again, unless something failed before C(server.properties) was switched.
  - What a broker has is a copy, and is copied. A controller's is copied with the identity of its folder, by which the
    quorum knows it. Where the former or the new folder holds partitions as well, whose replicas are known by that
    identity, a broker that is a controller too joins the quorum anew in the new folder.
  - In check mode it tells what would be moved, and whether it can be, while the server runs.
  - A run that was killed at any moment is gone on with by the next one, or led back with the former folders.
  - Fails, before anything is done, where the new folder holds anything else, has no room, or lies on a disk that is not
    mounted. It does nothing on a host without the data of a KRaft server.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  node_id:
    description:
      - The server's number, which its metadata must be of. Without it they may be of any, as before the servers of an
        inventory are numbered.
    type: int
  log_dirs:
    description:
      - The folders of the partitions, absolute paths. Only the order may be another than so far, and folders that hold
        none may be missing; the folder of the metadata may be new.
    type: list
    elements: str
    required: true
  metadata_log_dir:
    description:
      - The folder of the metadata, where it is none of O(log_dirs). The first of O(log_dirs) when it is not given.
    type: str
  user:
    description:
      - The account that runs Kafka, who owns the folders.
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
  quorum:
    description:
      - What the cluster tells of its quorum, for RV(joins). Without it, nothing is refused for its sake.
    type: dict
    suboptions:
      directory_ids:
        description: The ids of the voters' folders, as M(groundwork.kafka.cluster_info) tells them.
        type: list
        elements: str
        required: true
      kraft_version:
        description: The level of the feature C(kraft.version).
        type: int
        required: true
      joins:
        description: Whether controllers of the version that is installed come to vote by themselves.
        type: bool
        required: true
  ended:
    description:
      - Whether all that belongs to a move was done, and the server is back behind its gate. Nothing is moved then, and
        what the host keeps of the move, for a run that is killed, is removed.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Tell what would be moved
  groundwork.kafka.metadata_move:
    node_id: 1
    log_dirs: [/data/1/kafka, /data/2/kafka]
    metadata_log_dir: /data/metadata
    user: kafka
  check_mode: true
"""

RETURN = r"""
due:
  description: The new folder, where the server has to be stopped for it, or an earlier run has not seen it back.
  returned: success
  type: list
  elements: str
  sample: [/data/metadata]
joins:
  description: Whether the server has to leave the quorum for it and join it anew.
  returned: success
  type: bool
  sample: false
summary:
  description: What is moved, or would be, a line for each.
  returned: success
  type: list
  elements: str
  sample:
    - "metadata, a broker's copy: 21.3 MiB, from /data/1/kafka to /data/metadata (19.4 GiB free)"
folders:
  description: All folders of the server by C(server.properties) as the module found it; none without one.
  returned: success
  type: list
  elements: str
  sample: [/data/1/kafka, /data/2/kafka]
log_dirs:
  description: Those of them that hold partitions, likewise.
  returned: success
  type: list
  elements: str
  sample: [/data/1/kafka, /data/2/kafka]
metadata_log_dir:
  description: The one that holds the metadata alone, likewise; empty for none.
  returned: success
  type: str
  sample: ""
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts, lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import metadata_move, metadata_mover, storage
from ansible_collections.groundwork.kafka.plugins.module_utils.server.metadata_move import JOIN, Asked, Quorum


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    log_dirs = server_data.folders("kafka_log_dirs", params["log_dirs"])
    own = params["metadata_log_dir"]
    folder = server_data.folders("kafka_metadata_log_dir", [own])[0] if own else ""
    quorum = Quorum(**params["quorum"]) if params["quorum"] else None
    asked = Asked(params["node_id"], log_dirs, folder, params["disks"], quorum)
    if check_mode:
        planned = metadata_move.plan(host, asked)
    else:
        account = accounts.Service("kafka", params["user"], params["group"] or params["user"])
        planned = metadata_mover.run(host, asked, account, params["ended"])
    moves = planned.move is not None and not params["ended"]
    return {
        "changed": bool(planned.left or moves or (params["ended"] and planned.record)),
        "due": planned.due,
        "joins": planned.move is not None and planned.move.kind == JOIN,
        "summary": list(planned.summary),
        "folders": storage.folders(planned.log_dirs, planned.metadata_log_dir),
        "log_dirs": list(planned.log_dirs),
        "metadata_log_dir": planned.metadata_log_dir,
        "diff": {
            "before": f"metadata in {planned.metadata}\n" if planned.metadata else "",
            "after": f"metadata in {asked.metadata if moves else planned.metadata}\n" if planned.metadata else "",
        },
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "node_id": {"type": "int"},
            "log_dirs": {"type": "list", "elements": "str", "required": True},
            "metadata_log_dir": {"type": "str"},
            "user": {"type": "str", "required": True},
            "group": {"type": "str"},
            "disks": {"type": "list", "elements": "dict", "default": []},
            "quorum": {
                "type": "dict",
                "options": {
                    "directory_ids": {"type": "list", "elements": "str", "required": True},
                    "kraft_version": {"type": "int", "required": True},
                    "joins": {"type": "bool", "required": True},
                },
            },
            "ended": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "metadata_move", run)


if __name__ == "__main__":
    main()
