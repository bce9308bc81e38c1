# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How a scenario's brokers are reached from this machine: `LAB_SECURED` tells whether the scenario is secured."""

import os
from pathlib import Path


def reached(addresses):
    """The options of kafka-python to reach the brokers at *addresses*, in a secured scenario as the operator."""
    if os.environ["LAB_SECURED"] != "true":
        return {"bootstrap_servers": [f"{address}:9092" for address in addresses]}
    tls = Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"], "groundwork", "tls")
    return {
        "bootstrap_servers": [f"{address}:9091" for address in addresses],
        "security_protocol": "SSL",
        "ssl_cafile": str(tls / "ca.pem"),
        "ssl_certfile": str(tls / "operator.pem"),  # holds the key as well
    }
