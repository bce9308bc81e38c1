# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The clusters whose inputs are changed, as inventories: what they begin with, and what a case makes of them.

Small as they are they have what a change could lose: partitions in folders below /data, users, rules and offsets.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, Mapping

from tests.servers.versions import KRAFT, ZOOKEEPER

Inventory = dict[str, Any]


@dataclass(frozen=True)
class Lab:
    """Where the containers of the suite *name* are: each suite has a network of its own, with this *number*."""

    name: str
    number: int

    @property
    def network(self) -> str:
        """The network's name."""
        return f"groundwork-{self.name}"

    @property
    def subnet(self) -> str:
        """Its addresses."""
        return f"10.89.{self.number}.0/24"

    @property
    def label(self) -> str:
        """What all that the suite makes is found by."""
        return f"groundwork.test={self.name}"

    def container(self, host: str) -> str:
        """The name of the container of *host*."""
        return f"{self.network}-{host}"

    def address(self, number: int) -> str:
        """An address by its last *number*."""
        return f"10.89.{self.number}.{number}"


CHANGES = Lab("changes", 88)
address_of = CHANGES.address


@dataclass(frozen=True)
class Cluster:
    """Hosts with their last number of an address, the groups that they are in, and the inputs of all of them."""

    name: str
    hosts: Mapping[str, int]
    groups: Mapping[str, list[str]]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    secured: bool = False
    lab: Lab = CHANGES

    @property
    def mode(self) -> str:
        """What keeps its metadata."""
        return "zookeeper" if "zookeeper" in self.groups else "kraft"

    @property
    def addresses(self) -> dict[str, str]:
        """Where each host is reached, from this machine as well."""
        return {name: self.lab.address(number) for name, number in self.hosts.items()}

    def inputs_of_all(self) -> dict[str, Any]:
        """The inputs that all of its hosts have."""
        return {**_COMMON, **_OF_MODE[self.mode], **(_SECURED if self.secured else {}), **self.inputs}

    def inventory(self, changed: Mapping[str, Any] | None = None) -> Inventory:
        """Its inventory, with the inputs that a case has *changed* for all hosts."""
        common = {**self.inputs_of_all(), **(changed or {})}
        hosts = {name: {**self._own(name), **common} for name in self.hosts}
        groups: Inventory = {group: {"hosts": {name: {} for name in names}} for group, names in self.groups.items()}
        return copy.deepcopy({"all": {"hosts": hosts, "children": groups}})

    def _own(self, name: str) -> dict[str, Any]:
        address = self.addresses[name]
        return {"ansible_host": self.lab.container(name), "kafka_host": address, "zookeeper_host": address}


_COMMON: Mapping[str, Any] = {
    "ansible_connection": "containers.podman.podman",
    "ansible_user": "root",
    "lab_cache": "{{ lookup('ansible.builtin.env', 'GROUNDWORK_CACHE') }}",
    "lab_archive": "{{ lab_cache }}/kafka_2.13-{{ kafka_version }}.tgz",
    "kafka_archive_src": "{{ lab_archive }}",
    "kafka_archive_checksum": "{{ kafka_archive_src }}.sha512",
    "kafka_heap": "384m",
    "kafka_jvm_options": ["-XX:TieredStopAtLevel=1"],
    "kafka_log_dirs": ["/data/kafka/log"],
    "rolling_restart_hold": 2,  # nothing fails here meanwhile
    # What a container of this machine may have.
    "os_tuning_nofile_soft": 10000,
    "os_tuning_nofile_hard": 15000,
}
_OF_MODE: Mapping[str, Mapping[str, Any]] = {
    "zookeeper": {
        "kafka_version": ZOOKEEPER,
        "zookeeper_archive_src": "{{ lab_archive }}",
        "zookeeper_archive_checksum": "{{ zookeeper_archive_src }}.sha512",
        "zookeeper_heap": "128m",
        "zookeeper_jvm_options": ["-XX:TieredStopAtLevel=1"],
        "zookeeper_data_dir": "/data/zookeeper/data",
        "zookeeper_data_log_dir": "/data/zookeeper/log",
    },
    "kraft": {"kafka_mode": "kraft", "kafka_version": KRAFT},
}
#: The folder of certificates is the control node's; `tls` has those that a case gives, and the suite where it is.
CERTIFICATES: Mapping[str, Any] = {
    "kafka_tls_certificate": "{{ lookup('ansible.builtin.file', tls ~ '/' ~ inventory_hostname ~ '.pem') }}",
    "kafka_tls_key": "{{ lookup('ansible.builtin.file', tls ~ '/' ~ inventory_hostname ~ '.key') }}",
    "kafka_tls_ca": "{{ lookup('ansible.builtin.file', tls ~ '/ca.pem') }}",
    "kafka_operator_certificate": "{{ lookup('ansible.builtin.file', tls ~ '/operator.pem') }}",
    "kafka_operator_key": "{{ lookup('ansible.builtin.file', tls ~ '/operator.pem') }}",
}
_SECURED: Mapping[str, Any] = {
    **CERTIFICATES,
    "kafka_security_enabled": True,
    "kafka_users": [
        {
            "name": "orders",
            "password": "planted",
            "acls": [{"resource": "topic", "name": "kept", "operations": ["read"]}],
        }
    ],
}

CLUSTERS = {
    one.name: one
    for one in (
        Cluster("keeper", {"z1": 11}, {"zookeeper": ["z1"], "kafka": ["z1"]}),
        # One controller cannot leave the quorum, so its metadata can move only between folders without partitions.
        Cluster(
            "kraft",
            {"k1": 21},
            {"kafka": ["k1"], "kafka_controllers": ["k1"]},
            {"kafka_metadata_log_dir": "/data/kafka/metadata"},
            secured=True,
        ),
        Cluster(
            "three",
            {"k1": 31, "k2": 32, "k3": 33},
            {"kafka": ["k1", "k2", "k3"], "kafka_controllers": ["k1", "k2", "k3"]},
            {"kafka_heap": "320m"},
        ),
        Cluster(
            "keepers",
            {"k1": 61, "k2": 62, "k3": 63},
            {"zookeeper": ["k1", "k2", "k3"], "kafka": ["k1", "k2", "k3"]},
            {"kafka_heap": "320m"},
        ),
        # The last host is in no group: it takes the place of another one.
        Cluster(
            "spare",
            {"k1": 41, "k2": 42, "k3": 43, "k4": 44},
            {"kafka": ["k1", "k2", "k3"], "kafka_controllers": ["k1", "k2", "k3"]},
            {"kafka_heap": "320m"},
        ),
        # On the way to security, with a host that is still to become a broker.
        Cluster(
            "opened",
            {"k1": 51, "k2": 52, "k3": 53, "k4": 54},
            {"kafka": ["k1", "k2", "k3"], "kafka_controllers": ["k1", "k2", "k3"]},
            {
                **CERTIFICATES,
                "kafka_heap": "320m",
                "kafka_security_enabled": True,
                "kafka_listeners": [{"name": "SECURE", "port": 9094}],
                "kafka_secure_phase": "opened",
            },
        ),
    )
}
