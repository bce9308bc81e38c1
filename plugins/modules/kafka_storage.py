#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: kafka_storage
short_description: Format the folders of a KRaft server, once
version_added: "0.3.0"
description:
  - Reads whose data the folders of a KRaft server hold, and formats those that hold none where O(cluster_id) is given.
    Kafka formats no folder by itself, also none that was added later.
  - A folder that holds data is never formatted. Fails for the data of another server, of another or of two clusters, of
    a cluster with ZooKeeper, and for a folder with files but no C(meta.properties).
  - No JVM is started where nothing is to be formatted. Where it is, it runs as O(user) in O(group), and what it
    makes is for the two alone.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  node_id:
    description:
      - The server's number.
    type: int
    required: true
  roles:
    description:
      - What the server is.
    type: list
    elements: str
    choices: [broker, controller]
    required: true
  log_dirs:
    description:
      - The folders of the partitions.
    type: list
    elements: str
    required: true
  metadata_log_dir:
    description:
      - The folder of the metadata, where it is none of O(log_dirs). The first of O(log_dirs) when it is not given.
    type: str
  cluster_id:
    description:
      - The cluster's id. Without it nothing is formatted.
    type: str
  way:
    description:
      - How folders are formatted. With V(standalone) the server becomes the first voter of a new quorum, with
        V(initial) one of O(controllers), and with V(join) it learns of the quorum from the others, as a broker always
        does.
      - V(standalone) is refused where the server already holds metadata, and where one of O(others) answers.
    type: str
    choices: [standalone, initial, join]
    default: join
  controllers:
    description:
      - The voters of a new quorum, C(ID@HOST:PORT:DIRECTORY-ID) separated by commas. For V(initial) and V(standalone),
        which without it takes the server's own listener; Kafka's tool cannot where that has an IPv6 address.
    type: str
    default: ""
  others:
    description:
      - Where the other controllers of the cluster would listen, C(HOST:PORT).
    type: list
    elements: str
    default: []
  config:
    description:
      - The server's C(server.properties), which names the same folders.
    type: path
    default: /etc/kafka/server.properties
  java:
    description:
      - The C(java) program.
    type: path
    default: /usr/bin/java
  libs:
    description:
      - The directory with Kafka's jars.
    type: path
    default: /opt/kafka/libs
  user:
    description:
      - The account that runs Kafka, who owns the folders.
    type: str
    default: kafka
  group:
    description:
      - The group that it runs in, which may read O(config).
    type: str
    default: kafka
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.attributes.changes
"""

EXAMPLES = r"""
- name: Read what the folders hold
  groundwork.kafka.kafka_storage:
    node_id: 1
    roles: [broker, controller]
    log_dirs: [/data/1/kafka, /data/2/kafka]
  register: storage_read

- name: Format the folders of a controller whose disk was replaced
  groundwork.kafka.kafka_storage:
    node_id: 1
    roles: [broker, controller]
    log_dirs: [/data/1/kafka, /data/2/kafka]
    cluster_id: NFrByNf9Sb-ZRSqQKfs2LA
"""

RETURN = r"""
storage:
  description: What the folders hold, in check mode what they hold before anything is formatted.
  returned: success
  type: dict
  contains:
    node_id:
      description: The server's number.
      type: int
      sample: 1
    cluster_id:
      description: The cluster's id; empty where nothing is formatted.
      type: str
      sample: NFrByNf9Sb-ZRSqQKfs2LA
    directories:
      description: The id of each formatted folder, by its path.
      type: dict
      sample: {/data/1/kafka: CX6_sskSRLyteJhdRTLZJw}
    unformatted:
      description: The folders that hold nothing.
      type: list
      elements: str
      sample: []
    founded:
      description: Whether a log of the metadata is there, or the voters that it begins with.
      type: bool
      sample: true
    used:
      description: Whether the server has run, or partitions lie there.
      type: bool
      sample: true
findings:
  description: What works, but not well.
  returned: success
  type: list
  elements: dict
  sample: []
"""

from typing import Any, Dict

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data
from ansible_collections.groundwork.kafka.plugins.module_utils.server import storage


def run(host: Host, params: Dict[str, Any], check_mode: bool) -> Dict[str, Any]:
    """Read, format, and read again: the module's result."""
    log_dirs = server_data.folders("kafka_log_dirs", params["log_dirs"])
    paths = storage.folders(log_dirs, params["metadata_log_dir"])
    before = after = storage.read(host, params["node_id"], paths)
    wanted = params["cluster_id"]
    if wanted and before.cluster_id and before.cluster_id != wanted:
        raise GroundworkError(
            f"{next(iter(before.directories))} holds the data of cluster {before.cluster_id}, and the cluster is "
            f"{wanted}; take the server out of the inventory, or, if its data may be lost, empty its folders yourself."
        )
    if wanted and before.unformatted and not check_mode:
        if params["way"] == storage.STANDALONE:
            storage.check_alone(params["others"])
        names = ("java", "libs", "config", "user", "group", "cluster_id", "way", "controllers")
        storage.format_folders(host, storage.Format(**{name: params[name] for name in names}), before)
        after = storage.read(host, params["node_id"], paths)
        if after.unformatted or after.cluster_id != wanted:
            raise GroundworkError(
                f"Kafka's tool has formatted other folders than {', '.join(paths)}; let log.dirs and metadata.log.dir "
                f"in {params['config']} name these."
            )
    changed = bool(wanted and before.unformatted)
    return {
        "changed": changed,
        "storage": after.as_result(),
        "findings": storage.findings(host, params["roles"], log_dirs, params["metadata_log_dir"]),
        "diff": _diff(before, wanted) if changed else [],
    }


def _diff(before: storage.Storage, cluster_id: str) -> Dict[str, str]:
    unformatted = "".join(f"{path}: not formatted\n" for path in before.unformatted)
    formatted = "".join(f"{path}: cluster {cluster_id}\n" for path in before.unformatted)
    return {"before": unformatted, "after": formatted}


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "node_id": {"type": "int", "required": True},
            "roles": {"type": "list", "elements": "str", "choices": ["broker", "controller"], "required": True},
            "log_dirs": {"type": "list", "elements": "str", "required": True},
            "metadata_log_dir": {"type": "str"},
            "cluster_id": {"type": "str"},
            "way": {"type": "str", "choices": list(storage.WAYS), "default": storage.JOIN},
            "controllers": {"type": "str", "default": ""},
            "others": {"type": "list", "elements": "str", "default": []},
            "config": {"type": "path", "default": "/etc/kafka/server.properties"},
            "java": {"type": "path", "default": "/usr/bin/java"},
            "libs": {"type": "path", "default": "/opt/kafka/libs"},
            "user": {"type": "str", "default": "kafka"},
            "group": {"type": "str", "default": "kafka"},
        },
        supports_check_mode=True,
    )
    lock.end_alone(module, Host(), "kafka_storage", run)


if __name__ == "__main__":
    main()
