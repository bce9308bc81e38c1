#!/usr/bin/python
# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)

from __future__ import annotations

DOCUMENTATION = r"""
---
module: cluster_layout
short_description: Check broker ids, racks and the ZooKeeper ensemble over the inventory
version_added: "0.1.0"
description:
  - Gives each broker, controller and ZooKeeper server its number, given in the inventory, held by its data, remembered
    by one of the hosts, or the next one that nobody has had.
  - Fails, naming the hosts, when two have one number, when a number cannot be, when their data is of two clusters, when
    a broker has no rack among brokers with one, when a change of the ZooKeeper ensemble could cost its quorum or data,
    when too many of its servers have lost the log of what they acknowledged, and when none has any data where brokers
    do.
  - Returns findings about racks of different sizes, fewer racks than replicas, ensembles of an even number or of more
    than seven servers, and ZooKeeper servers with snapshots and transaction log on one device.
  - With O(mode), the groups are held against it as well.
  - It reads nothing but its arguments, and works in Ansible's own process, so no host is asked. Run it once.
author:
  - Groundwork for Kafka contributors (@groundwork-kafka)
options:
  brokers:
    description:
      - The brokers.
    type: list
    elements: dict
    default: []
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      id:
        description: Its broker id, if the inventory gives one.
        type: raw
      rack:
        description: Its rack, if the inventory gives one.
        type: str
      identity:
        description: What M(groundwork.kafka.server_identity) returned of the host; left out where it was not looked at.
        type: dict
  controllers:
    description:
      - KRaft controllers. A host that is a broker as well has one number for both.
    type: list
    elements: dict
    default: []
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      id:
        description: Its node id, if the inventory gives one.
        type: raw
      identity:
        description: What M(groundwork.kafka.server_identity) returned of the host; left out where it was not looked at.
        type: dict
  zookeepers:
    description:
      - The servers of the ZooKeeper ensemble.
    type: list
    elements: dict
    default: []
    suboptions:
      host:
        description: The inventory's name of the host.
        type: str
        required: true
      id:
        description: Its server id, from 1 to 255, if the inventory gives one.
        type: raw
      identity:
        description: What M(groundwork.kafka.server_identity) returned of the host; left out where it was not looked at.
        type: dict
  mode:
    description:
      - What keeps the cluster's metadata. Groups that it has no use for are refused.
    type: str
    choices: [zookeeper, kraft]
    version_added: "0.4.0"
  cluster_id:
    description:
      - The id that the inventory gives to a cluster with ZooKeeper, which makes its own; only that one is accepted.
        M(groundwork.kafka.cluster_identity) is asked of a cluster without, and it is not looked at with O(mode=kraft).
    type: str
    default: ""
    version_added: "0.4.0"
  replication_factor:
    description:
      - The replicas of a partition that racks must carry; 0 for those of RV(replication).
    type: int
    default: 0
extends_documentation_fragment:
  - groundwork.kafka.attributes.reads
"""

EXAMPLES = r"""
- name: Read what each host tells of its place in the cluster
  groundwork.kafka.server_identity:
    log_dirs: [/data/kafka/log]
  register: identity

- name: Check the layout of the cluster, and number its brokers
  groundwork.kafka.cluster_layout:
    brokers:
      - {host: k1, rack: a, identity: "{{ hostvars['k1'].identity }}"}
      - {host: k2, rack: b, identity: "{{ hostvars['k2'].identity }}"}
      - {host: k3, rack: c, identity: "{{ hostvars['k3'].identity }}"}
  run_once: true
"""

RETURN = r"""
node_ids:
  description: The number of each broker and controller, by host.
  returned: success
  type: dict
  sample: {k1: 1, k2: 2, k3: 3}
zookeeper_ids:
  description: The number of each ZooKeeper server, by host.
  returned: success
  type: dict
  sample: {k1: 1, k2: 2, k3: 3}
remembered:
  description: The numbers that each host is to remember, also those of hosts that are gone.
  returned: success
  type: dict
  sample: {nodes: {k1: 1, k2: 2, k3: 3}, zookeepers: {k1: 1, k2: 2, k3: 3}}
former:
  description: The hosts among the remembered ones that had a broker or controller and are gone, by its number.
  returned: success
  type: dict
  sample: {}
unused:
  description:
    - The hosts of brokers and controllers whose number no host holds data of, or remembers. None where not all were
      looked at.
  returned: success
  type: list
  elements: str
  sample: []
former_elections:
  description:
    - Of each ZooKeeper server of the inventory the addresses, C(HOST:PORT), at which the files of the others say that
      the server with its number takes part in elections, and its own does not.
  returned: success
  type: dict
  sample: {}
racks:
  description: The rack of each broker that has one, by host.
  returned: success
  type: dict
  sample: {k1: a, k2: b, k3: c}
brokers:
  description:
    - The number and the rack of each broker that was looked at and has one, as M(groundwork.kafka.rack_layout) takes
      them.
  returned: success
  type: list
  elements: dict
  sample: [{id: 1, rack: a}]
later:
  description:
    - Hosts whose ZooKeeper server holds no data among others that do, or has lost the log of it, so that it starts once
      those serve.
  returned: success
  type: list
  elements: str
  sample: []
joining:
  description:
    - Those of RV(later) that join a server which is no ensemble yet, and serve once that one was restarted.
  returned: success
  type: list
  elements: str
  sample: []
leaving:
  description:
    - The ZooKeeper servers that the hosts' files have and the inventory has no more, by their hosts, as far as these
      are remembered.
  returned: success
  type: list
  elements: str
  sample: []
meeting:
  description:
    - Of each service, the host with the lowest number, which M(groundwork.kafka.rollout_lock) is delegated to. Of
      Kafka it is a broker, without which no rollout begins, where there is one.
  returned: success
  type: dict
  sample: {kafka: k1, zookeeper: k1}
replication:
  description:
    - How many replicas topics have by default. C(settings) are what the inventory gives, else what the
      hosts' C(server.properties) have, else what the number of brokers gives; they may count on
      C(brokers). C(kept) and C(wanted) are before and after, the first empty for
      a new cluster; C(by_size) is the factor that the number of brokers would give.
      M(groundwork.kafka.cluster_replication) is to be asked where C(raises) or C(differs).
      C(unknown) says why nobody can tell what the hosts' files are to have; else it is empty.
  returned: success
  type: dict
  sample:
    settings: {default.replication.factor: 1, min.insync.replicas: 1}
    brokers: 3
    kept: {default.replication.factor: 1, min.insync.replicas: 1}
    wanted: {default.replication.factor: 1, min.insync.replicas: 1}
    by_size: 3
    asked: false
    unknown: ""
    raises: false
    differs: true
findings:
  description: What works, but not well.
  returned: success
  type: list
  elements: dict
  sample:
    - id: racks_uneven
      severity: medium
      subject: cluster
      wanted: the same number of brokers in every rack
      found: "a: 2, b: 1"
      why: every rack gets the same share of replicas, so brokers in small racks carry more
      source: Apache Kafka documentation, Operations
      remedy: add brokers to the small racks, or move some there
"""

from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ansible.module_utils.basic import AnsibleModule

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import listeners, replication
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError, end
from ansible_collections.groundwork.kafka.plugins.module_utils.core.findings import Finding
from ansible_collections.groundwork.kafka.plugins.module_utils.inventory import (
    ensemble,
    kraft_identity,
    layout,
    server_numbers,
)
from ansible_collections.groundwork.kafka.plugins.module_utils.server import mode as server_mode

_SERVER = {"host": {"type": "str", "required": True}, "id": {"type": "raw"}, "identity": {"type": "dict"}}
_BROKER = {**_SERVER, "rack": {"type": "str"}}
ARGUMENTS: Dict[str, Any] = {
    "brokers": {"type": "list", "elements": "dict", "default": [], "options": _BROKER},
    "controllers": {"type": "list", "elements": "dict", "default": [], "options": _SERVER},
    "zookeepers": {"type": "list", "elements": "dict", "default": [], "options": _SERVER},
    "mode": {"type": "str", "choices": [listeners.ZOOKEEPER, listeners.KRAFT]},
    "cluster_id": {"type": "str", "default": ""},
    "replication_factor": {"type": "int", "default": 0},
}


def run(params: Mapping[str, Any]) -> Dict[str, Any]:
    """The module's result."""
    brokers, zookeepers, mode = params["brokers"], params["zookeepers"], params["mode"]
    groups = ([one["host"] for one in servers] for servers in (brokers, params["controllers"], zookeepers))
    of_mode = server_mode.check(mode, *groups) if mode else []
    known = {server["host"]: server for server in [*params["controllers"], *brokers]}
    held = {host: _part_of_identity(server, "node").get("cluster_id") for host, server in known.items()}
    if params["controllers"] and not any(held.values()):  # of a KRaft cluster, which is not to begin a second time
        read = [host for host, server in known.items() if server.get("identity") is not None]
        kraft_identity.check_seen(read, [host for host in known if host not in read])
    nodes = server_numbers.assign(server_numbers.NODES, [_claim(server, "node") for server in known.values()])
    servers = server_numbers.assign(server_numbers.ZOOKEEPERS, [_claim(server, "zookeeper") for server in zookeepers])
    settled, lowered = _replication(list(known.values()), len(brokers))
    server_numbers.check_cluster_ids(held, "" if mode == listeners.KRAFT else params["cluster_id"])
    racks = {one["host"]: one.get("rack") or (one.get("identity") or {}).get("rack") for one in brokers}
    seen = [one["host"] for one in brokers if one.get("identity") is not None or racks[one["host"]]]
    findings = layout.check(
        [{"host": host, "rack": racks[host]} for host in seen],
        len(zookeepers),
        params["replication_factor"] or settled["wanted"].get(replication.FACTOR, 1),
    )
    keepers = _ensemble(zookeepers, servers.ids)
    ensemble.check_known(keepers, held)
    later, joining = ensemble.check(keepers)
    staying = [host for host, one in known.items() if (one.get("identity") or {}).get("zookeeper_stays")]
    members = sorted({number for one in keepers for number in one.members})
    leaving = layout.zookeepers_leaving(members, servers.ids, servers.remembered)
    gone = layout.zookeepers_gone(leaving, staying)
    shared = [one["host"] for one in zookeepers if _part_of_identity(one, "zookeeper").get("shared_device")]
    return {
        "changed": False,
        "findings": [*of_mode, *findings, *lowered, *gone, *(layout.shared_device(host) for host in shared)],
        "node_ids": nodes.ids,
        "zookeeper_ids": servers.ids,
        "remembered": {"nodes": nodes.remembered, "zookeepers": servers.remembered},
        "former": {str(number): host for host, number in nodes.remembered.items() if number not in nodes.ids.values()},
        "unused": nodes.unused,
        "former_elections": _former_elections(zookeepers, servers.ids),
        "racks": {host: rack for host, rack in racks.items() if rack},
        "brokers": [
            {"id": nodes.ids[one["host"]], "rack": racks[one["host"]]}
            for one in brokers
            if racks[one["host"]] and one.get("identity") is not None
        ],
        "later": later,
        "joining": joining,
        "leaving": leaving,
        "replication": settled,
        "meeting": {
            "kafka": _lowest({one["host"]: nodes.ids[one["host"]] for one in brokers} or nodes.ids),
            "zookeeper": _lowest(servers.ids),
        },
    }


def _lowest(ids: Mapping[str, int]) -> str:
    """The host with the lowest number, on which runs with whatever inventory or limit agree; empty without any."""
    return min(ids, key=lambda host: ids[host], default="")


def _part_of_identity(server: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    """What the host has told of its *part*; empty where it was not looked at."""
    return (server.get("identity") or {}).get(part) or {}


def _claim(server: Mapping[str, Any], part: str) -> server_numbers.Claim:
    told = _part_of_identity(server, part)
    return server_numbers.Claim(
        server["host"],
        server.get("id"),
        told.get("id"),
        told.get("remembered") or {},
        server.get("identity") is not None,
    )


def _replication(servers: Sequence[Mapping[str, Any]], brokers: int) -> Tuple[Dict[str, Any], List[Finding]]:
    """The module's result of that name, and what to tell of it without asking the cluster.

    Who restarts servers only need not know what their files are to say.
    """
    try:
        settled = replication.settle([_replicated(server) for server in servers], brokers)
    except GroundworkError as error:
        nothing = {"settings": {}, "wanted": {}, "brokers": 0, "raises": False, "differs": False}
        return {"unknown": str(error), **nothing}, []
    told = {**settled._asdict(), "unknown": "", "raises": settled.raises, "differs": settled.differs}
    return told, [replication.lowered(settled.wanted)] if settled.lowered else []


def _replicated(server: Mapping[str, Any]) -> replication.HostReplication:
    told = _part_of_identity(server, "node")
    given = told.get("given") or {}
    return replication.HostReplication(
        server["host"],
        told.get("replication"),
        given.get("factor", 0),
        given.get("config", {}),
        bool(told),
        bool(told.get("cluster_id")),
    )


def _former_elections(zookeepers: Sequence[Mapping[str, Any]], ids: Mapping[str, int]) -> Dict[str, List[str]]:
    """Where else than by its own file each server is, as far as any file of the others tells."""
    files = {one["host"]: _part_of_identity(one, "zookeeper").get("elections") or {} for one in zookeepers}
    named = {host: {file.get(str(number)) for file in files.values()} for host, number in ids.items()}
    others = {host: named[host] - {None, files[host].get(str(number))} for host, number in ids.items()}
    return {host: sorted(addresses) for host, addresses in others.items() if addresses}


def _ensemble(zookeepers: Sequence[Mapping[str, Any]], ids: Mapping[str, int]) -> List[ensemble.Server]:
    return [
        ensemble.Server(
            server["host"],
            ids[server["host"]],
            told.get("members", ()),
            told.get("filled", False),
            told.get("pending", False),
            bool(told),
            told.get("log_lost", False),
            told.get("awaited", False),
        )
        for server in zookeepers
        for told in [_part_of_identity(server, "zookeeper")]
    ]


def main() -> None:
    module = AnsibleModule(argument_spec=ARGUMENTS, supports_check_mode=True)
    end(module, lambda: run(module.params))


if __name__ == "__main__":
    main()
