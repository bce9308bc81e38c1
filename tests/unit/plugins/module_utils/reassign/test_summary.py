# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Plans and progress in words."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.reassign import plan, summary
from ansible_collections.groundwork.kafka.plugins.module_utils.reassign.model import Broker, Folder, Partition, Wish

GIB = 1 << 30


@pytest.mark.parametrize(
    ("bytes_left", "seconds", "said"),
    [
        (4 * GIB, 0, "2 partitions left, 4.0 GiB to be copied"),
        (3 * GIB, 100, "2 partitions left, 3.0 GiB to be copied at 10.2 MiB a second, about 5 min more"),
        (GIB, 3000, "2 partitions left, 1.0 GiB to be copied at 1.0 MiB a second, about 17 min more"),
        (5 * GIB, 10, "2 partitions left, 5.0 GiB to be copied"),
        (2 * GIB, 7200, "2 partitions left, 2.0 GiB to be copied at 0.3 MiB a second, about 2 h 0 min more"),
        (GIB, 30, "2 partitions left, 1.0 GiB to be copied at 102.4 MiB a second, about 10 s more"),
    ],
)
def test_progress_is_told_with_the_time_left_once_it_is_known(bytes_left, seconds, said):
    assert summary.progress(4 * GIB, 2, bytes_left, seconds) == said


def test_a_plan_is_told_by_what_moves_and_what_each_broker_has():
    brokers = [Broker(number, rack, (Folder("/d"),)) for number, rack in ((1, "a"), (2, "a"), (3, "b"))]
    held = [Partition("t", number, (1, 2), GIB, (1, 2), 1, 1) for number in range(2)]
    found = plan.make(brokers, held, Wish())
    assert summary.sentences(found) == [
        "2 partitions to change: 2 partitions to be copied (2.0 GiB over the network), 0 between folders of a broker, "
        "0 with another preferred leader alone.",
        "Replicas that share a rack and need not: 2 before, 0 after.",
    ]
    diff = summary.diff(found)
    assert diff["before"].splitlines() == [
        "broker 1: 2 replicas, 2.0 GiB, preferred leader of 2",
        "broker 2: 2 replicas, 2.0 GiB, preferred leader of 0",
        "broker 3: 0 replicas, 0.0 MiB, preferred leader of 0",
        "t-0: 1, 2",
        "t-1: 1, 2",
    ]
    assert "broker 3: 2 replicas, 2.0 GiB, preferred leader of 1" in diff["after"]


def test_what_stays_out_of_balance_is_told():
    brokers = [Broker(number, "", (Folder("/d"),)) for number in (1, 2)]
    found = plan.make(brokers, [Partition("t", 0, (1,), GIB, (1,), 1, 1)], Wish())
    assert summary.sentences(found) == [
        "Nothing to change.",
        "Brokers 1, 2: no move found that brings bytes nearer to their share.",
    ]
    assert summary.diff(found) == {"before": "", "after": ""}
