# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whatever makes folders and files makes the same on a hardened host, where the umask lets nobody else at them."""

from __future__ import annotations

import os
import stat
from types import SimpleNamespace

import pytest
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.action.audit_report import ActionModule
from ansible_collections.groundwork.kafka.plugins.module_utils.disks import blockdev
from ansible_collections.groundwork.kafka.plugins.module_utils.host import lock
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive, jvm
from ansible_collections.groundwork.kafka.plugins.module_utils.server import files as server_files
from ansible_collections.groundwork.kafka.plugins.modules import data_disks, host_profile
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.fake_disks import FakeDisks
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.server import test_archive
from ansible_collections.groundwork.kafka.tests.unit.plugins.module_utils.server import test_files as test_server_files


def unpack(root, **_tools):
    test_archive.install(root, [*test_archive.GOOD, (f"{test_archive.TOP}/a/b/c", "file")])
    archive.switch_link(str(root / "opt/link/kafka"), str(root / "opt" / test_archive.TOP))


def server(root, **_tools):
    server_files.run(test_server_files.Machine(str(root), "kafka"), test_server_files.params(), False)


def stamp(root, **_tools):
    host = Host(str(root))
    jvm.remember(host, f"{jvm.STAMPS}/x.json", jvm.Trial(17, [], []))
    with lock.held(host, "x"):
        pass


def disk(root, patch, **_tools):
    before = os.umask(0o022)  # what was there before is the test's
    disks = FakeDisks(root, patch, blockdev).disk("sdb", 1)
    os.umask(before)
    wanted = {"device": "/dev/sdb", "mount_point": "/srv/kafka/1", "fstype": "xfs", "options": ["noatime"]}
    data_disks.run(disks, {"disks": [{**wanted, "owner": None, "group": None, "mode": None}]}, False)


def profile(root, fake_host, **_tools):
    host = fake_host(str(root))
    host.untuned()
    given = dict.fromkeys(host_profile.ARGUMENTS)
    given.update(state="applied", observe=False, kernel_parameters={"vm.swappiness": 1}, services=["kafka"])
    given.update(nofile={"soft": 1000, "hard": 2000}, limits_users=["kafka"], transparent_huge_pages="madvise")
    host.put("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")
    assert host_profile.run(host, given, False)["changed"]


def report(root, patch, **_tools):
    patch.setattr(ActionBase, "run", lambda *_arguments, **_named: {})
    plugin = ActionModule.__new__(ActionModule)
    plugin._task = SimpleNamespace(args={"results": {}, "directory": str(root / "reports/today")})
    plugin._display = SimpleNamespace(display=lambda _text: None)
    plugin.run(task_vars={})


#: What makes them, and one of the folders above what is made.
MAKERS = {
    "archive": (unpack, f"opt/{test_archive.TOP}/a/b"),
    "server": (server, "data/1"),
    "stamps": (stamp, "var/lib/groundwork-kafka/jvm"),
    "disks": (disk, "srv/kafka/1"),
    "profile": (profile, "etc/systemd/system/kafka.service.d"),
    "report": (report, "reports/today"),
}


def modes(root):
    """The mode of every folder and file below *root*; a report's name is the time."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in (*folders, *names):
            path = os.path.join(folder, name)
            found[os.path.relpath(path, root).partition("audit-")[0]] = oct(stat.S_IMODE(os.lstat(path).st_mode))
    return found


@pytest.mark.parametrize("mask", [0o027, 0o077])
@pytest.mark.parametrize("name", MAKERS)
def test_what_is_made_does_not_hang_on_the_umask(tmp_path, monkeypatch, fake_host, name, mask) -> None:
    make, above = MAKERS[name]
    found = []
    for each in (0o022, mask):
        root = tmp_path / oct(each)
        root.mkdir()
        before = os.umask(each)
        try:
            make(root, patch=monkeypatch, fake_host=fake_host)
        finally:
            os.umask(before)
        found.append(modes(root))
    assert found[0][above] == "0o755"
    laid_out = {path for path in found[0] if path.startswith(("proc", "sys", "dev", "lib", "a.tgz"))}  # by the test
    assert {path: mode for path, mode in found[1].items() if path not in laid_out} == {
        path: mode for path, mode in found[0].items() if path not in laid_out
    }
