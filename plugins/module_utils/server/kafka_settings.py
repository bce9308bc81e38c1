# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All keys of server.properties of a broker or controller, and what the cluster is to keep of them itself. Pure."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NamedTuple, Sequence

from ..broker import client_listeners, config, inputs, listener_names, listeners, releases, secure
from .kafka_server import BROKER, CONTROLLER, KEYSTORE, TRUSTSTORE, clients, truststore

_MIN_ISR = "min.insync.replicas"
_SHARES = "share."  # settings that Kafka has in KRaft alone


class Settings(NamedTuple):
    """What server.properties follows from beside the server itself, by the role's names without ``kafka_``.

    *ports* are by listener, *rack* is empty for none, *controllers* says where each listens, *replication* what
    cluster_layout has settled, and *plain_users* are those whose passwords the file is to hold.
    """

    node_id: int
    host: str
    ports: Mapping[str, object]
    rack: str
    log_dirs: Sequence[str]
    zookeeper_connect: str
    controllers: Sequence[str]
    super_users: Sequence[str]
    production_config: Mapping[str, Any]
    config: Mapping[str, Any]
    replication: Mapping[str, Any]
    plain_users: Sequence[Mapping[str, Any]] = ()


def settings(server: Mapping[str, Any], given: Settings, heap: str) -> Dict[str, str]:
    """All keys of server.properties of *server*, which ``kafka_server`` describes, with so much *heap* of its JVM (6g).

    Raises GroundworkError for what Kafka would not start with.
    """
    own = {**_identity(server, given), **_listeners(server, given), **_security(server, given)}
    defaults = _defaults(server["mode"], given.production_config, given.replication)
    return config.merge(defaults, {**own, **given.config}, heap, server["version"])


def cluster_settings(
    server: Mapping[str, Any],
    production_config: Mapping[str, Any],
    own: Mapping[str, Any],
    replication: Mapping[str, Any],
) -> Dict[str, Any]:
    """What the cluster is to keep itself of *production_config* and *own* (kafka_config): no file brings it into force.

    What *own* takes away (None) is left as it is.
    """
    if not releases.since(server["version"], releases.CLUSTER_KEEPS_MIN_ISR):
        return {}
    value = {**_defaults(server["mode"], production_config, replication), **own}.get(_MIN_ISR)
    return {} if value is None else {_MIN_ISR: value}


def _defaults(mode: str, production_config: Mapping[str, Any], replication: Mapping[str, Any]) -> Dict[str, Any]:
    """What inventories may override: how many replicas topics have is settled over all hosts."""
    settled = {
        key: value
        for key, value in replication.items()
        if key in inputs.KEYS and (mode == listeners.KRAFT or not key.startswith(_SHARES))
    }
    return {**production_config, **settled}


def _identity(server: Mapping[str, Any], given: Settings) -> Dict[str, Any]:
    roles = server["roles"]
    common = {"broker.rack": (given.rack or None) if BROKER in roles else None, "log.dirs": list(given.log_dirs)}
    if server["mode"] != listeners.KRAFT:
        return {**common, "broker.id": given.node_id, "zookeeper.connect": _sorted(given.zookeeper_connect)}
    return {
        **common,
        "node.id": given.node_id,
        "process.roles": list(roles),
        "controller.quorum.bootstrap.servers": sorted(given.controllers),
        # Kafka refuses this key on a server that is no controller.
        "controller.quorum.auto.join.enable": True if CONTROLLER in roles and server["controllers_join"] else None,
        "metadata.log.dir": server["metadata_log_dir"] or None,
    }


def _sorted(connect: str) -> str:
    """*connect* with its servers in an order of their own: hosts that only move in the inventory restart no broker."""
    servers, slash, path = connect.strip().partition("/")
    return ",".join(sorted(server.strip() for server in servers.split(","))) + slash + path


def _listeners(server: Mapping[str, Any], given: Settings) -> Dict[str, str]:
    """By names that a change of mode or of protocol does not change."""
    own = clients(server, given.ports[listener_names.CLIENT])
    mode, roles, phase = server["mode"], server["roles"], secure.PHASES[server["phase"]]
    return listeners.properties(mode, roles, given.host, given.ports, clients=own, phase=phase)


def _security(server: Mapping[str, Any], given: Settings) -> Dict[str, Any]:
    """Clients log in as their listener says, servers by their certificates; what no rule allows is denied."""
    phase = secure.PHASES[server["phase"]]
    if not phase.secured:
        return {}
    stores = {
        "ssl.keystore.type": "PEM",
        "ssl.keystore.location": KEYSTORE,
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": TRUSTSTORE,
    }
    of_clients = [
        client_listeners.settings(one, truststore(one), given.plain_users)
        for one in clients(server, given.ports[listener_names.CLIENT])
    ]
    common = {
        **stores,
        "ssl.client.auth": "required",
        **{key: value for found in of_clients for key, value in found.items()},
        "allow.everyone.if.no.acl.found": False,
        "super.users": ";".join(secure.super_users(phase, given.super_users)),
    }
    if server["mode"] == listeners.KRAFT:
        return {**common, "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer"}
    return {
        **common,
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        **(_to_zookeeper(stores) if phase.over_tls else {}),
    }


def _to_zookeeper(stores: Mapping[str, str]) -> Dict[str, Any]:
    """How a broker speaks TLS with ZooKeeper, with its own certificate."""
    return {
        **{f"zookeeper.{key}": value for key, value in stores.items()},
        "zookeeper.ssl.client.enable": True,
        "zookeeper.clientCnxnSocket": "org.apache.zookeeper.ClientCnxnSocketNetty",
    }
