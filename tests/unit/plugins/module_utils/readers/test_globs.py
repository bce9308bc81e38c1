# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.readers import globs

CASES = (
    ("net/ipv4/conf/all/rp_filter", "net/ipv4/conf/*/rp_filter", True),
    ("net/ipv4/conf/all/rp_filter", "net/ipv4/*/rp_filter", False),
    ("net/ipv4/conf/eth0/rp_filter", "net/ipv4/conf/eth?/rp_filter", True),
    ("net/ipv4/conf/eth0/rp_filter", "net/ipv4/conf/eth[12]/rp_filter", False),
    ("net/ipv4/conf/eth0/rp_filter", "net/ipv6/conf/*/rp_filter", False),
    ("vm/swappiness", "vm/swappiness", True),
    ("vm/swappiness", "vm/swappines", False),
    ("vm/swappiness", "vm/swappiness/", False),
    ("kernel/core[pattern", "kernel/core[pattern", True),
    ("kernel/corepattern", "kernel/core.attern", False),
)


@pytest.mark.parametrize(("path", "pattern", "expected"), CASES)
def test_a_star_stays_within_its_slashes_and_a_plain_name_is_itself(path, pattern, expected):
    assert globs.matches(path, pattern) is expected
