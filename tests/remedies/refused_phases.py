# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The table: what servers that run are by now, their roles, ports, phases and disks, and what it is against."""

from __future__ import annotations

from typing import Any, Mapping

from tests.remedies.calls import Call
from tests.remedies.clusters import CLUSTERS
from tests.remedies.starting import listens

_KEEPER, _KRAFT = CLUSTERS["keeper"].addresses["z1"], CLUSTERS["kraft"].addresses["k1"]
_PROPERTIES, _SAVED = "/etc/kafka/server.properties", "/root/saved-phase"
#: The server of the cluster kraft, as its role hands it over.
_SERVER: Mapping[str, Any] = {
    "mode": "kraft",
    "id": 1,
    "roles": ["broker", "controller"],
    "log_dirs": ["/data/kafka/log"],
    "metadata_log_dir": "/data/kafka/metadata",
    "security": True,
}
_AS_BROKER = "/root/as-broker.properties"
_OF_ROLES = (
    Call(
        "This host is a controller, as … says, and the",
        "broker_inputs",
        {**_SERVER, "roles": ["broker"]},
        "put it back into the group kafka_controllers",
        _SERVER,
        on="kraft",
    ),
    Call(
        "kafka runs on this host as …, and the inventory",
        "broker_inputs",
        {**_SERVER, "properties": _AS_BROKER},
        "or take it out of the group kafka_controllers",
        {**_SERVER, "properties": _AS_BROKER, "roles": ["broker"]},
        on="kraft",
        cause=f"sed 's|^process.roles=.*|process.roles=broker|' {_PROPERTIES} >{_AS_BROKER}",
        back=f"rm --force {_AS_BROKER}",
    ),
)
#: As the playbook takes a server to another phase, which has found that it may be.
_STEPPING: Mapping[str, Any] = {**_SERVER, "stepping": True}
_OVER_TLS = "kafka_secure_controller_port"


def _of_zookeeper(peer: int, election: int) -> Mapping[str, Any]:
    """What opens other ports of a ZooKeeper server."""
    ports = {"zookeeper_client_port": 2181, "zookeeper_peer_port": peer, "zookeeper_election_port": election}
    return {"service": "zookeeper", "state": "opened", "host": _KEEPER, "number": 1, "ports": ports}


_OF_PORTS = (
    Call(
        "The controller at … listens at port … (…), and",
        "broker_inputs",
        {**_SERVER, "controllers": [f"{_KRAFT}:9999"]},
        "or set kafka_controller_port back to 9093",
        {**_SERVER, "controllers": [f"{_KRAFT}:9093"]},
        on="kraft",
    ),
    Call(
        "The controller of this host listens for TLS at port",
        "broker_inputs",
        {**_STEPPING, "ports": {_OVER_TLS: 9999}},
        f"set {_OVER_TLS} back to 9193",
        {**_STEPPING, "ports": {_OVER_TLS: 9193}},
        on="kraft",
        batch=2,
        cause=f"cp --archive {_PROPERTIES} {_SAVED}; "
        f"sed --in-place 's|^listeners=.*|&,CONTROLLER_TLS://:9193|' {_PROPERTIES}",
        back=f"mv {_SAVED} {_PROPERTIES}",
    ),
    Call(
        "The controller at … listens for TLS at port …",
        "broker_inputs",
        {**_STEPPING, "secure_phase": "servers", "controllers": [f"{_KRAFT}:9999"]},
        f"set {_OVER_TLS} back to 9193",
        {**_STEPPING, "secure_phase": "servers", "controllers": [f"{_KRAFT}:9193"]},
        on="kraft",
        batch=3,
        cause=f"cp --archive {_PROPERTIES} {_SAVED}; "
        f"sed --in-place '/^controller.quorum.bootstrap.servers=/s|:9093|:9193|' {_PROPERTIES}",
        back=f"mv {_SAVED} {_PROPERTIES}",
    ),
    Call(
        "… is a port of … and of …, one",
        "server_ports",
        _of_zookeeper(peer=3888, election=2888),
        "give a port that is neither's, run, and then give this one",
        _of_zookeeper(peer=2890, election=3888),
        batch=10,
        cause=f"cp --archive /etc/zookeeper/zoo.cfg {_SAVED}; "
        f"echo 'server.1={_KEEPER}:2888:3888' >>/etc/zookeeper/zoo.cfg",
        back=f"mv {_SAVED} /etc/zookeeper/zoo.cfg",
    ),
)
_OF_NAMES = (
    Call(
        "The listener … of this host, at port …, would",
        "broker_inputs",
        {**_SERVER, "brokers": 2, "ports": {"kafka_listeners.INTERNAL.port": 9092}},
        "give INTERNAL a port of its own beside CLIENT",
        {**_SERVER, "brokers": 2, "ports": {"kafka_listeners.INTERNAL.port": 9398, "kafka_port": 9092}},
        on="kraft",
    ),
)
_BEFORE = "/root/before-opened"
_WRITTEN = (
    f"cp --archive {_PROPERTIES} {_BEFORE}; "
    f"sed --in-place 's|^listener.security.protocol.map=.*|&,BROKER_TLS:SSL|' {_PROPERTIES}"
)
_RESTARTED = f"systemctl restart kafka; {listens(9092)}"
#: A broker that was started with a file of the phase opened: seconds later, or it would count as older than its file.
_OPENED = f"[ -e {_BEFORE} ] || {{ {_WRITTEN}; sleep 3; {_RESTARTED}; }}"
_AS_BEFORE = f"[ ! -e {_BEFORE} ] || {{ mv {_BEFORE} {_PROPERTIES}; {_RESTARTED}; }}"
_VISIT = f"import socket, time; there = socket.create_connection(('{_KEEPER}', 9092)); time.sleep(3600)"
_OF_PHASES = (
    Call(
        "… of this host is in the phase … of",
        "broker_inputs",
        {**_SERVER, "secure_phase": "opened"},
        "or set kafka_secure_phase to ended",
        {**_SERVER, "secure_phase": "ended"},
        on="kraft",
    ),
    Call(
        "The listener … at port … of this host (…)",
        "secure_phase",
        {"phase": "ended"},
        "give it as it is, in kafka_former_listeners where it has no security, else in kafka_listeners",
        {"phase": "ended", "listeners": {"CLIENT": 9092}},
        on="kraft",
    ),
    Call(
        "Clients are still at the listener … of this host,",
        "secure_phase",
        {"phase": "plain"},
        "have them go over to another one",
        batch=11,  # the server is of another phase meanwhile
        cause=f'{_OPENED}; systemd-run --quiet --unit=visitor python3 -c "{_VISIT}"',
        steps="systemctl stop visitor",
        back=f"systemctl stop visitor || true; {_AS_BEFORE}",
    ),
    Call(
        "The server of this host still runs as it did",
        "secure_phase",
        {"phase": "plain", "listeners": {"CLIENT": 9092}},
        "run the playbook groundwork.kafka.secure with kafka_secure_phase opened, which restarts it, and then with "
        "plain",
        batch=12,
        cause=f"sleep 3; {_WRITTEN}",
        steps=_RESTARTED,  # as that playbook does
        back=_AS_BEFORE,
    ),
    Call(
        "…, where servers are to speak TLS with one another,",
        "secure_phase",
        {"phase": "servers", "listeners": {"CLIENT": 9092}, "doors": [f"{_KEEPER}:9998"]},
        "open that port to this host, and run the playbook groundwork.kafka.secure again",
        batch=11,
        cause=_OPENED,
        steps="systemd-run --quiet --unit=tls-door python3 -m http.server --directory /usr/share 9998; "
        + listens(9998),
        back=f"systemctl stop tls-door || true; {_AS_BEFORE}",
    ),
)
_UNIT, _POINT = "/etc/systemd/system/kafka.service", "/srv/unmounted"
_OF_DISKS = (
    Call(
        "….service was not stopped, for it would not start again:",
        "server_process",
        {"service": "kafka", "state": "restarted"},
        f"no disk is mounted at {_POINT}; mount it",
        batch=10,
        plans=False,
        cause=f"mkdir {_POINT}; cp --archive {_UNIT} /root/; "
        f"sed --in-place '/^\\[Unit\\]/a AssertPathIsMountPoint={_POINT}' {_UNIT}",
        steps=f"mount -t tmpfs tmpfs {_POINT}",
        back=f"mv /root/kafka.service {_UNIT}; systemctl daemon-reload; umount {_POINT} || true; rmdir {_POINT}; "
        + listens(9092),
    ),
)
CALLS = (*_OF_ROLES, *_OF_PORTS, *_OF_NAMES, *_OF_PHASES, *_OF_DISKS)
