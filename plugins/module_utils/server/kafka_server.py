# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a broker or controller is on its host, from the inputs of its role. Pure."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from ..broker import client_listeners, listener_names, listeners, releases, secure
from ..readers.fstab import normal
from . import archive, exporter, place, tls

KEYSTORE, TRUSTSTORE = tls.KAFKA
BROKER, CONTROLLER = "broker", "controller"
#: The groups of the inventory, by what a host in them is.
_GROUPS = {"kafka": BROKER, "kafka_controllers": CONTROLLER}
#: Keys that kafka_config does not set, as other tasks and roles rely on the inputs that do.
_OWN_KEYS = {
    "broker.id": "kafka_node_id",
    "node.id": "kafka_node_id",
    "process.roles": "the groups kafka and kafka_controllers",
    "broker.rack": "kafka_rack",
    "listeners": "kafka_port",
    "advertised.listeners": "kafka_host",
    # By which a server's file tells whether it has security, and how far the cluster is on the way there (see secure).
    "listener.security.protocol.map": "kafka_listeners",
    "inter.broker.listener.name": "kafka_broker_port",
    "security.inter.broker.protocol": "kafka_broker_port",
    "controller.listener.names": "kafka_controller_port",
    "controller.quorum.bootstrap.servers": "the group kafka_controllers",
    "controller.quorum.voters": "the group kafka_controllers",
    "zookeeper.connect": "kafka_zookeeper_connect",
    "log.dirs": "kafka_log_dirs",
    "metadata.log.dir": "kafka_metadata_log_dir",
    "super.users": "kafka_super_users",
}
#: Keys of kafka_config that may hold a password, which no log and no diff should show.
_SECRET = re.compile(r"password|secret|jaas|credential|[.]key$")
_OWNED = "zookeeper.set.acl"
_LOG4J = {
    "file": "/etc/kafka/log4j.properties",
    "template": "log4j.properties.j2",
    "option": "-Dlog4j.configuration=file:/etc/kafka/log4j.properties",
}
_LOG4J2 = {
    "file": "/etc/kafka/log4j2.properties",
    "template": "log4j2.properties.j2",
    "option": "-Dlog4j2.configurationFile=/etc/kafka/log4j2.properties",
}


class Given(NamedTuple):
    """The role's inputs, by their names without ``kafka_``; the host's name, groups and data disks are Ansible's.

    *exporter* are those of its JMX exporter, as exporter.Given has them; *listeners* and *plain_users* are empty where
    there is one listener for clients alone, at kafka_port. *secure_phase* is empty unless the cluster gets security
    while it runs, or loses it, and *former_listeners* are those that its clients have without.
    """

    name: str
    groups: Sequence[str]
    mode: str
    version: str
    archive_src: str
    config: Mapping[str, Any]
    log_dirs: Sequence[str]
    metadata_log_dir: str
    heap_dump_directory: str
    disks: Sequence[Mapping[str, Any]]
    gc_options: Sequence[str]
    jvm_options: Sequence[str]
    link: str
    security_enabled: bool
    exporter: Mapping[str, Any] | None = None
    listeners: Sequence[Mapping[str, Any]] = ()
    plain_users: Sequence[Mapping[str, Any]] = ()
    secure_phase: str = ""
    former_listeners: Sequence[Mapping[str, Any]] = ()


def describe(given: Given) -> Dict[str, Any]:
    """What the server is: its folders and flags (see place), and

    - ``version``: what is installed, by the archive's name where that tells it;
    - ``mode``, ``roles`` (broker, controller), ``security_enabled``;
    - ``phase``: the one of security (see secure), ``secured``: whether it uses certificates in that, and
      ``quorum_listener``, where controllers are looked for in it;
    - ``listeners``: those for clients that the inventory gives, each complete (see client_listeners), as far as the
      phase has them; none, where there is the one at kafka_port, or where it is no broker;
    - ``scram_listener``: the name of the first at which passwords of kafka_users can be tried, empty without one;
    - ``bind_addresses``: where they are to listen, by the inputs that say so, unless at all addresses;
    - ``names``: the names and addresses of hosts by which clients find it over TLS, beside kafka_host;
    - ``controllers_join``: whether a formatted controller comes to vote by itself;
    - ``metadata_log_dir``: the folder of KRaft's metadata where it is one of its own, else empty;
    - ``keystore``, ``truststore``: the files of its certificates;
    - ``exporter``: its JMX exporter, see there;
    - ``log``: how it is told to write its log, ``file``, ``template`` and the JVM's ``option``;
    - ``reads``: the files that its process reads when it starts, and is to be restarted for;
    - ``files``: its files, as place.with_texts takes them;
    - ``refusals``: what is wrong with the inputs beyond their types, a sentence each.
    """
    version = archive.expected(given.archive_src, "/")[1] or given.version
    is_kraft = given.mode == listeners.KRAFT
    metadata_log_dir = given.metadata_log_dir if is_kraft else ""
    roles = [role for group, role in _GROUPS.items() if group in given.groups] if is_kraft else [BROKER]
    log = _LOG4J2 if releases.since(version, releases.LOG4J2) else _LOG4J
    phase = secure.PHASES.get(secure.name(given.secure_phase, given.security_enabled), secure.PHASES[secure.PLAIN])
    wanted = client_listeners.parse(given.listeners, given.security_enabled) if BROKER in roles else []
    former = secure.parse(given.former_listeners) if given.secure_phase and BROKER in roles else []
    clients = secure.clients(phase, former, wanted) if given.secure_phase else wanted
    agent = exporter.asked(given.exporter, ((one.source, one.port) for one in clients))
    exposed = exporter.describe("kafka", agent)
    by_token = client_listeners.jvm_options(clients)
    jvm_options = [*by_token, *given.jvm_options, *([exposed["option"]] if exposed else [])]
    return {
        **place.folders([*given.log_dirs, metadata_log_dir], given.heap_dump_directory, given.disks),
        **place.flags("kafka", given.gc_options, jvm_options, given.heap_dump_directory),
        "version": version,
        "mode": given.mode,
        "roles": roles,
        "phase": secure.name(given.secure_phase, given.security_enabled),
        "secured": phase.secured,
        "quorum_listener": listener_names.CONTROLLER_TLS if phase.used else listener_names.CONTROLLER,
        "listeners": [one._asdict() for one in clients],
        "scram_listener": client_listeners.with_scram(wanted) if wanted else listener_names.CLIENT,
        "bind_addresses": {
            f"kafka_listeners.{one.name}.bind_address": one.bind_address for one in clients if one.bind_address
        },
        "names": list(dict.fromkeys(one.advertised_host for one in clients if one.is_over_tls and one.advertised_host)),
        "security_enabled": given.security_enabled,
        "controllers_join": releases.since(version, releases.CONTROLLERS_JOIN),
        "metadata_log_dir": metadata_log_dir,
        "keystore": KEYSTORE,
        "truststore": TRUSTSTORE,
        "exporter": exposed,
        "log": log,
        "reads": [
            *_reads(log["file"], given.link, is_kraft),
            *(one["path"] for one in _truststores(clients)),
            *exporter.reads(exposed),
        ],
        "files": [*_files(given, log["file"]), *_truststores(clients), *exporter.files(exposed)],
        "refusals": [
            *_refused_mode(given, version),
            *_refused_keys(given),
            *_refused_folders(given),
            *(
                client_listeners.refusals(given.name, wanted, given.security_enabled, given.plain_users)
                if BROKER in roles
                else []
            ),
            *_refused_phase(given, former, wanted),
            *exporter.refusals("kafka", agent),
        ],
    }


def _reads(log: str, link: str, is_kraft: bool) -> List[str]:
    """What is newer than the process means that a restart is due.

    With ZooKeeper a broker takes a renewed keystore while it runs, on all its ways. In KRaft it goes on to connect to
    the controllers with the one that it started with (KAFKA-20025, mended in no release up to 4.4.0), as controllers do
    throughout.
    """
    return [
        "/etc/kafka/server.properties",
        log,
        "/etc/systemd/system/kafka.service",
        "/etc/systemd/system/kafka.service.d/50-groundwork-kafka.conf",
        link,
        TRUSTSTORE,
        *([KEYSTORE] if is_kraft else []),
    ]


def _files(given: Given, log: str) -> List[Dict[str, Any]]:
    secret = bool(given.plain_users) or any(_SECRET.search(str(key)) for key in given.config)
    stores: List[Dict[str, Any]] = [
        {"name": "keystore", "path": KEYSTORE, "secret": True},
        {"name": "truststore", "path": TRUSTSTORE},
    ]
    return [
        {"name": "settings", "path": "/etc/kafka/server.properties", "secret": secret},
        {"name": "log", "path": log},
        place.unit("kafka"),
        {"name": "numbers", "path": "/etc/kafka/node-ids.json"},  # every host remembers those of all
        *(stores if given.security_enabled else []),
    ]


def _refused_mode(given: Given, version: str) -> List[str]:
    is_kraft = given.mode == listeners.KRAFT
    if is_kraft == releases.since(version, releases.KRAFT_ALONE):
        return []
    wanted = "4.0 or newer" if is_kraft else "3.9, the last version with ZooKeeper"
    return [
        f"kafka_mode is {given.mode} for {given.name}, and Kafka {version} is to be installed; give kafka_version and "
        f"kafka_archive_src of Kafka {wanted}, or the other mode."
    ]


def _refused_keys(given: Given) -> List[str]:
    keys = [key for key in _OWN_KEYS if key in given.config]
    if not keys:
        return []
    return [
        f"kafka_config sets {', '.join(keys)} for {given.name}; leave it out there, and use "
        f"{', '.join(_OWN_KEYS[key] for key in keys)} instead."
    ]


def _truststores(clients: Sequence[client_listeners.ClientListener]) -> List[Dict[str, Any]]:
    """The files of the authorities that only one listener trusts, as place.with_texts takes them."""
    return [{"name": one.name, "path": truststore(one)} for one in clients if one.client_ca]


def truststore(one: client_listeners.ClientListener) -> str:
    """The file of the authorities that listener *one* alone trusts."""
    return f"{TRUSTSTORE[: -len('.pem')]}-{one.name.lower()}.pem"


def _refused_phase(
    given: Given,
    former: List[client_listeners.ClientListener],
    wanted: List[client_listeners.ClientListener],
) -> List[str]:
    phase = given.secure_phase
    in_general = secure.refusals(given.name, given.security_enabled, phase)
    of_brokers = "kafka" in given.groups and phase and not in_general
    if not of_brokers:
        return in_general
    return [*secure.refused_listeners(given.name, former, wanted), *_refused_owners(given)]


def _refused_owners(given: Given) -> List[str]:
    """A broker that has ZooKeeper keep who has made something lets none change it that can't show who he is."""
    owned = str(given.config.get(_OWNED, "")).strip().lower() == "true"
    if given.mode == listeners.KRAFT or given.secure_phase == secure.ENDED or not owned:
        return []
    return [
        f"kafka_config sets {_OWNED} for {given.name}, and kafka_secure_phase is {given.secure_phase}: brokers that "
        "speak to ZooKeeper without TLS could not change what those with it have made; leave it out there until the "
        "phase is ended."
    ]


def _refused_folders(given: Given) -> List[str]:
    roots = {normal(str(disk["mount_point"])) for disk in given.disks if disk.get("fstype") == "ext4"}
    return [
        f"{normal(folder)} of kafka_log_dirs is the root of an EXT4 file system, where the broker would find "
        f"lost+found and not start; give a folder in it, such as {normal(folder)}/log."
        for folder in given.log_dirs
        if normal(folder) in roots
    ]


def clients(server: Mapping[str, Any], port: object) -> List[client_listeners.ClientListener]:
    """The listeners for clients of *server*, as :func:`describe` gives it: the one at *port* where it has no others."""
    given = [client_listeners.ClientListener(**one) for one in server["listeners"]]
    return given or [client_listeners.default(port, secure.PHASES[server["phase"]].secured)]
