# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Containers as control nodes and as hosts: the one reaches the other over ssh, as a person's would."""

from __future__ import annotations

import contextlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping

from tests.servers import container
from tests.servers.container import output

LABEL = "groundwork.test=matrix"
#: The hosts by the names that the README gives them: of which Debian release, and where.
HOSTS = {
    "kafka1.example.com": ("bookworm", "10.89.85.11"),
    "kafka2.example.com": ("trixie", "10.89.85.12"),
    "kafka3.example.com": ("bookworm", "10.89.85.13"),
}
_NETWORK, _SUBNET = "groundwork-matrix", "10.89.85.0/24"
_READY = "systemctl is-system-running --wait >/dev/null; systemctl start ssh"


@dataclass(frozen=True)
class Lab:
    """Control nodes by Debian release, with *folder* and the collection's tarball at the same path as here."""

    folder: Path

    def run(self, suite: str, packages: str, *words: str) -> subprocess.CompletedProcess[str]:
        """How the program *words* of Ansible ended on the control node of *suite*, with the Python *packages* given."""
        home = f"/root/{os.path.basename(packages)}"
        settings = {
            "PYTHONPATH": packages,
            "ANSIBLE_COLLECTIONS_PATH": f"{home}/collections",
            "ANSIBLE_HOME": home,
            "ANSIBLE_HOST_KEY_CHECKING": "false",
            "ANSIBLE_NOCOLOR": "1",
        }
        options = [f"--env={name}={value}" for name, value in settings.items()]
        command = ["podman", "exec", f"--workdir={self.folder}", *options, _control(suite), "python3", "-m", "ansible"]
        return subprocess.run([*command, *words], capture_output=True, text=True, check=False)

    def on(self, host: str, *words: str) -> str:
        """What a command of *host* prints."""
        return output(["podman", "exec", f"groundwork-matrix-{host}", *words])


def _control(suite: str) -> str:
    return f"groundwork-matrix-control-{suite}"


@contextlib.contextmanager
def lab(images: Mapping[str, str], folder: Path, checkout: Path) -> Iterator[Lab]:
    """Control nodes and hosts of *images*, by Debian release; they are gone afterwards, and the kernel as it was."""
    kernel = str(checkout / "lab" / "kernel")
    output(["ansible-galaxy", "collection", "build", "--output-path", str(folder), str(checkout)])
    container.remove(LABEL)
    output([kernel, "keep", _NETWORK])
    try:
        output(["podman", "network", "create", f"--label={LABEL}", f"--subnet={_SUBNET}", _NETWORK])
        for name, (suite, address) in HOSTS.items():
            _start(f"groundwork-matrix-{name}", images[suite], f"--hostname={name}", f"--ip={address}")
        cache = os.environ["GROUNDWORK_CACHE"]
        for suite, image in images.items():
            same = [f"--volume={path}:{path}:ro" for path in (str(folder), cache)]
            _start(_control(suite), image, *same, f"--volume={cache}:/cache:ro")
            made = "ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519 && cat /root/.ssh/id_ed25519.pub"
            key = output(["podman", "exec", _control(suite), "sh", "-c", made])
            for name in HOSTS:
                script = f"mkdir -p /root/.ssh && echo '{key}' >>/root/.ssh/authorized_keys"
                output(["podman", "exec", f"groundwork-matrix-{name}", "sh", "-c", f"{_READY}; {script}"])
        yield Lab(folder)
    finally:
        container.remove(LABEL)
        output([kernel, "put-back", _NETWORK])


def _start(name: str, image: str, *options: str) -> None:
    # What systemd-sysctl would set at the start is this machine's.
    start = ["/sbin/init", "systemd.mask=systemd-sysctl.service"]
    common = ["--detach", f"--name={name}", f"--label={LABEL}", f"--network={_NETWORK}"]
    common += [f"--add-host={host}:{address}" for host, (_suite, address) in HOSTS.items()]
    output([*container.command(image, *common, *options), *start])
