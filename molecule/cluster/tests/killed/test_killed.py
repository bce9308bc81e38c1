# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that was killed: its unit has started it again, and it is back in step everywhere."""

import time
from contextlib import suppress

import pytest
from kafka.errors import KafkaError

KILLED = "groundwork-cluster-kafka3"


def test_the_unit_started_it_again(host, serves):
    killed = host.check_output("hostname") == KILLED
    for _second in range(90):
        restarts = int(host.check_output("systemctl show --property NRestarts --value kafka"))
        if (restarts > 0) == killed and serves(host):
            break
        time.sleep(1)
    assert ((restarts > 0), serves(host)) == (killed, True)
    if killed:
        assert "status=9/KILL" in host.check_output("journalctl --unit kafka --no-pager")


@pytest.mark.parametrize("topic", ["__consumer_offsets"])
def test_it_is_back_in_step_everywhere(admin, topic):
    behind, brokers = ["not asked yet"], set()
    for _second in range(90):
        with suppress(KafkaError):  # the client may ask the very broker that was killed
            (found,) = admin.describe_topics([topic])
            behind = [part for part in found["partitions"] if sorted(part["isr_nodes"]) != [1, 2, 3]]
            brokers = {broker["broker_id"] for broker in admin.describe_cluster()["brokers"]}
        if not behind and brokers == {1, 2, 3}:
            break
        time.sleep(1)
    assert (behind, brokers) == ([], {1, 2, 3})
