# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Compare the tuning of hosts by this collection and by the modules that people use today: `make bench-tuning`.

Both sides bring about the same settings on the same hosts, one after the other, each from the state of before, in
several rounds with the order changed; in one round where there are many hosts, since the peers' tasks then keep all
cores busy for minutes. What they left is read by the system's own programs, and a difference ends the run.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import fcntl
import io
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

import hosts
import provisioning
import report
import sent
import yaml

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
MANY = 10
RECAP = re.compile(r"^(\S+)\s+: ok=\d+\s+changed=(\d+)\s+unreachable=0\s+failed=0 ", re.MULTILINE)


class Bench:
    """One place: its hosts, the inventory of them, and what both sides are told to bring about there."""

    def __init__(self, machines: list[hosts.Host], folder: Path) -> None:
        self.machines = machines
        settings = yaml.safe_load((HERE / "settings.yml").read_text())
        tuning = yaml.safe_load((CHECKOUT / "roles/os_tuning/defaults/main.yml").read_text())
        parameters = {key: str(value) for key, value in tuning["os_tuning_production_kernel_parameters"].items()}
        present = machines[0].run("present.sh", keys=" ".join(parameters)).split()
        cap, keys = int(present[0]), present[1:]
        self.words = {
            "keys": " ".join(keys),
            "users": " ".join(settings["bench_users"]),
            "mount_point": settings["bench_mount_point"],
        }
        self.inventory, self.variables = folder / "inventory.json", folder / "variables.json"
        # What the hosts give at most, since ours lowers no limit that a session has already, and the peers do.
        limits = {"bench_soft": min(settings["bench_soft_limit"], cap), "bench_hard": cap}
        parameters = {key: parameters[key] for key in keys}
        exact = {key: {"value": value, "rule": "exact"} for key, value in parameters.items()}
        items = [{"key": key, "value": value} for key, value in parameters.items()]
        self.variables.write_text(json.dumps({"bench_parameters": items, "bench_exact": exact, **limits}))
        names = [host.name for host in machines]
        prepared = dict(zip(names, hosts.at_once(self._prepared, machines)))
        self.inventory.write_text(json.dumps({"all": {"hosts": prepared}}))

    def _prepared(self, host: hosts.Host) -> dict[str, str]:
        uuid = host.run("prepare.sh", disk=host.disk, **self.words).split()[-1]
        python = {"ansible_python_interpreter": "/usr/bin/python3"}
        return {**host.variables, **python, "bench_device": host.disk, "bench_uuid": uuid}

    def play(self, name: str) -> tuple[float, int]:
        """Run the playbook *name* on all hosts: how many seconds it took, and how many changes it told of."""
        command = ["ansible-playbook", "-i", self.inventory, "-e", f"@{self.variables}", HERE / f"{name}.yml"]
        command.append(f"--forks={forks(len(self.machines))}")
        start = time.monotonic()
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
        changes = [int(changed) for _host, changed in RECAP.findall(done.stdout)]
        if done.returncode != 0 or len(changes) != len(self.machines):
            raise RuntimeError(f"{name}.yml failed:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
        print(f"  {name}.yml: {sum(changes)} changes, {seconds:.0f} s", flush=True)
        return seconds, sum(changes)

    def round(self, sides: tuple[str, ...]) -> dict[str, list[float]]:
        """One round: the seconds by what was measured. Raises where both sides left different settings."""
        times: dict[str, list[float]] = defaultdict(list)
        left = {}
        for side in sides:
            hosts.at_once(lambda host: host.run("reset.sh", **self.words), self.machines)
            times["ping"].append(self.play("ping")[0])
            seconds, changes = self.play(side)
            times[f"{side}_first"].append(seconds)
            if changes == 0:
                raise RuntimeError(f"the first run of {side}.yml changed nothing, so it measured nothing")
            left[side] = self.machines[0].run("reading.sh", **self.words)
            # A ping first, while the host still settles what the first run has changed.
            for name in ("ping", side, "ping", *(["profile"] if side == "ours" else [])):
                seconds, changes = self.play(name)
                times["ping" if name == "ping" else f"{name}_second"].append(seconds)
                if changes and side == "ours":
                    raise RuntimeError(f"the second run of {name}.yml changed something")
        found = report.differences(left["ours"], left["peers"])
        if found:
            raise RuntimeError("the two sides left different settings:\n" + "\n".join(found))
        return times


def forks(count: int) -> int:
    """How many of *count* hosts Ansible serves at a time: more than five for each core only take turns."""
    return min(max(5, count), 5 * (os.cpu_count() or 1))


def measure(place: str, machines: list[hosts.Host], rounds: int | None) -> dict[str, object]:
    """The report's entry for *place*; without *rounds*, three of them, or one for many hosts."""
    rounds = rounds or (1 if len(machines) >= MANY else 3)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(machines, Path(folder))
        bench.play("ping")  # the first run of all compiles Ansible's own files
        found = []
        for number in range(1, rounds + 1):
            print(f"{place}: round {number} of {rounds}", flush=True)
            found.append(bench.round(("ours", "peers") if number % 2 else ("peers", "ours")))
        machines[0].run("reset.sh", **bench.words)  # nothing is to be brought back, so there is nothing but to read
        reading = on_host(machines[0])
    return {"hosts": len(machines), "rounds": rounds, "kernel_parameters": bench.words["keys"].split()} | {
        **report.ratios(found),
        **reading,
    }


def measure_site(_place: str, machines: list[hosts.Host], rounds: int | None) -> dict[str, float]:
    """The report's entry for site.yml on *machines*."""
    with tempfile.TemporaryDirectory() as folder:
        return provisioning.measure(machines, Path(folder), rounds or 3)


def on_host(host: hosts.Host) -> dict[str, float]:
    """How long *host* itself reads and plans 60 settings: milliseconds, and starts of Python."""
    utilities = io.BytesIO()
    sent.pack(utilities, "module_utils")
    program = base64.b64encode((HERE / "on_host.py").read_bytes()).decode()
    printed = host.run("on_host.sh", archive=base64.b64encode(utilities.getvalue()).decode(), program=program)
    return report.reading([tuple(map(float, line.split())) for line in printed.splitlines()])


def environment() -> dict[str, object]:
    """What the ratios depend on."""
    commit = hosts.output(["git", "-C", str(CHECKOUT), "describe", "--always", "--dirty"])
    return {
        "collection": f"{yaml.safe_load((CHECKOUT / 'galaxy.yml').read_text())['version']} at {commit}",
        "cores": os.cpu_count(),
        "kernel": platform.release(),
        "python": platform.python_version(),
        **{name: version(name) for name in ("ansible", "ansible-core")},
        **{name: _collection_version(name) for name in ("ansible.posix", "community.general", "containers.podman")},
    }


def _collection_version(name: str) -> str:
    import ansible_collections

    for folder in ansible_collections.__path__:
        manifest = Path(folder, *name.split("."), "MANIFEST.json")
        if manifest.exists():
            return str(json.loads(manifest.read_text())["collection_info"]["version"])
    raise RuntimeError(f"{name} is not installed; run make setup")


def write(file: Path, places: dict[str, object]) -> dict[str, object]:
    """Write *places* to *file*, beside those that an earlier run in the same environment left; what it holds then."""
    here = environment()
    content = {"environment": here, "places": {}}
    with contextlib.suppress(FileNotFoundError):
        earlier = json.loads(file.read_text())
        if earlier["environment"] == here:
            content = earlier
    content["places"].update(places)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(content, indent=2) + "\n")
    return content


def place(word: str) -> tuple[str, contextlib.AbstractContextManager[list[hosts.Host]]]:
    """The place that *word* of the command line stands for: its name, and what makes and removes its hosts."""
    if word == "vm":
        return "1 vm over ssh", hosts.machine()
    if word == "ssh":
        return "1 container over ssh", hosts.over_ssh()
    if word == "site":
        return "3 containers, site.yml", hosts.containers(3, network=True)
    if not word.isdigit() or word == "0":
        raise RuntimeError(f"{word!r} is no place to measure; give numbers of containers, ssh, vm, or site")
    return f"{word} container" + "s" * (word != "1"), hosts.containers(int(word))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "hosts", nargs="+", help="numbers of containers, ssh or vm for one reached so, site for site.yml"
    )
    parser.add_argument("--rounds", type=int, help=f"three, or one from {MANY} hosts on")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was made is removed
    lock = (hosts.FOLDER.parent / "benchmark.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        places = {}
        for word in given.hosts:
            name, made = place(word)
            with made as machines:
                places[name] = (measure_site if word == "site" else measure)(name, machines, given.rounds)
        content = write(CHECKOUT / "reports" / "bench-tuning.json", places)
    except BlockingIOError:
        sys.exit("error: another benchmark is running; wait until it has ended.")
    except RuntimeError as error:
        sys.exit(f"error: {error}")
    print(report.table(content["places"]))


if __name__ == "__main__":
    main()
