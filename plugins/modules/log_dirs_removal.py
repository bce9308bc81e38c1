#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: log_dirs_removal
short_description: Take folders without partitions out of a broker's settings
version_added: "0.4.0"
description:
  - Takes the folders that C(/etc/kafka/server.properties) names and that O(log_dirs) does not have any more out of that
    file. The broker is stopped for it, and not started again, unless a folder still holds partitions, or something else
    is in the way. M(groundwork.kafka.log_dirs_drain) has the broker move them before. What is in the folders stays.
  - In check mode it tells which folders would be taken out, while the broker runs.
  - A run that was killed at any moment is gone on with by the next one. With the former folders it takes nothing out.
  - Fails, before anything is done, where O(log_dirs) has a folder that the broker does not have yet, where KRaft's
    metadata lie in one that is to be taken out, and where one holds partitions and the broker does not run.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  log_dirs:
    description:
      - The folders of the partitions that stay, absolute paths.
    type: list
    elements: str
    required: true
  metadata_log_dir:
    description:
      - The folder of KRaft's metadata, where it is none of O(log_dirs).
    type: str
  disks:
    description:
      - The host's data disks, each with a C(mount_point).
    type: list
    elements: dict
    default: []
  ended:
    description:
      - Whether the broker is back behind its gate. Nothing is taken out then, and what the host keeps of it, for a run
        that is killed, is removed.
    type: bool
    default: false
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Tell which folders would be taken out
  groundwork.kafka.log_dirs_removal:
    log_dirs: [/data/1/kafka]
  check_mode: true
"""

RETURN = r"""
due:
  description: The folders that are to be taken out, or were, where an earlier run has not seen the broker back.
  returned: success
  type: list
  elements: str
  sample: [/data/2/kafka]
held:
  description: How many partitions lie in them.
  returned: success
  type: int
  sample: 12
runs:
  description: Whether the broker runs.
  returned: success
  type: bool
into:
  description: The folders that stay, each with its file system, as M(groundwork.kafka.log_dirs_drain) takes them.
  returned: success
  type: list
  elements: dict
  sample: [{path: /data/1/kafka, disk: "2065"}]
removed:
  description: The folders that C(server.properties) has and that are to be taken out.
  returned: success
  type: list
  elements: str
  sample: [/data/2/kafka]
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

from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import log_dirs_removal, storage
from ansible_collections.groundwork.kafka.plugins.module_utils.server.log_dirs_removal import Asked


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """The module's result."""
    log_dirs = server_data.folders("kafka_log_dirs", params["log_dirs"])
    own = params["metadata_log_dir"]
    folder = server_data.folders("kafka_metadata_log_dir", [own])[0] if own else ""
    asked = Asked(log_dirs, folder, params["disks"])
    found = log_dirs_removal.plan(host, asked) if check_mode else log_dirs_removal.run(host, asked, params["ended"])
    removes = bool(found.removed) and not params["ended"]
    after = [path for path in found.log_dirs if not removes or path not in found.removed]
    return {
        "changed": removes or bool(params["ended"] and found.record),
        "due": found.due,
        "held": found.held,
        "runs": found.runs,
        "into": [{"path": path, "disk": disk} for path, disk in found.into.items()],
        "removed": list(found.removed),
        "folders": storage.folders(found.log_dirs, found.metadata_log_dir),
        "log_dirs": list(found.log_dirs),
        "metadata_log_dir": found.metadata_log_dir,
        "diff": {"before": "\n".join([*found.log_dirs, ""]), "after": "\n".join([*after, ""])},
    }


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "log_dirs": {"type": "list", "elements": "str", "required": True},
            "metadata_log_dir": {"type": "str"},
            "disks": {"type": "list", "elements": "dict", "default": []},
            "ended": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "log_dirs_removal", run)


if __name__ == "__main__":
    main()
