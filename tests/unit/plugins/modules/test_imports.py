# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a run imports: a host compiles all of it at every run, which is most of what a run without change takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ansible_collections.groundwork.kafka.plugins.module_utils.core import errors

# Where the package ansible_collections lies, which pytest may find by other means than the path.
HOME = Path(errors.__file__).parents[6]
PACKAGE = "ansible_collections.groundwork.kafka.plugins."
RUN = f"""
import json, sys
from {PACKAGE}modules import host_profile
from {PACKAGE}module_utils.disks import options as disk_options
from {PACKAGE}module_utils.host.machine import Completed, Host

given = dict.fromkeys(host_profile.ARGUMENTS)
given.update(state="applied", observe=True, kernel_parameters={{"vm.swappiness": 1, "vm.dirty_ratio": 60}})
given.update(nofile={{"soft": 1024, "hard": 2048}}, limits_users=["kafka"], services=["kafka"])
host = Host(sys.argv[1], lambda argv: Completed(127, "", ""))
print(json.dumps([host_profile.run(host, given, False)["changed"], sorted(sys.modules)]))
"""
NEEDED = {
    "core": "compile_once errors findings observation settings sizes values version",
    "host": "lock machine paths process steps systemd",
    "readers": "conf_files fstab globs kernel_command_line malformed pam_limits sysctl tuned unit_files",
    "disks": "blkid blockdev mount_options options plan state",
    "tuning": "catalogue conditions journal kernel leftovers limits live own_file profile services wishes",
}


def run(root) -> tuple[bool, set[str]]:
    """Whether a run of its own changes the host below *root*, and what it has imported."""
    command = [sys.executable, "-c", RUN, root]
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HOME), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(command, capture_output=True, check=True, text=True, env=path)
    changed, modules = json.loads(done.stdout)
    return changed, set(modules)


def test_a_second_run_imports_nothing_but_what_it_needs(tmp_path) -> None:
    for name, value in (("swappiness", "60"), ("dirty_ratio", "20"), ("dirty_bytes", "0")):
        file = tmp_path / "proc/sys/vm" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(value + "\n")
    changed, first = run(tmp_path)
    assert changed
    assert PACKAGE + "module_utils.tuning.restore" in first
    changed, second = run(tmp_path)
    assert not changed
    prefix = PACKAGE + "module_utils."
    imported = {name[len(prefix) :] for name in second if name.startswith(prefix)}
    assert imported - set(NEEDED) == {f"{room}.{name}" for room, names in NEEDED.items() for name in names.split()}
    assert not second & {"difflib", "uuid"}
