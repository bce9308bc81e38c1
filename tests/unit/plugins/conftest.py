# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A made-up host below a temporary directory: files, a kernel that zeroes and refuses, systemd, and users' sessions."""

from __future__ import annotations

import json
import os
import re
import signal
from typing import Iterator, Sequence

import pytest
from ansible.module_utils import basic

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

PARTNERS = {"dirty_ratio": "dirty_bytes", "dirty_bytes": "dirty_ratio"}


class FakeHost(Host):
    """What a test sets up: *sessions* (user → soft, hard), *units* (name → MainPID), *refused* and *sealed* paths.

    *more* are lines that systemctl shows of a unit beside the usual ones.
    """

    def __init__(self, root: str) -> None:
        super().__init__(root, self._answer)
        self.calls: list[list[str]] = []
        self.pokes: list[tuple[str, str]] = []
        self.refused: dict[str, OSError] = {}
        self.taken_as: dict[str, str] = {}
        self.sealed: tuple[str, ...] = ()
        self.sessions: dict[str, tuple[str, str]] = {}
        self.units: dict[str, int] = {}
        self.drop_ins: dict[str, list[str]] = {}
        self.more: dict[str, str] = {}
        self.systemd = True
        self.clock: int | None = 0

    def put(self, path: str, text: str) -> None:
        """Lay a file down as somebody else would."""
        os.makedirs(os.path.dirname(self.real(path)), exist_ok=True)
        with open(self.real(path), "w", encoding="utf-8") as file:
            file.write(text)

    def kernel(self, **values: str) -> None:
        """Live parameters, with two underscores for each dot: vm__swappiness="60"."""
        for name, value in values.items():
            self.put("/proc/sys/" + name.replace("__", "/"), value + "\n")

    def enable(self, unit: str) -> None:
        """Have a service started at boot."""
        link = self.real(f"/etc/systemd/system/multi-user.target.wants/{unit}.service")
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(f"/usr/lib/systemd/system/{unit}.service", link)

    def live(self, name: str) -> str:
        """The live value of a parameter."""
        return (self.read("/proc/sys/" + name.replace(".", "/")) or "").strip()

    def tree(self) -> dict[str, str]:
        """Every file below the root with its text, and every link with where it points."""
        return dict(self._files())

    def _files(self) -> Iterator[tuple[str, str]]:
        for folder, _folders, names in os.walk(self.root):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.islink(path):
                    yield os.path.relpath(path, self.root), "-> " + os.readlink(path)
                    continue
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, self.root), file.read()

    def writable(self, path: str) -> bool:
        return not path.startswith(self.sealed) if self.sealed else True

    def clock_status(self) -> int | None:
        return self.clock

    def poke(self, path: str, text: str) -> None:
        self.pokes.append((path, text.strip()))
        if (path, text.strip()) in self.refused_values():
            raise self.refused[path + " " + text.strip()]
        super().poke(path, self.taken_as.get(path) or self._chosen(path, text))
        folder, name = os.path.split(path)
        if name in PARTNERS and self.exists(folder + "/" + PARTNERS[name]):
            super().poke(folder + "/" + PARTNERS[name], "0\n")

    def _chosen(self, path: str, text: str) -> str:
        """As files of /sys show a choice: always [madvise] never."""
        words = (self.read(path) or "").replace("[", "").replace("]", "").split()
        choice = "[" in (self.read(path) or "") and text.strip() in words
        return " ".join(f"[{w}]" if w == text.strip() else w for w in words) + "\n" if choice else text

    def refused_values(self) -> list[tuple[str, str]]:
        return [(path, value) for path, _space, value in (key.partition(" ") for key in self.refused)]

    def _answer(self, argv: Sequence[str]) -> Completed:
        self.calls.append(list(argv))
        if argv[0] == "runuser":
            limits = self.sessions.get(argv[-1])
            if limits is None:
                return Completed(1, "", f"runuser: user {argv[-1]} does not exist")
            identity = "uid=1000(kafka) gid=1000(kafka) groups=1000(kafka),2000(extra)"
            return Completed(0, "\n".join([*limits, identity]), "")
        if argv[0] == "id":
            return Completed(0 if argv[-1] in self.sessions else 1, "", "")
        if not self.systemd:
            return Completed(1, "", "System has not been booted with systemd as init system (PID 1). Can't operate.")
        if "daemon-reload" in argv:
            self.drop_ins = {unit: self._on_disk(unit) for unit in self.units}
            return Completed(0, "", "")
        default = "DefaultLimitNOFILE=524288\nDefaultLimitNOFILESoft=1024\n"
        return Completed(0, "\n".join(self._show(name[: -len(".service")]) for name in argv[4:]) or default, "")

    def _on_disk(self, unit: str) -> list[str]:
        folder = f"/etc/systemd/system/{unit}.service.d"
        return [folder + "/" + name for name in self.names(folder)]

    def _show(self, unit: str) -> str:
        """As systemctl show prints it; the number is that of the last drop-in that systemd has loaded."""
        soft, hard, fragment = "1024", "524288", f"/lib/systemd/system/{unit}.service"
        for path in [fragment, *self.drop_ins.get(unit, [])]:
            found = re.findall(r"^LimitNOFILE=(\d+):?(\d*)", self.read(path) or "", re.MULTILINE)
            soft, hard = (found[-1][0], found[-1][1] or found[-1][0]) if found else (soft, hard)
        known = unit in self.units
        stale = known and self._on_disk(unit) != self.drop_ins.get(unit, [])
        properties = {
            "MainPID": self.units.get(unit, 0),
            "LimitNOFILE": hard,
            "LimitNOFILESoft": soft,
            "LoadState": "loaded" if known else "not-found",
            "FragmentPath": fragment if known else "",
            "DropInPaths": " ".join(self.drop_ins.get(unit, [])),
            "NeedDaemonReload": "yes" if stale else "no",
        }
        return "".join(f"{name}={value}\n" for name, value in properties.items()) + self.more.get(unit, "")

    def untuned(self) -> None:
        """Make it a host that nobody has tuned, on which the service kafka runs."""
        self.kernel(
            vm__swappiness="60",
            vm__dirty_ratio="20",
            vm__dirty_bytes="0",
            vm__max_map_count="65530",
            net__ipv4__tcp_wmem="4096\t16384\t4194304",
            fs__nr_open="1048576",
        )
        self.put("/proc/self/status", "CapEff:\t000001ffffffffff\n")
        self.put("/lib/systemd/system/kafka.service", "[Service]\nExecStart=/bin/true\n")
        self.put("/proc/stat", "btime 1700000000\n")
        self.put("/proc/42/stat", "42 (java) S " + "0 " * 18 + "100 0\n")
        self.put("/proc/42/limits", "Max open files            1024    524288    files\n")
        self.units["kafka"] = 42
        self.sessions.update(root=("1024", "524288"), kafka=("1024", "524288"))


@pytest.fixture(autouse=True)
def _umask_stays():
    """One that a test leaves to those after it would fail where they lay out folders, and tell nobody why."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    assert os.umask(before) == before


@pytest.fixture
def no_waiting():
    """A pipe that nobody writes to keeps a reader waiting for ever."""
    signal.signal(signal.SIGALRM, lambda *_arguments: pytest.fail("it waits"))
    signal.alarm(30)
    yield
    signal.alarm(0)


@pytest.fixture
def fake_host() -> type[FakeHost]:
    """The made-up host's class, for tests that need several of one root."""
    return FakeHost


@pytest.fixture
def host(tmp_path) -> FakeHost:
    """An empty made-up host."""
    return FakeHost(str(tmp_path))


class EndedError(Exception):
    """A module has ended; carries its result."""


@pytest.fixture
def call(host, monkeypatch):
    """Run a module on the made-up host, with ``--diff``; gives its result, with ``failed`` when it failed."""

    def end(_self, **result):
        raise EndedError(result)

    def fail(_self, **result):
        raise EndedError(dict(result, failed=True))

    def run(module, **arguments):
        arguments = {"_ansible_remote_tmp": "/tmp", "_ansible_diff": True, **arguments}
        monkeypatch.setattr(basic, "_ANSIBLE_ARGS", json.dumps({"ANSIBLE_MODULE_ARGS": arguments}).encode())
        monkeypatch.setattr(basic, "_ANSIBLE_PROFILE", "legacy", raising=False)
        monkeypatch.setattr(module, "Host", lambda: host, raising=False)
        with pytest.raises(EndedError) as ended:
            module.main()
        return ended.value.args[0]

    monkeypatch.setattr(basic.AnsibleModule, "exit_json", end)
    monkeypatch.setattr(basic.AnsibleModule, "fail_json", fail)
    return run
