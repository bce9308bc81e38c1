# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a scenario's brokers are reached from this machine: `LAB_SECURED` tells whether the scenario is secured."""

import os
import ssl
from pathlib import Path

TLS = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"], "groundwork", "tls")


def at(address, port):
    """Where a client finds the broker at *address*: an IPv6 address stands in brackets."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def reached(addresses):
    """The options of kafka-python to reach the brokers at *addresses*, in a secured scenario as the operator."""
    if os.environ["LAB_SECURED"] != "true":
        return {"bootstrap_servers": [at(address, 9092) for address in addresses]}
    return {
        "bootstrap_servers": [at(address, 9091) for address in addresses],
        "security_protocol": "SSL",
        "ssl_cafile": str(TLS / "ca.pem"),
        "ssl_certfile": str(TLS / "operator.pem"),  # holds the key as well
    }


def trusting():
    """How a client of a secured scenario speaks TLS, without a certificate of its own."""
    return ssl.create_default_context(cafile=TLS / "ca.pem")


def login(address, user, password):
    """The options of kafka-python to log in to the secured broker at *address* as a user."""
    return {
        "bootstrap_servers": at(address, 9092),
        "security_protocol": "SASL_SSL",
        "ssl_context": trusting(),
        "sasl_mechanism": "SCRAM-SHA-512",
        "sasl_plain_username": user,
        "sasl_plain_password": password,
    }
