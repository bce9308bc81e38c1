#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: broker_inputs
short_description: Check what a broker is to be before anything of it is written
version_added: "0.2.0"
description:
  - Fails with one sentence for an id, a port, folders, a ZooKeeper connection or replication factors with which Kafka
    does not start or no topic can be made.
  - Fails for a KRaft server with data that is to be something else, or known by another name, than the quorum counts
    on, for a path in ZooKeeper below which its cluster is not, and for a port that another process has.
  - Fails where a listener for clients of a broker that runs beside others would get another name at its port.
  - Fails as well when the folders hold the data of another broker, of two brokers or of two clusters, as
    C(meta.properties) in them tells, or that of the other mode; with KRaft also when they hold none, and the folders
    that C(server.properties) has named so far do; and when a folder that it has named holds partitions, and is not
    among them any more.
  - Fails for an account that cannot be as it is asked for, and for data folders that are another number's, as those of
    a disk that comes from another machine.
  - Fails where O(zookeeper_connect) leads a broker with data to other servers than so far that keep another cluster, or
    none, as the first of them says that answers.
  - It changes nothing.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  mode:
    description:
      - What keeps the cluster's metadata.
    type: str
    choices: [zookeeper, kraft]
    default: zookeeper
    version_added: "0.3.0"
  id:
    description:
      - The broker's id.
    type: int
    required: true
  log_dirs:
    description:
      - The folders of the partitions, absolute paths beside one another.
    type: list
    elements: str
    required: true
  metadata_log_dir:
    description:
      - The folder of KRaft's metadata, where it is none of O(log_dirs).
    type: str
    version_added: "0.3.0"
  ports:
    description:
      - The ports that the server listens at, by the name to speak of each. C(kafka_controller_port) is refused where
        it is another one than so far, and each where another process has it.
    type: dict
    default: {}
  bind_addresses:
    description:
      - Addresses at which listeners for clients are to listen, by the names of their inputs. One that is none of the
        host's is refused.
    type: dict
    default: {}
    version_added: "0.4.0"
  roles:
    description:
      - What the server is to be in a KRaft cluster. What it is so far it may have to remain.
    type: list
    elements: str
    choices: [broker, controller]
    default: []
    version_added: "0.4.0"
  host:
    description:
      - The name or address by which others reach the server. That of a controller with data is kept.
    type: str
    default: ""
    version_added: "0.4.0"
  controllers:
    description:
      - Where the controllers of its KRaft cluster listen, each as C(HOST:PORT). Another port than so far is refused.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  zookeeper_connect:
    description:
      - The ZooKeeper servers, C(HOST:PORT) separated by commas. Required with O(mode=zookeeper).
    type: str
  properties:
    description:
      - The C(server.properties) that the server had so far.
    type: path
    default: /etc/kafka/server.properties
    version_added: "0.3.0"
  config:
    description:
      - Keys of C(server.properties). Only replication factors, the replicas that must be in sync and the range of
        generated ids are judged.
    type: dict
    default: {}
  brokers:
    description:
      - How many brokers the cluster is to have; V(0) where that is not known.
    type: int
    default: 0
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
  names:
    description:
      - The names in the certificates of the server and the operator, as far as they are to be super users. One that a
        server which runs does not know is refused.
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
  super_users:
    description:
      - Who may do everything with O(security).
    type: list
    elements: str
    default: []
    version_added: "0.4.0"
extends_documentation_fragment:
  - groundwork.kafka.account
  - groundwork.kafka.account_inputs
  - groundwork.kafka.exporter_inputs
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Check the broker's inputs
  groundwork.kafka.broker_inputs:
    id: 1
    log_dirs: [/data/1/kafka, /data/2/kafka]
    zookeeper_connect: zk1:2181,zk2:2181,zk3:2181
    config:
      default.replication.factor: 3
      min.insync.replicas: 2
    brokers: 3
"""

RETURN = r"""
log_dirs:
  description: The folders without trailing or doubled slashes.
  returned: success
  type: list
  elements: str
  sample: [/data/1/kafka, /data/2/kafka]
left_behind:
  description:
    - The C(folders) that the broker had by O(properties) and whose data is gone, which O(log_dirs) does not have any
      more, or which have got an empty disk; and, where there is one, the partitions that are C(held) by the others.
      C(may_be_new) tells that no folder has a sign that the broker ever ran, and then C(folders) are all of
      O(log_dirs), also where the host had no broker so far, which may be to take the number of another one.
  returned: success
  type: dict
  sample: {folders: [], held: [], may_be_new: false}
has_run:
  description:
    - Whether the folders tell that the server has run. Of a KRaft server that was only formatted they don't.
  returned: success
  type: bool
topics:
  description:
    - Whether ZooKeeper, as far as it answers, keeps topics, of a broker whose folders do not tell that it has run.
  returned: with O(mode=zookeeper)
  type: bool
disks:
  description:
    - The mount point and the device that each folder lies on, or will lie on by O(disks), of which nobody knows the
      device yet.
  returned: success
  type: dict
  sample: {/data/1/kafka: [/data/1, "8:16"]}
closing:
  description:
    - How many connections each listener for clients has that goes when the server is restarted, as its port is none of
      O(ports), and from where; a sentence each.
  returned: success
  type: list
  elements: str
  sample: ["The listener CLIENT, at port 9092, goes when the server is restarted: 2 connections from 10.0.0.5."]
demoted:
  description: Who is a super user by O(properties), and is none of O(super_users); a sentence each.
  returned: success
  type: list
  elements: str
  sample: ["User:CN=k4 is no super user any more once the server is restarted, and may do then what rules allow."]
runs:
  description: Whether the server runs on this host.
  returned: success
  type: bool
storage:
  description: What the folders hold of a KRaft cluster, as M(groundwork.kafka.kafka_storage) tells it.
  returned: with O(mode=kraft)
  type: dict
"""

from typing import Any, Dict, Mapping, Sequence

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import inputs as broker_inputs
from ansible_collections.groundwork.kafka.plugins.module_utils.broker import (
    listener_names,
    listeners,
    properties,
    secure,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.core import values
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import end
from ansible_collections.groundwork.kafka.plugins.module_utils.host import pending
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import (
    closing,
    failed_disk,
    kept_cluster,
    kraft_roles,
    listening,
    restart_folders,
    reviewed,
    security,
    service_account,
    storage,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server import data as server_data


def run(host: Host, params: Dict[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    config = {key: str(value).lower() for key, value in params["config"].items()}
    is_kraft = params["mode"] == "kraft"
    if is_kraft:
        values.integer("kafka_node_id", params["id"], 0, 2**31 - 1)
    else:
        broker_inputs.check_id(params["id"], config)
        broker_inputs.check_connect(params["zookeeper_connect"])
    ports = {name: broker_inputs.check_port(name, port) for name, port in params["ports"].items()}
    broker_inputs.check_replication(config, params["brokers"])
    log_dirs = server_data.folders("kafka_log_dirs", params["log_dirs"])
    paths = storage.folders(log_dirs, params["metadata_log_dir"])
    failed_disk.check(host, paths, params["properties"])
    left_behind = failed_disk.left_behind(host, paths, params["properties"], params["disks"])
    if not params["stepping"]:  # first, as a phase has ports of its own
        security.check_broker(host, params["security"], params["secure_phase"])
    _check_meeting(host, params, ports, paths)
    if is_kraft:
        kraft_roles.check(host, params["properties"], params["roles"])
        storage.check_metadata(host, params["properties"], log_dirs, params["metadata_log_dir"])
    server_data.check_removed(host, params["properties"], log_dirs)
    pid = pending.main_pid(host, "kafka")
    restart_folders.check_made_elsewhere(host, pid, paths)
    runs = host.exists(params["properties"]) and pid is not None
    disks = reviewed.planned_disks(host, paths, [str(disk["mount_point"]) for disk in params["disks"]])
    result = {"changed": False, "log_dirs": log_dirs, "left_behind": left_behind, "runs": runs, "disks": disks}
    result["closing"] = [] if pid is None or params["stepping"] else closing.sentences(host, pid, ports.values())
    if pid is not None and params["brokers"] > 1 and not params["stepping"]:
        closing.check_renamed(host, ports)
    security.check_names(host, params["names"])
    result["demoted"] = security.demoted(host, params["super_users"]) if params["security"] else []
    service_account.check_inputs(host, "kafka", params)
    if not is_kraft:
        server_data.check_broker(host, params["id"], log_dirs)
        server_data.check_chroot(host, params["properties"], params["zookeeper_connect"], log_dirs)
        kept_cluster.check(host, params["properties"], params["zookeeper_connect"], log_dirs)
        has_run = bool(server_data.held(host, log_dirs))
        topics = not has_run and kept_cluster.has_topics(host, params["properties"], params["zookeeper_connect"])
        return {**_with_use(host, params, result, has_run), "topics": topics}
    storage.check_former(host, params["properties"], paths)
    found = storage.read(host, params["id"], paths)
    return {**_with_use(host, params, result, found.used), "storage": found.as_result()}


def _with_use(host: Host, params: Mapping[str, Any], result: Mapping[str, Any], has_run: bool) -> Dict[str, Any]:
    """The *result* of a server that *has_run* or not. Its disks may be new ones, also where no file tells of others."""
    left_behind = result["left_behind"]
    known = failed_disk.log_dirs(properties.parse(host.text(params["properties"])))
    if not left_behind["folders"] and not (has_run and known):
        left_behind = failed_disk.empty(host, result["log_dirs"], params["disks"], has_run)
    return {**result, "has_run": has_run, "left_behind": left_behind}


def _check_meeting(host: Host, params: Dict[str, Any], ports: Mapping[str, int], paths: Sequence[str]) -> None:
    """Raise GroundworkError where servers would not meet one another at *ports*; *paths* are the server's folders."""
    own = ports.get(listeners.INPUTS[listener_names.CONTROLLER])
    if own is not None:
        known = any(storage.mark(host, path) for path in paths)
        listening.check_controller(host, own, params["host"] if known else "")
    over_tls = ports.get(listeners.INPUTS[listener_names.CONTROLLER_TLS])
    if over_tls is not None:
        listening.check_controller_over_tls(host, over_tls)
    phase = secure.PHASES.get(params["secure_phase"])
    listening.check_controllers(host, params["controllers"], over_tls=phase is not None and phase.used)
    listening.check_free(host, "kafka", ports)
    listening.check_addresses("kafka", params["bind_addresses"], "leave it out for all of them")
    listening.check_exporter(host, "kafka", params["exporter"])


def main() -> None:
    module = AnsibleModule(
        argument_spec={
            "mode": {"type": "str", "choices": ["zookeeper", "kraft"], "default": "zookeeper"},
            "id": {"type": "int", "required": True},
            "log_dirs": {"type": "list", "elements": "str", "required": True},
            "ports": {"type": "dict", "default": {}},
            "bind_addresses": {"type": "dict", "default": {}},
            "exporter": listening.EXPORTER,
            "roles": {"type": "list", "elements": "str", "choices": ["broker", "controller"], "default": []},
            "host": {"type": "str", "default": ""},
            "controllers": {"type": "list", "elements": "str", "default": []},
            "metadata_log_dir": {"type": "str"},
            "zookeeper_connect": {"type": "str"},
            "properties": {"type": "path", "default": "/etc/kafka/server.properties"},
            "config": {"type": "dict", "default": {}},
            "brokers": {"type": "int", "default": 0},
            "security": {"type": "bool", "default": False},
            "secure_phase": {"type": "str", "default": ""},
            "stepping": {"type": "bool", "default": False},
            "names": {"type": "list", "elements": "str", "default": []},
            "super_users": {"type": "list", "elements": "str", "default": []},
            **service_account.INPUTS,
        },
        required_if=[("mode", "zookeeper", ["zookeeper_connect"])],
        supports_check_mode=True,
    )
    end(module, lambda: run(Host(), module.params))


if __name__ == "__main__":
    main()
