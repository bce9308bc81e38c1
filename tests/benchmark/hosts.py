# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The hosts that are measured, and this machine's values that go back to what they were.

Everything that is made here has a label or lies in one folder, so that the next run removes what a killed one left.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tests.servers import container
from tests.servers.container import output

LABEL = "groundwork.benchmark=tuning"
FOLDER = Path(os.environ["GROUNDWORK_CACHE"]) / "benchmark"
SCRIPTS = Path(__file__).parent
MACHINE, KERNEL = (str(SCRIPTS.parents[1] / "lab" / name) for name in ("machine", "kernel"))
_MACHINE_FOLDER = FOLDER / "machine"

_NETWORK, _SUBNET = "groundwork-benchmark", "10.89.84"
_INOTIFY_INSTANCES = 2048  # 30 containers with systemd take about 10 each
_AT_ONCE = 2 * (os.cpu_count() or 1)  # more hosts than that only wait for each other

Given = TypeVar("Given")
Made = TypeVar("Made")


def at_once(work: Callable[[Given], Made], given: Iterable[Given]) -> list[Made]:
    """What *work* makes of each of *given*, several at a time; the first failure is raised once all have ended."""
    with ThreadPoolExecutor(max_workers=_AT_ONCE) as pool:
        return list(pool.map(work, given))


@dataclass
class Host:
    """A host by its name in the inventory: *shell* is the command that runs a script from its input there.

    *variables* are Ansible's, *disk* is the path of its data disk.
    """

    name: str
    shell: list[str]
    disk: str
    variables: dict[str, str] = field(default_factory=dict)
    address: str = ""

    def run(self, script: str, **words: str) -> str:
        """What the file *script* prints, with *words* as its variables; raises when it fails."""
        settings = "".join(f"{name}='{value}'\n" for name, value in words.items())
        return output(self.shell, settings + (SCRIPTS / script).read_text())


@contextlib.contextmanager
def containers(count: int, network: bool = False, image: str = os.environ["GROUNDWORK_IMAGE"]) -> Iterator[list[Host]]:
    """*count* containers with systemd, each with a data disk of its own; they are gone afterwards.

    Those of a *network* reach each other at their addresses.
    """
    with _cleaned():
        output([KERNEL, "keep", _NETWORK])
        instances = Path("/proc/sys/fs/inotify/max_user_instances")
        instances.write_text(str(max(int(instances.read_text()), _INOTIFY_INSTANCES)))
        names = [f"groundwork-benchmark-{number}" for number in range(1, count + 1)]
        disks = {name: _disk(name) for name in names}  # one after the other, since losetup looks for a free device
        if network:
            output(["podman", "network", "create", f"--label={LABEL}", f"--subnet={_SUBNET}.0/24", _NETWORK])
        made = at_once(lambda item: _container(*item, image, network), disks.items())
        at_once(lambda host: host.run("started.sh"), made)
        yield made


@contextlib.contextmanager
def over_ssh() -> Iterator[list[Host]]:
    """One such container that is reached as hosts are, by ssh: with a processor as fast as the control node's."""
    key = FOLDER / "key"
    with containers(1, network=True, image=os.environ["GROUNDWORK_IMAGE_SSH"]) as made:
        output(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)])
        for host in made:
            host.run("reached.sh", key=key.with_suffix(".pub").read_text().strip())
            options = f"-i {key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
            host.variables = {
                "ansible_host": host.address,
                "ansible_user": "root",
                "ansible_ssh_common_args": options,
            }
        yield made


@contextlib.contextmanager
def machine() -> Iterator[list[Host]]:
    """The lab's virtual machine with a data disk, reached by ssh; it is gone afterwards."""
    with _cleaned():
        output([MACHINE, "start", str(_MACHINE_FOLDER), "data=1G"])
        configuration = f"-F {_MACHINE_FOLDER}/ssh_config"
        shell = ["ssh", *configuration.split(), "root@machine", "sh", "-s"]
        connection = {"ansible_ssh_common_args": configuration, "ansible_user": "root"}
        yield [Host("machine", shell, "/dev/disk/by-id/virtio-data", connection)]


@contextlib.contextmanager
def _cleaned() -> Iterator[None]:
    clean()
    FOLDER.mkdir(parents=True)
    try:
        yield
    finally:
        clean()


def _disk(name: str) -> str:
    file = FOLDER / f"{name}.img"
    with file.open("wb") as disk:
        disk.truncate(512 << 20)
    return output(["losetup", "--find", "--show", str(file)])


def _container(name: str, device: str, image: str, network: bool) -> Host:
    start = ["/sbin/init", "systemd.mask=systemd-sysctl.service"]  # what it would set is this machine's
    address = f"{_SUBNET}.{10 + int(name.rpartition('-')[2])}" if network else ""
    reached = [f"--network={_NETWORK}", f"--ip={address}"] if network else ["--network=none"]
    options = ["--detach", f"--name={name}", f"--label={LABEL}", *reached]
    output([*container.command(image, *options, soft=1024), *start])
    connection = {"ansible_connection": "containers.podman.podman", "ansible_user": "root"}
    return Host(name, ["podman", "exec", "--interactive", name, "sh", "-s"], device, connection, address)


def clean() -> None:
    """Remove what a run made, also one that was killed, and put the machine's values back."""
    container.remove(LABEL)
    loops = json.loads(output(["losetup", "--list", "--json", "--output", "NAME,BACK-FILE"]) or '{"loopdevices": []}')
    for loop in loops["loopdevices"]:
        if (loop["back-file"] or "").startswith(f"{FOLDER}/"):
            output(["losetup", "--detach", loop["name"]])
    if _MACHINE_FOLDER.exists():
        output([MACHINE, "remove", str(_MACHINE_FOLDER)])
    output([KERNEL, "put-back", _NETWORK])
    shutil.rmtree(FOLDER, ignore_errors=True)
