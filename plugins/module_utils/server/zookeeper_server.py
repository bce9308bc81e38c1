# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a ZooKeeper server is on its host, from the inputs of its role. Pure."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Sequence

from ..broker import config, secure
from . import exporter, place, tls

KEYSTORE, TRUSTSTORE = tls.ZOOKEEPER
#: What is told in zoo.cfg above a setting.
_REMARKS = {"autopurge.purgeInterval": "PurgeTxnLog, run by a timer, owns the purge, so the built-in one stays off."}
#: What its process reads when it starts, beside its version and its certificates.
_READS = (
    "/etc/zookeeper/zoo.cfg",
    "/etc/zookeeper/log4j.properties",
    "/etc/systemd/system/zookeeper.service",
    "/etc/systemd/system/zookeeper.service.d/50-groundwork-kafka.conf",
)


class Given(NamedTuple):
    """The role's inputs, by their names without ``zookeeper_``, and the host's data disks (data_disks_devices).

    *exporter* are those of its JMX exporter, as exporter.Given has them, and *name* is the host's. *secure_phase* is
    the cluster's: empty unless it gets security while it runs, or loses it.
    """

    data_dir: str
    data_log_dir: str
    heap_dump_directory: str
    disks: Sequence[Mapping[str, Any]]
    gc_options: Sequence[str]
    jvm_options: Sequence[str]
    link: str
    client_port: int
    security_enabled: bool
    user: str
    exporter: Mapping[str, Any] | None = None
    name: str = ""
    secure_phase: str = ""


def describe(given: Given) -> Dict[str, Any]:
    """What the server is: its folders and flags (see place), and

    - ``keystore``, ``truststore``: the certificates that it is asked with, empty where it is asked without TLS, which
      is where all servers understand that, also those that are still to be restarted for a phase;
    - ``presents``: the file of its own certificate, empty where it shows none;
    - ``listening``: the keys of zoo.cfg that tell where clients and servers connect, and how;
    - ``exporter``: its JMX exporter, see there;
    - ``refusals``: what is wrong with its inputs beyond their types, a sentence each;
    - ``files``: its files, as place.with_texts takes them;
    - ``reads``: the files that its process reads when it starts, and is to be restarted for.
    """
    phase = secure.PHASES.get(secure.name(given.secure_phase, given.security_enabled), secure.PHASES[secure.PLAIN])
    agent = exporter.asked(given.exporter)
    exposed = exporter.describe("zookeeper", agent)
    jvm_options = [*given.jvm_options, *([exposed["option"]] if exposed else [])]
    return {
        **place.folders([given.data_dir, given.data_log_dir], given.heap_dump_directory, given.disks),
        **place.flags("zookeeper", given.gc_options, jvm_options, given.heap_dump_directory),
        "keystore": KEYSTORE if phase.over_tls else "",
        "truststore": TRUSTSTORE if phase.over_tls else "",
        "presents": KEYSTORE if phase.secured else "",
        "listening": _secured(given.client_port, phase) if phase.secured else {"clientPort": given.client_port},
        "exporter": exposed,
        "refusals": [
            *secure.refusals(given.name, given.security_enabled, given.secure_phase, "zookeeper"),
            *exporter.refusals("zookeeper", agent),
        ],
        "files": [*_files(given), *exporter.files(exposed)],
        "reads": [*_READS, KEYSTORE, TRUSTSTORE, given.link, *exporter.reads(exposed)],
    }


def _files(given: Given) -> List[Dict[str, Any]]:
    stores: List[Dict[str, Any]] = [
        {"name": "keystore", "path": KEYSTORE, "secret": True},
        {"name": "truststore", "path": TRUSTSTORE},
    ]
    return [
        {"name": "settings", "path": "/etc/zookeeper/zoo.cfg"},
        {"name": "log", "path": "/etc/zookeeper/log4j.properties"},
        {"name": "number", "path": f"{given.data_dir}/myid", "owner": given.user},
        place.unit("zookeeper"),
        {"name": "numbers", "path": "/etc/zookeeper/server-ids.json"},  # every host remembers those of all
        *(stores if given.security_enabled else []),
    ]


def _secured(port: int, phase: secure.Phase) -> Dict[str, Any]:
    """With TLS, for clients and among the servers, who all show a certificate; also without, as long as *phase* says.

    Both at one port is what servers can be taken to one at a time, see "Upgrading existing non-TLS cluster with no
    downtime" and client.portUnification in https://zookeeper.apache.org/doc/r3.8.4/zookeeperAdmin.html.
    """
    stores = {"keyStore": KEYSTORE, "trustStore": TRUSTSTORE}
    named = {
        f"ssl.{quorum}{store}.{what}": value
        for quorum in ("", "quorum.")
        for store, path in stores.items()
        for what, value in (("type", "PEM"), ("location", path))
    }
    return {
        **(
            {"clientPort": port, secure.UNIFIED: True, "portUnification": True}
            if phase.former
            else {"secureClientPort": port}
        ),
        "serverCnxnFactory": "org.apache.zookeeper.server.NettyServerCnxnFactory",
        "authProvider.x509": "org.apache.zookeeper.server.auth.X509AuthenticationProvider",
        "sslQuorum": phase.over_tls,
        "ssl.clientAuth": "need",
        "ssl.quorum.clientAuth": "need",
        **named,
    }


class Settings(NamedTuple):
    """What zoo.cfg follows from beside the server itself, by the role's names without ``zookeeper_``.

    *members* are the servers of the ensemble, the ``id`` and the ``address`` (``HOST:PEER:ELECTION``) of each.
    """

    tick_time: int
    init_limit: int
    sync_limit: int
    data_dir: str
    data_log_dir: str
    members: Sequence[Mapping[str, Any]]


def settings(server: Mapping[str, Any], given: Settings) -> Dict[str, Any]:
    """All keys of zoo.cfg of *server*, as :func:`describe` gives it, in the order of the file.

    A server alone names no ensemble.
    """
    members = sorted(given.members, key=lambda one: int(one["id"]))
    return {
        "tickTime": given.tick_time,
        "initLimit": given.init_limit,
        "syncLimit": given.sync_limit,
        "dataDir": given.data_dir,
        "dataLogDir": given.data_log_dir,
        **dict(sorted(server["listening"].items())),
        "4lw.commands.whitelist": "ruok,mntr,srvr",
        "admin.enableServer": False,
        "autopurge.purgeInterval": 0,
        **({f"server.{one['id']}": one["address"] for one in members} if len(members) > 1 else {}),
    }


def text(found: Mapping[str, Any]) -> str:
    """What zoo.cfg says of the settings *found*. Another order, or another remark, would restart every ensemble."""
    remarks = {key: f"# {remark}\n" for key, remark in _REMARKS.items()}
    return "".join(remarks.get(key, "") + config.properties({key: value}) for key, value in found.items())
