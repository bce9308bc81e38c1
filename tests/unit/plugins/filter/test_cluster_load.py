# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter import cluster_load
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.capacity import loads

FILTERS = cluster_load.FilterModule().filters()
GIVEN = {
    "topics": loads.of([{"partitions": 30, "roll_hours": 24, "replication_factor": 2}])["topics"],
    "connections": 7,
}


def test_what_each_broker_has_of_the_load():
    # 60 replicas on the two that are left of three. 33 kB/s are 2.88 GB a day, which fill segments of 1 GiB:
    # 20.16 GB in 19 of them, and one that is written.
    assert FILTERS["broker_holds"](GIVEN, 3) == {"partitions": 30, "segments": 600, "connections": 7}
    assert FILTERS["broker_writes"](GIVEN, 3) == 666_667


def test_the_load_says_more_than_the_inventory():
    assert FILTERS["broker_writes"]({**GIVEN, "brokers": 6}, 3) == 333_334
    assert FILTERS["complete_load"]({**GIVEN, "brokers": 6}, 3)["brokers"] == 6
    assert FILTERS["complete_load"]({**GIVEN, "brokers": None}, 3)["brokers"] == 3


@pytest.mark.parametrize("given", [{}, None, ""])
def test_without_a_load_nothing_is_planned(given):
    assert FILTERS["broker_holds"](given, 3) == {}
    assert FILTERS["broker_writes"](given, 3) == 0


@pytest.mark.parametrize("name", ["broker_holds", "broker_writes"])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({**GIVEN, "racks": 4}, r"^kafka_load\.racks: 4 is more than the 3 of kafka_load\.brokers; "),
        ("much", r"^kafka_load has nothing in it; give brokers"),
    ],
)
def test_a_load_that_cannot_be_is_one_sentence(name, given, sentence):
    with pytest.raises(AnsibleFilterError, match=sentence):
        FILTERS[name](given, 3)
