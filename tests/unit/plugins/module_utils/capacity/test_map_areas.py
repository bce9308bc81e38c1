# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import map_areas


@pytest.mark.parametrize(("number", "expected"), [(1, 1), (2, 2), (3, 4), (730000, 1048576), (1048576, 1048576)])
def test_next_power_of_two(number, expected):
    assert map_areas.next_power_of_two(number) == expected


@pytest.mark.parametrize(("areas", "expected"), [(500, 262144), (262144, 262144), (262145, 524288), (730000, 1048576)])
def test_no_broker_is_given_fewer_areas_than_the_least(areas, expected):
    assert map_areas.max_map_count(areas) == expected


def test_two_areas_for_each_segment_and_those_of_the_jvm():
    assert map_areas.map_areas(365000) == 730500
