# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Where replicas go to, and which are given up; the brokers 1 and 4 are in rack a, 2 in b, 3 in c, 5 in none."""

from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import placement

RACKS = {1: "a", 2: "b", 3: "c", 4: "a", 5: ""}


@pytest.mark.parametrize(
    ("replicas", "isr", "factor", "load", "expected"),
    [
        pytest.param([1], [1], 1, {}, [1], id="as it is"),
        pytest.param([1], [1], 2, {2: 7, 3: 5, 4: 0, 5: 9}, [1, 3], id="in another rack, to the least loaded"),
        pytest.param([1], [1], 2, {2: 7, 3: 5, 4: 0, 5: 1}, [1, 5], id="one without a rack is in none of the others"),
        pytest.param([1, 2, 3], [1, 2, 3], 4, {4: 0, 5: 9}, [1, 2, 3, 5], id="a rack twice last"),
        pytest.param([1, 2, 3, 5], [1], 5, {4: 9}, [1, 2, 3, 5, 4], id="a rack twice where there is no other"),
        pytest.param([1, 2, 3], [1, 3], 2, {2: 0, 3: 9}, [1, 3], id="out of sync first"),
        pytest.param([1, 4, 3], [1, 4, 3], 2, {3: 9, 4: 0}, [1, 3], id="then the second of a rack"),
        pytest.param([1, 2, 3], [1, 2, 3], 2, {2: 4, 3: 3}, [1, 3], id="then of the most loaded"),
        pytest.param([1, 2], [1, 2], 1, {1: 9, 2: 0}, [1], id="the leader stays"),
        pytest.param([1, 2], [2], 1, {}, [2], id="unless it is out of sync"),
        pytest.param([9, 2, 3], [2, 3], 2, {}, [2, 3], id="a broker that is gone first"),
        pytest.param([1, 9, 3], [3], 2, {}, [1, 3], id="gone before out of sync"),
    ],
)
def test_replicas_that_stay_come_and_go(replicas, isr, factor, load, expected):
    assert placement.resized(replicas, isr, factor, RACKS, dict(load)) == expected
    assert expected[0] in replicas


def test_what_is_placed_counts_for_the_next():
    load = {1: 6}
    placed = [placement.resized([1], [1], 2, RACKS, load) for _partition in range(6)]
    assert placed == [[1, 2], [1, 3], [1, 5], [1, 2], [1, 3], [1, 5]]
    assert load == {1: 6, 2: 2, 3: 2, 5: 2}


def test_more_replicas_than_brokers_cannot_be():
    with pytest.raises(ValueError, match="6 replicas need as many brokers"):
        placement.resized([1], [1], 6, RACKS, {})
