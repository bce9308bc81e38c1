# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: the addresses of its hosts, and clients of the cluster as a whole."""

import pytest
from kafka import KafkaAdminClient

ADDRESSES = ["10.89.81.11", "10.89.81.12", "10.89.81.13"]
BOOTSTRAP = [f"{address}:9092" for address in ADDRESSES]


@pytest.fixture(scope="session")
def addresses():
    """The hosts' addresses, in the inventory's order."""
    return ADDRESSES


@pytest.fixture(scope="session")
def bootstrap():
    """Where the brokers serve clients."""
    return BOOTSTRAP


@pytest.fixture(scope="session")
def admin():
    """An admin client of the cluster."""
    client = KafkaAdminClient(bootstrap_servers=BOOTSTRAP)
    yield client
    client.close()
