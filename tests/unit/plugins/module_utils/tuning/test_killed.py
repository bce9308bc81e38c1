# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A run that is killed before, within and after everything it does to the host, and what the next run makes of it.

The run is a process of its own that ends without undoing anything, as with SIGKILL. What systemd has loaded lies beside
the made-up host, so that it outlives the process.
"""

from __future__ import annotations

import json
import os
import shutil

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host import machine as host_module
from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import profile, wishes

KILLED, FINISHED = 9, 0
LIMITS = "/etc/security/limits.d/99-groundwork-kafka.conf"
THEIRS = b"# somebody's, by our name\r\nkafka soft nofile 1024 # \xe9\n"

HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled"

FIRST = {
    "transparent_huge_pages": "madvise",
    "kernel_parameters": {"vm.swappiness": 1, "vm.dirty_ratio": 60, "net.ipv4.tcp_wmem": "4096 65536 2048000"},
    "nofile": {"soft": 262144, "hard": 1024288},
    "limits_users": ["root", "kafka"],
    "units": ["kafka", "zookeeper"],
}
#: Another value, a linked key instead of the other one, and less of each kind.
SECOND = {
    "transparent_huge_pages": "never",
    "kernel_parameters": {"vm.dirty_bytes": 1048576, "net.ipv4.tcp_wmem": "4096 131072 2048000"},
    "nofile": {"soft": 100000, "hard": 200000},
    "limits_users": ["kafka"],
    "units": ["zookeeper"],
}
NOTHING = {"kernel_parameters": {}, "limits_users": [], "units": []}


@pytest.fixture(autouse=True)
def no_loss_of_power(monkeypatch):
    """A process that is killed loses nothing that it has written, so nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


@pytest.fixture
def make(fake_host, tmp_path):
    """Make a host of the root *name*; the process that uses it ends at the operation *mortal_at* (0: never)."""

    class Host(fake_host):
        def __init__(self, name, mortal_at=0):
            super().__init__(str(tmp_path / name))
            self.left, self.loaded = mortal_at, tmp_path / f"{name}-systemd.json"
            self.units.update(kafka=42, zookeeper=0)
            self.sessions.update(root=("1024", "524288"), kafka=("1024", "524288"))
            if self.loaded.exists():
                self.drop_ins = json.loads(self.loaded.read_text())

        def may_die(self):
            self.left -= 1
            if self.left == 0:
                os._exit(KILLED)

        def around(self, operation, *arguments):
            self.may_die()
            result = operation(*arguments)
            self.may_die()
            return result

        def write(self, path, text, mode=0o644, owner=None):
            return self.around(super().write, path, text, mode, owner)

        def remove(self, path):
            return self.around(super().remove, path)

        def prune(self, directories):
            return self.around(super().prune, directories)

        def poke(self, path, text):
            return self.around(super().poke, path, text)

        def _answer(self, argv):
            done = self.around(super()._answer, argv)
            self.loaded.write_text(json.dumps(self.drop_ins))
            return done

    return Host


@pytest.fixture
def untuned(make, tmp_path):
    """A root with an untuned host; others have a file by the name of ours, and a drop-in beside where ours goes."""
    host = make("untuned")
    host.untuned()
    host.put("/etc/systemd/system/kafka.service.d/10-theirs.conf", "[Service]\nNice=1\n")
    host.put("/etc/sysctl.conf", "")
    host.put(HUGE_PAGES, "always\n")
    host.put("/var/lib/other", "")
    host.put(LIMITS, "")
    file = tmp_path / "untuned" / LIMITS.lstrip("/")
    file.write_bytes(THEIRS)
    file.chmod(0o600)
    host.run(["systemctl", "daemon-reload"])
    return host


@pytest.fixture
def copy(make, tmp_path):
    """Copy the root *name* to *to*, with what systemd has loaded, and make a host of it."""

    def copied(name, to, mortal_at=0):
        shutil.rmtree(tmp_path / to, ignore_errors=True)
        shutil.copytree(tmp_path / name, tmp_path / to)
        shutil.copy(tmp_path / f"{name}-systemd.json", tmp_path / f"{to}-systemd.json")
        return make(to, mortal_at)

    return copied


def apply(host, given):
    profile.apply(host, wishes.wanted(host, **given))


def restore(host, _given=None):
    profile.restored(host)


def differences(found, expected):
    """What two states do not have in common, by path."""
    return [
        (name, one.get(name), other.get(name))
        for one, other in zip(found, expected, strict=True)
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    ]


def state(host):
    """Every directory and file with mode and bytes, live values by their numbers, and what systemd has loaded."""
    found = {}
    for folder, folders, names in os.walk(host.root):
        for name in folders + names:
            path = os.path.join(folder, name)
            mode = os.stat(path).st_mode
            with open(os.devnull if name in folders else path, "rb") as file:
                content = file.read()
            live = path.startswith((host.real("/proc/sys/"), host.real(HUGE_PAGES)))
            found[os.path.relpath(path, host.root)] = (mode, content.split() if live else content)
    return found, {unit: paths for unit, paths in host.drop_ins.items() if paths}


def in_own_process(host, run, given):
    """How a process that does *run* ends; a rename within a write is one of the places where it may."""
    child = os.fork()
    if child == 0:
        rename = os.rename

        def mortal_rename(*arguments, **named):
            host.may_die()
            rename(*arguments, **named)

        host_module.os.rename = mortal_rename
        try:
            run(host, given)
        finally:
            os._exit(FINISHED)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_everywhere(copy, name, run, given):
    """The number of each place at which a run over the root *name* can be killed; the root *killed* is then left."""
    for place in range(1, 500):
        if in_own_process(copy(name, "killed", place), run, given) == FINISHED:
            return
        yield place
    raise AssertionError("the run never ends")


@pytest.fixture
def roots(untuned, copy):
    """The state of an untuned host, after the first run, and after a second one; their roots have the same names."""
    states = {"untuned": state(untuned)}
    host = copy("untuned", "first")
    apply(host, FIRST)
    states["first"] = state(host)
    host = copy("first", "second")
    apply(host, SECOND)
    states["second"] = state(host)
    assert len({str(each) for each in states.values()}) == 3
    return states


#: The root before, the run, and the root after it.
RUNS = {
    "first run": ("untuned", apply, FIRST, "first"),
    "run with other values": ("first", apply, SECOND, "second"),
    "restored after one run": ("first", restore, None, "untuned"),
    "restored after two runs": ("second", restore, None, "untuned"),
}


@pytest.mark.parametrize("name", RUNS)
def test_what_was_killed_anywhere_is_repaired_by_the_next_run_and_can_be_restored(roots, copy, name):
    before, run, given, after = RUNS[name]
    places = 0
    for place in killed_everywhere(copy, before, run, given):
        again = copy("killed", "again")
        run(again, given)
        assert (place, differences(state(again), roots[after])) == (place, [])
        other = copy("killed", "other")
        if run is restore:
            apply(other, FIRST)
        restore(other)
        assert (place, differences(state(other), roots["untuned"])) == (place, [])
        places += 1
    assert places > 20


def test_nothing_listed_is_as_restored(roots, copy):
    """But for huge pages, which are left alone when they are left out."""
    host = copy("second", "empty")
    apply(host, NOTHING)
    assert host.live("vm.dirty_ratio") == "20"
    restore(host)
    assert state(host) == roots["untuned"]
