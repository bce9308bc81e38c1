# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that was killed: its unit has started it again, and it is back in step everywhere."""

import pytest

from tests.servers.waiting import eventually

KILLED = "groundwork-cluster-kafka3"


def test_the_unit_started_it_again(host, serves):
    killed = host.check_output("hostname") == KILLED
    show = "systemctl show --property NRestarts --value kafka"
    eventually(lambda: (int(host.check_output(show)) > 0, serves(host)), (killed, True))
    if killed:
        assert "status=9/KILL" in host.check_output("journalctl --unit kafka --no-pager")


@pytest.mark.parametrize("topic", ["__consumer_offsets"])
def test_it_is_back_in_step_everywhere(admin, topic):
    def in_step():
        (found,) = admin.describe_topics([topic])
        behind = [part for part in found["partitions"] if sorted(part["isr_nodes"]) != [1, 2, 3]]
        return behind, sorted(broker["broker_id"] for broker in admin.describe_cluster()["brokers"])

    eventually(in_step, ([], [1, 2, 3]))
