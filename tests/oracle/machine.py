# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A container with a distribution's own systemd and PAM, which read what a test generates."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Sequence, Union

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from tests.servers import container

_KERNEL = Path(__file__).parents[2] / "lab" / "kernel"


@dataclass(frozen=True)
class Link:
    """A symbolic link to *target* in place of a file."""

    target: str


@dataclass(frozen=True)
class Directory:
    """A directory in place of a file."""


Content = Union[bytes, Link, Directory]
Tree = dict[str, Content]  # by absolute path


class Machine(Host):
    """The container of distribution *name* whose first process is *pid*, its files through /proc."""

    def __init__(self, name: str, pid: int) -> None:
        super().__init__(f"/proc/{pid}/root", self._enter)
        self.name = name
        self._pid = pid

    def _enter(self, argv: Sequence[str]) -> Completed:
        command = ["nsenter", "--target", str(self._pid), "--all", *argv]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60, stdin=subprocess.DEVNULL)
        return Completed(
            done.returncode, done.stdout.decode(errors="surrogateescape"), done.stderr.decode(errors="surrogateescape")
        )

    def check(self, *argv: str) -> str:
        """What a command of the container prints; the test fails when the command does."""
        done = self.run(argv)
        assert done.rc == 0, f"{argv}: {done.stderr or done.stdout}"
        return done.stdout

    @contextlib.contextmanager
    def conversing(self, *argv: str) -> Iterator[Callable[[str], str]]:
        """A command of the container that answers each line with a line: starts would cost most of the time."""
        command = ["nsenter", "--target", str(self._pid), "--all", *argv]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

            def ask(line: str) -> str:
                assert process.stdin is not None
                assert process.stdout is not None
                print(line, file=process.stdin, flush=True)
                answer = process.stdout.readline()
                assert answer, f"{argv} ended"
                return answer

            try:
                yield ask
            finally:
                process.kill()

    def put(self, path: str, content: Content) -> None:
        """Lay *content* down at *path*."""
        target = self.real(path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if isinstance(content, Link):
            os.symlink(content.target, target)
        elif isinstance(content, Directory):
            os.makedirs(target)
        else:
            Path(target).write_bytes(content)

    @contextlib.contextmanager
    def holding(self, places: Sequence[str], tree: Tree) -> Iterator[None]:
        """Have *tree* and nothing else at *places*, files or directories, and nothing there afterwards."""
        for path, content in tree.items():
            assert path.startswith(tuple(places)), path
            self.put(path, content)
        try:
            yield
        finally:
            for place in places:
                self.clear(place)

    @contextlib.contextmanager
    def emptied(self, places: Sequence[str]) -> Iterator[None]:
        """Have nothing at *places* for a while, and then what the distribution had there."""
        aside = [path for place in places for path in self._contents(place)]
        for number, path in enumerate(aside):
            os.rename(self.real(path), self.real(f"/var/tmp/aside-{number}"))
        try:
            yield
        finally:
            for place in places:
                self.clear(place)
            for number, path in enumerate(aside):
                os.rename(self.real(f"/var/tmp/aside-{number}"), self.real(path))

    def clear(self, place: str) -> None:
        """Remove a file, or what is in a directory."""
        for path in self._contents(place):
            child = Path(self.real(path))
            shutil.rmtree(child) if child.is_dir() and not child.is_symlink() else child.unlink()

    def _contents(self, place: str) -> list[str]:
        real = self.real(place)
        if os.path.isdir(real) and not os.path.islink(real):
            return [f"{place}/{name}" for name in os.listdir(real)]
        return [place] if os.path.lexists(real) else []


@contextlib.contextmanager
def started(name: str, image: str) -> Iterator[Machine]:
    """A container of *image* with systemd, removed afterwards."""
    _require(image)
    identity = f"groundwork-oracle-{name}-{os.getpid()}"
    start = ["/sbin/init", "systemd.mask=systemd-sysctl.service"]  # /proc/sys is the machine's
    # systemd 257 raises fs.nr_open for the whole machine as it starts.
    subprocess.run([_KERNEL, "keep", f"oracle-{name}"], check=True)
    try:
        options = ("--detach", "--network=none", "--name", identity, "--label", "groundwork.oracle")
        _podman(*_command(image, *options), *start)
        pid = int(_podman("podman", "inspect", "--format", "{{.State.Pid}}", identity))
        machine = Machine(name, pid)
        _wait(machine)
        yield machine
    finally:
        subprocess.run(
            ["podman", "rm", "--force", "--time", "0", "--ignore", identity], capture_output=True, check=False
        )
        subprocess.run([_KERNEL, "put-back", f"oracle-{name}"], check=True)


def _wait(machine: Machine) -> None:
    deadline = time.monotonic() + 60
    while machine.run(["systemctl", "is-system-running", "--wait"]).stdout.strip() not in ("running", "degraded"):
        if time.monotonic() > deadline:
            pytest.exit(
                f"systemd does not come up in a container of {machine.name}; try the image by hand.", returncode=3
            )
        time.sleep(0.1)


def _require(image: str) -> None:
    """Leave with one sentence where the oracle cannot be asked."""
    if os.geteuid() != 0:
        pytest.exit(
            "the oracle tests start a container with systemd, which needs root; run them as root.", returncode=3
        )
    for program, package in (("podman", "podman"), ("nsenter", "util-linux")):
        if shutil.which(program) is None:
            pytest.exit(f"{program} is not installed; install the package {package}, or run make setup.", returncode=3)
    if not image or subprocess.run(["podman", "image", "exists", image], check=False).returncode != 0:
        pytest.exit(f"the image {image!r} is not there; make it with make setup.", returncode=3)


def _command(image: str, *options: str) -> list[str]:
    try:
        return container.command(image, *options)
    except RuntimeError as error:
        pytest.exit(str(error), returncode=3)


def _podman(*argv: str) -> str:
    done = subprocess.run(argv, capture_output=True, check=False, text=True, timeout=120)
    if done.returncode != 0:
        pytest.exit(f"podman failed ({done.stderr.strip()}): {' '.join(argv)}", returncode=3)
    return done.stdout
