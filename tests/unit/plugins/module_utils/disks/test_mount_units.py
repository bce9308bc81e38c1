# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import mount_units


@pytest.mark.parametrize(
    ("folders", "points", "expected"),
    [
        pytest.param(["/data/kafka/log"], ["/data/kafka"], ["/data/kafka"], id="below"),
        pytest.param(["/data/kafka"], ["/data/kafka"], ["/data/kafka"], id="the mount point itself"),
        pytest.param(["/data/kafka/log"], ["/data/kafka/"], ["/data/kafka"], id="trailing slash of the disk"),
        pytest.param(["//data/kafka//log/"], ["/data/kafka"], ["/data/kafka"], id="slashes of the folder"),
        pytest.param(["/data/1/a", "/data/2/a"], ["/data/1", "/data/2", "/data/3"], ["/data/1", "/data/2"], id="JBOD"),
        pytest.param(["/data/10/a"], ["/data/1"], [], id="a name that only begins so"),
        pytest.param(["/data"], ["/data/1"], [], id="above"),
        pytest.param(["/data/1/a", "/data/1/b"], ["/data/1"], ["/data/1"], id="two folders on one disk"),
        pytest.param(["/var/lib/kafka"], [], [], id="no disks"),
    ],
)
def test_mount_points(folders, points, expected) -> None:
    disks = [{"device": "/dev/x", "mount_point": point} for point in points]
    assert mount_units.mount_points(folders, disks) == expected


@pytest.mark.parametrize(
    ("folders", "points", "expected"),
    [
        (["/var/lib/kafka"], [], "RequiresMountsFor=/var/lib/kafka"),
        (
            ["/data/1/a", "/data/2/b/"],
            ["/data/1", "/data/2/"],
            "RequiresMountsFor=/data/1/a /data/2/b\nAssertPathIsMountPoint=/data/1\nAssertPathIsMountPoint=/data/2",
        ),
        (
            ["/data/o ne/a", "/data/50%/b", '/data/q"\\'],
            ["/data/o ne", "/data/50%"],
            'RequiresMountsFor="/data/o ne/a" /data/50%%/b "/data/q\\"\\\\"\n'
            "AssertPathIsMountPoint=/data/o ne\nAssertPathIsMountPoint=/data/50%%",
        ),
    ],
)
def test_lines_of_a_unit(folders, points, expected: str) -> None:
    """As systemd reads them: words in quotes in a list, and one path to the end of the line in an assertion."""
    assert mount_units.lines(folders, [{"mount_point": point} for point in points]) == expected
