# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where the certificates of a server are on its host, and what it presents and trusts as it runs, without its key."""

from __future__ import annotations

from typing import Dict, NamedTuple

from ..core.x509 import PEM
from ..host import pending
from ..host.machine import Host


class Stores(NamedTuple):
    """The files of a server: its own key and certificates, and those that it trusts."""

    keystore: str
    truststore: str


KAFKA = Stores("/etc/kafka/keystore.pem", "/etc/kafka/truststore.pem")
ZOOKEEPER = Stores("/etc/zookeeper/keystore.pem", "/etc/zookeeper/truststore.pem")


def in_use(host: Host, service: str, stores: Stores) -> Dict[str, str]:
    """``{presents, trusts}`` of the server that runs as *service*, in PEM; empty where none does, or without TLS."""
    found = {"presents": _certificates(host, stores.keystore), "trusts": _certificates(host, stores.truststore)}
    return found if all(found.values()) and pending.main_pid(host, service) is not None else {}


def _certificates(host: Host, path: str) -> str:
    return "".join(block.group(0) + "\n" for block in PEM.finditer(host.text(path)))
