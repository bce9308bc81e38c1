# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One real broker on loopback, with ZooKeeper, from an unpacked archive, in a folder of its own.

It listens three times: without security, with TLS and SCRAM, and with TLS and client certificates.
"""

from __future__ import annotations

import secrets
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Sequence

from kafka.admin import KafkaAdminClient, UserScramCredentialUpsertion

from tests.servers.pki import Pki, make_pki
from tests.servers.server import KAFKA, QUICK, Server, free_ports, zookeeper


@dataclass(frozen=True)
class Broker:
    """HOST:PORT of each listener; a login by SCRAM; certificates in ``pki``; partitions in folders of ``data``."""

    plain: str
    scram: str
    mutual: str
    pki: Pki
    user: str
    password: str
    server: Server
    data: Path


@contextmanager
def running_broker(home: Path, folder: Path, heap: str = "384m", options: Sequence[str] = QUICK) -> Iterator[Broker]:
    """Start both, yield the broker, whose JVM has these ``options``, and end both by their process handles."""
    ports, pki = free_ports(3), make_pki(folder)
    plain, scram, mutual = (f"127.0.0.1:{port}" for port in ports)
    keeper = zookeeper(home, folder, tick=2000, options=QUICK)
    server = Server(home, folder, "broker", KAFKA, ports[0], heap, options)
    settings = [
        f"broker.id=1\nzookeeper.connect=127.0.0.1:{keeper.port}\nlog.dirs={folder}/data",
        f"listeners=PLAINTEXT://{plain},SASL_SSL://{scram},SSL://{mutual}\nlistener.name.ssl.ssl.client.auth=required",
        *pki.settings,
        "offsets.topic.replication.factor=1\ntransaction.state.log.replication.factor=1",
        "transaction.state.log.min.isr=1\ntransaction.state.log.num.partitions=1\ngroup.initial.rebalance.delay.ms=0",
        # Everybody may do everything, but for what a test forbids.
        "authorizer.class.name=kafka.security.authorizer.AclAuthorizer\nallow.everyone.if.no.acl.found=true",
    ]
    server.settings.write_text("\n".join(settings) + "\n")
    with ExitStack() as stack:
        for one in (keeper, server):
            stack.callback(one.kill)
            one.start()
        user, password = "tester", f"marker-{secrets.token_hex(8)}"
        admin = KafkaAdminClient(bootstrap_servers=plain)
        admin.alter_user_scram_credentials([UserScramCredentialUpsertion(user, "SCRAM-SHA-512", password)])
        admin.close()
        yield Broker(plain, scram, mutual, pki, user, password, server, folder / "data")
