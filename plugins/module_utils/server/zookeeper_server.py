# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a ZooKeeper server is on its host, from the inputs of its role. Pure."""

from __future__ import annotations

from typing import Any, Dict, Mapping, NamedTuple, Sequence

from . import place, tls

KEYSTORE, TRUSTSTORE = tls.ZOOKEEPER
#: What its process reads when it starts, beside its version and its certificates.
_READS = (
    "/etc/zookeeper/zoo.cfg",
    "/etc/zookeeper/log4j.properties",
    "/etc/systemd/system/zookeeper.service",
    "/etc/systemd/system/zookeeper.service.d/50-groundwork-kafka.conf",
)


class Given(NamedTuple):
    """The role's inputs, by their names without ``zookeeper_``, and the host's data disks (data_disks_devices)."""

    data_dir: str
    data_log_dir: str
    heap_dump_directory: str
    disks: Sequence[Mapping[str, Any]]
    gc_options: Sequence[str]
    jvm_options: Sequence[str]
    link: str
    client_port: int
    security_enabled: bool


def describe(given: Given) -> Dict[str, Any]:
    """What the server is: its folders and flags (see place), and

    - ``keystore``, ``truststore``: the files of its certificates, empty without security;
    - ``listening``: the keys of zoo.cfg that tell where clients and servers connect, and how;
    - ``reads``: the files that its process reads when it starts, and is to be restarted for.
    """
    return {
        **place.folders([given.data_dir, given.data_log_dir], given.heap_dump_directory, given.disks),
        **place.flags("zookeeper", given.gc_options, given.jvm_options, given.heap_dump_directory),
        "keystore": KEYSTORE if given.security_enabled else "",
        "truststore": TRUSTSTORE if given.security_enabled else "",
        "listening": _secured(given.client_port) if given.security_enabled else {"clientPort": given.client_port},
        "reads": [*_READS, KEYSTORE, TRUSTSTORE, given.link],
    }


def _secured(port: int) -> Dict[str, Any]:
    """With TLS, for clients and among the servers, who all show a certificate."""
    stores = {"keyStore": KEYSTORE, "trustStore": TRUSTSTORE}
    named = {
        f"ssl.{quorum}{store}.{what}": value
        for quorum in ("", "quorum.")
        for store, path in stores.items()
        for what, value in (("type", "PEM"), ("location", path))
    }
    return {
        "secureClientPort": port,
        "serverCnxnFactory": "org.apache.zookeeper.server.NettyServerCnxnFactory",
        "authProvider.x509": "org.apache.zookeeper.server.auth.X509AuthenticationProvider",
        "sslQuorum": True,
        "ssl.clientAuth": "need",
        "ssl.quorum.clientAuth": "need",
        **named,
    }
