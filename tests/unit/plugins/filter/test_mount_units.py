# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.filter.mount_units import FilterModule

DISKS = [{"device": "/dev/disk/by-id/a", "mount_point": "/data/1"}]


def test_both_filters() -> None:
    filters = FilterModule().filters()
    assert filters["mount_points"](["/data/1/a"], DISKS) == ["/data/1"]
    assert filters["mount_lines"](["/data/1/a"], DISKS).splitlines() == [
        "RequiresMountsFor=/data/1/a",
        "AssertPathIsMountPoint=/data/1",
    ]
