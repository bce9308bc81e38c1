# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the scenario's tests share: the addresses of its hosts, and clients of the cluster as a whole."""

import pytest
from kafka import KafkaAdminClient
from lab_brokers import reached

ADDRESSES = ["10.89.81.11", "10.89.81.12", "10.89.81.13"]


@pytest.fixture(scope="session")
def addresses():
    """The hosts' addresses, in the inventory's order."""
    return ADDRESSES


@pytest.fixture(scope="session")
def brokers():
    """The options of kafka-python to reach the cluster."""
    return reached(ADDRESSES)


@pytest.fixture(scope="session")
def admin(brokers):
    """An admin client of the cluster."""
    client = KafkaAdminClient(**brokers)
    yield client
    client.close()


@pytest.fixture(scope="session")
def serves():
    """Whether the process of now of a host's broker has started: until then the cluster may show the one before."""

    def started(host):
        number = host.check_output("systemctl show --property MainPID --value kafka")
        return "started (server.KafkaServer)" in host.check_output(f"journalctl _PID={number} --no-pager --output cat")

    return started
