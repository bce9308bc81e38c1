# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blkid, blockdev
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks


def test_block_devices_alone_are_probed_ahead_and_no_second_time(tmp_path, monkeypatch) -> None:
    host = FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1, TYPE="xfs")
    started, start = [], host.start
    monkeypatch.setattr(host, "start", lambda argv: started.append(argv) or start(argv))
    probes = blkid.start(host, ["/dev/sdb", "/dev/none", "/etc/fstab", None, 7, ["/dev/sdb"]])
    assert list(probes) == ["/dev/sdb"]
    assert blkid.read(host, "/dev/sdb", probes["/dev/sdb"]) == {"TYPE": "xfs"}
    assert started == [["blkid", "-p", "-o", "export", "/dev/sdb"]]
