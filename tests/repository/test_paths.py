# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Files of a host are opened by the one way that follows no link of a service's user: module_utils/host/paths.py."""

from __future__ import annotations

import re
from pathlib import Path

PLUGINS = Path(__file__).resolve().parents[2] / "plugins"
# Who else opens a path of the host by its name, and why nobody but root can lead it elsewhere.
KNOWN = {
    "module_utils/host/machine.py": "what the kernel itself shows in /proc and /sys",
    "module_utils/host/process.py": "a file of /proc, and a keystore that is not opened: if its process may read it",
    "module_utils/tuning/kernel.py": "the names in /proc/sys",
    "module_utils/host/owner_numbers.py": "a name that is held against where a link leads, which is not followed",
    "module_utils/disks/blockdev.py": "a device, refused where others can change a folder on the way to it",
    "module_utils/host/lock.py": "a file in /run",
    "module_utils/host/rollout_lock.py": "a folder in /var/lib, to be locked",
    "module_utils/server/jvm.py": "the program that is going to be run",
    "module_utils/host/pending.py": "the program that runs",
    "module_utils/server/identity.py": "the program that is going to be run",
    "modules/jvm_options.py": "the program that is going to be run",
}


def test_paths_of_the_host_are_opened_in_one_place():
    used = {
        str(path.relative_to(PLUGINS))
        for path in PLUGINS.rglob("*.py")
        if re.search(r"(?:host|self)\.real\(", path.read_text(encoding="utf-8"))
    }
    assert used == set(KNOWN)
