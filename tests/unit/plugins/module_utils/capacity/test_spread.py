# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.capacity import spread


@pytest.mark.parametrize(
    ("brokers", "racks", "replicas", "among", "without_one"),
    [
        (6, 1, 3, 6, 5),
        (6, 3, 3, 6, 3),  # the other one of its rack takes all that the lost one had
        (5, 3, 3, 3, 4),  # one rack has one broker, which has a third; without it two racks are left
        (6, 3, 2, 6, 5),  # with fewer replicas than racks any broker may take them
        (3, 3, 3, 3, 3),  # nobody is left to take them
        (3, 1, 3, 3, 3),
        (3, 1, 2, 3, 2),
        (1, 1, 1, 1, 1),
        (60, 1, 2, 60, 59),
    ],
)
def test_how_many_share_as_the_fullest_broker_sees_it(brokers, racks, replicas, among, without_one):
    assert spread.sharing(brokers, racks, replicas) == among
    assert spread.sharing_without_one(brokers, racks, replicas) == without_one
