# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The scenario's host, as it is seen from this machine."""

import os
import socket
from contextlib import contextmanager
from pathlib import Path

SCENARIO = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"])
NAME, ADDRESS = "groundwork-secured-kafka1", "fd00:89:83::11"
CLIENT, BROKER, ZOOKEEPER = (ADDRESS, 9092), (ADDRESS, 9091), (ADDRESS, 2181)


@contextmanager
def connected(address, context=None):
    """A connection to *address*, over TLS where *context* tells how."""
    plain = socket.create_connection(address, timeout=10)
    with plain, context.wrap_socket(plain, server_hostname=address[0]) if context else plain as connection:
        yield connection


def converse(address, context, send):
    """What the server at *address* says to *send*; nothing where it closes the connection."""
    with connected(address, context) as connection:
        connection.sendall(send)
        return connection.recv(4096)
