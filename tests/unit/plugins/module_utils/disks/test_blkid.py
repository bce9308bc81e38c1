# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blkid, blockdev
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks


def test_block_devices_alone_are_asked_ahead_and_with_the_very_command_that_is_read(tmp_path, monkeypatch) -> None:
    host = FakeDisks(tmp_path, monkeypatch, blockdev).disk("sdb", 1, TYPE="xfs")
    started, asked, run = [], [], host.run
    monkeypatch.setattr(host, "start", started.append)
    monkeypatch.setattr(host, "run", lambda argv: asked.append(argv) or run(argv))
    blkid.begin(host, ["/dev/sdb", "/dev/none", "/etc/fstab", None, 7, ["/dev/sdb"]])
    assert blkid.read(host, "/dev/sdb") == {"TYPE": "xfs"}
    assert started == asked == [["blkid", "-p", "-o", "export", "/dev/sdb"]]
