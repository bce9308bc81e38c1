# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.audit import shown

KERNEL = {"kind": "kernel", "name": "vm.swappiness"}
SEEN_DISK, SEEN_JOB = {"kind": "disk", "name": "seen"}, {"kind": "job", "name": "seen"}
DISK, JOB = {"kind": "disk", "name": "managed"}, {"kind": "job", "name": "managed"}
FOUND, KEPT = {"id": "setting_drifted"}, {"id": "kept_for_server"}
RECORD = {"settings": [KERNEL, SEEN_DISK, SEEN_JOB], "findings": [FOUND]}
TUNED = {"settings": [{"kind": "kernel", "name": "as the profile saw it"}, DISK], "findings": [FOUND, KEPT]}


@pytest.mark.parametrize(
    ("tuned", "purged", "settings", "findings"),
    [
        pytest.param({}, {}, [KERNEL, SEEN_DISK, SEEN_JOB], [FOUND], id="neither was run"),
        pytest.param(TUNED, {}, [KERNEL, SEEN_JOB, DISK], [FOUND, KEPT], id="a broker"),
        pytest.param(TUNED, {"settings": [JOB]}, [KERNEL, DISK, JOB], [FOUND, KEPT], id="with ZooKeeper"),
        pytest.param({}, {"settings": [JOB]}, [KERNEL, SEEN_DISK, JOB], [FOUND], id="without the tag of tuning"),
        pytest.param({"changed": False}, {}, [KERNEL, SEEN_JOB], [FOUND], id="a result without rows"),
    ],
)
def test_disks_and_purge_are_told_by_who_manages_them(tuned, purged, settings, findings) -> None:
    assert shown.shown(RECORD, tuned, purged) == {"settings": settings, "findings": findings}
