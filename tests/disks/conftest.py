# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The place for real disks: a mount namespace that the script run has made."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.tests.disks.loops import FSTAB, Disks, run


@pytest.fixture(scope="session")
def folder():
    """The script's folder, once /etc is a copy in memory and /run is empty, so that no systemd is told of anything."""
    place = Path(os.environ["GROUNDWORK_DISKS"])
    copy = place / "etc"
    copy.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=4m", "groundwork-disks", str(copy))
    for name in ("mke2fs.conf", "passwd", "group", "nsswitch.conf", "ld.so.cache"):
        shutil.copy(f"/etc/{name}", copy / name)
    run("mount", "--bind", str(copy), "/etc")
    run("mount", "-t", "tmpfs", "groundwork-disks", "/run")
    return place


@pytest.fixture
def disks(folder):
    """Disks of one test, with an fstab in which others have written."""
    Path("/etc/fstab").write_bytes(FSTAB)
    made = Disks(folder)
    yield made
    made.tidy()
