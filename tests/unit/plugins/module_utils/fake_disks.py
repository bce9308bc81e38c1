# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A host below a temporary directory whose block devices are files; mkfs, mount and blkid do what tests need."""

from __future__ import annotations

import os

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

SIZE = 400 << 20
UUID_OF_OURS = "11111111-1111-1111-1111-111111111111"


class FakeDisks(Host):
    """``commands`` are those that would change something; ``refuse`` makes the command with that word fail."""

    def __init__(self, root, monkeypatch, blockdev) -> None:
        super().__init__(str(root), self.command)
        self.path, self.numbers, self.signatures = root, {}, {}
        self.commands, self.refuse, self.missing, self.busy = [], None, None, set()
        for folder in ("dev", "etc", "proc/self", "proc/sys/kernel", "data"):
            (root / folder).mkdir(parents=True)
        (root / "proc/sys/kernel/osrelease").write_text("6.1.0-13-amd64\n")
        (root / "proc/self/mountinfo").write_text("20 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
        (root / "etc/fstab").write_text("/dev/sda1 / ext4 defaults 0 1\n")
        monkeypatch.setattr(blockdev, "_is_busy", lambda _host, path: path in self.busy)

    def device_number(self, path):
        real = os.path.realpath(self.real(path))
        os.stat(real)
        return self.numbers.get("/" + os.path.relpath(real, self.root))

    def disk(self, name, minor, size=SIZE, **tags):
        """Add the blank device /dev/NAME, or one with the signature *tags*."""
        with open(self.real(f"/dev/{name}"), "wb") as file:
            file.truncate(size)
        self.numbers[f"/dev/{name}"] = f"7:{minor}"
        self.signatures[f"/dev/{name}"] = tags
        self.sys(minor, "size", f"{size // 512}\n")
        return self

    def sys(self, minor, name, text=""):
        path = self.path / f"sys/dev/block/7:{minor}" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return self

    def fstab(self, text=None):
        path = self.path / "etc/fstab"
        if text is not None:
            path.write_text(text)
        return path.read_text()

    def mounted(self, name, mount_point, options="rw,noatime", inner="rw,largeio", fstype="xfs"):
        (self.path / mount_point.lstrip("/")).mkdir(parents=True, exist_ok=True)
        with open(self.real("/proc/self/mountinfo"), "a", encoding="utf-8") as file:
            number = self.numbers[f"/dev/{name}"]
            file.write(f"30 20 {number} / {mount_point} {options} - {fstype} /dev/{name} {inner}\n")
        return self

    def command(self, argv):
        if self.missing == argv[0]:
            return Completed(127, "", "not installed")
        if argv[0] == "blkid":
            tags = self.signatures.get(argv[-1], {})
            return Completed(0 if tags else 2, "".join(f"{name}={value}\n" for name, value in tags.items()), "")
        if argv[-1] == "-V":
            return Completed(0, "", "")
        self.commands.append(" ".join(argv))
        if self.refuse and self.refuse in " ".join(argv):
            return Completed(32, "", "mount: bad option.\nmore of it\n")
        if argv[0].startswith("mkfs."):
            identity = argv[-2].replace("uuid=", "")
            self.signatures[argv[-1]] = {"TYPE": argv[0][5:], "LABEL": "groundwork", "UUID": identity}
        elif argv[0] == "mount" and "remount" in argv[2]:
            kept = [line for line in (self.read("/proc/self/mountinfo") or "").splitlines() if argv[-1] not in line]
            (self.path / "proc/self/mountinfo").write_text("\n".join([*kept, ""]))
            self.mounted(os.path.basename(argv[-2]), argv[-1], "rw," + argv[2].partition(",")[2])
        elif argv[0] == "umount":
            kept = [line for line in (self.read("/proc/self/mountinfo") or "").splitlines() if argv[-1] not in line]
            (self.path / "proc/self/mountinfo").write_text("\n".join([*kept, ""]))
        elif argv[0] == "mount":
            self.mounted(os.path.basename(argv[-2]), argv[-1], "rw," + argv[4], "rw", argv[2])
        return Completed(0, "", "")
