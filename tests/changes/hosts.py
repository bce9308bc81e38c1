# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hosts of a cluster in containers, and playbooks of this checkout run on them as a person runs them."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Collection, Iterable, Iterator

from tests.changes.clusters import Cluster, Inventory, Lab
from tests.servers import container
from tests.servers.container import output

CHECKOUT = Path(__file__).resolve().parents[2]
CONNECTION = Path(__file__).parent / "connection"
#: The runs are numbered, as several may go on at a time.
_RUNS = itertools.count(1)
_READY = "systemctl is-system-running --wait >/dev/null; mkdir -p /data"


@dataclass(frozen=True)
class Hosts:
    """The running hosts of *cluster*; *folder* is the control node's, with certificates in ``tls``."""

    cluster: Cluster
    folder: Path

    def on(self, host: str, script: str) -> str:
        """What a shell on *host* prints for *script*."""
        return output(["podman", "exec", self.cluster.lab.container(host), "sh", "-c", script])

    def prepare(self, scripts: Iterable[str]) -> None:
        """Have each of the *scripts* run once by a shell on every host."""
        for script in dict.fromkeys(scripts):
            for host in self.cluster.hosts:
                self.on(host, script)

    def play(self, playbook: str, inventory: Inventory, *words: str) -> subprocess.CompletedProcess[str]:
        """How a *playbook* of the collection ended; the smoke test, which wants Spark, is left out.

        All that it said stands in a file of the folder, beside its inventory.
        """
        return self.run(f"groundwork.kafka.{playbook}", inventory, "--skip-tags=smoke_test", *words)

    def run(self, playbook: str, inventory: Inventory, *words: str) -> subprocess.CompletedProcess[str]:
        """How a *playbook*, the collection's or a file, ended; as :meth:`play`."""
        process, log = self._started(playbook, inventory, *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said, wrong = process.communicate()
        log.write_text(said + wrong)
        return subprocess.CompletedProcess(process.args, process.returncode, said, wrong)

    def begin(self, playbook: str, inventory: Inventory, *words: str) -> subprocess.Popen[str]:
        """A run as :meth:`play` does it, that goes on; what it says is not kept."""
        given = (f"groundwork.kafka.{playbook}", inventory, "--skip-tags=smoke_test", *words)
        process, _log = self._started(*given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return process

    def _started(
        self, playbook: str, inventory: Inventory, *words: str, stdout: int, stderr: int
    ) -> tuple[subprocess.Popen[str], Path]:
        """The run, and where what it says belongs."""
        file = self.folder / f"run-{next(_RUNS):03}.json"
        file.write_text(json.dumps(inventory))
        given = json.dumps({"tls": str(self.folder / "tls")})
        settings = {
            "ANSIBLE_CONNECTION_PLUGINS": str(CONNECTION),
            "ANSIBLE_NOCOLOR": "1",
            "ANSIBLE_PIPELINING": "true",
            "ANSIBLE_LOCALHOST_WARNING": "false",
        }
        process = subprocess.Popen(
            ["ansible-playbook", "-i", str(file), playbook, "-e", given, *words],
            stdout=stdout,
            stderr=stderr,
            text=True,
            cwd=self.folder,
            env={**os.environ, **settings},
        )
        return process, file.with_suffix(".log")

    def from_inside(self, inventory: Inventory) -> Inventory:
        """The *inventory* for runs that change nothing: its hosts, by whatever name, are reached far quicker."""
        for given in inventory["all"]["hosts"].values():
            process = output(["podman", "inspect", "--format={{.State.Pid}}", given["ansible_host"]])
            given.update(
                ansible_connection="inside", ansible_host=process, ansible_python_interpreter="/usr/bin/python3"
            )
        return inventory

    def certificates(self, *words: str, folder: str = "tls") -> None:
        """Have lab/certificates make those of all hosts in *folder*."""
        named = [f"{name}={address}" for name, address in self.cluster.addresses.items()]
        output([sys.executable, str(CHECKOUT / "lab/certificates"), *words, str(self.folder / folder), *named])


@contextlib.contextmanager
def network(lab: Lab) -> Iterator[None]:
    """The network of *lab*; its containers are gone afterwards, and the kernel as it was."""
    kernel = str(CHECKOUT / "lab/kernel")
    container.remove(lab.label)
    output([kernel, "keep", lab.network])
    try:
        output(["podman", "network", "create", f"--label={lab.label}", f"--subnet={lab.subnet}", lab.network])
        yield
    finally:
        container.remove(lab.label)
        output([kernel, "put-back", lab.network])


def boot(hosts: Hosts, names: Collection[str]) -> None:
    """Start the containers *names* of the cluster side by side, as machines that nobody has used yet."""
    lab = hosts.cluster.lab
    for name in names:
        # What systemd-sysctl would set at the start is this machine's.
        start = ["/sbin/init", "systemd.mask=systemd-sysctl.service"]
        own = [f"--name={lab.container(name)}", f"--hostname={name}", f"--ip={hosts.cluster.addresses[name]}"]
        options = ["--detach", f"--label={lab.label}", f"--network={lab.network}", *own]
        output([*container.command(os.environ["GROUNDWORK_IMAGE"], *options), *start])
    for name in names:
        hosts.on(name, _READY)


@contextlib.contextmanager
def running(cluster: Cluster, folder: Path) -> Iterator[Hosts]:
    """The hosts of *cluster*, which are gone afterwards, and the kernel as it was."""
    with network(cluster.lab):
        hosts = Hosts(cluster, folder)
        boot(hosts, cluster.hosts)
        hosts.certificates()
        yield hosts
