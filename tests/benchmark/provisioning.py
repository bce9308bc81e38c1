# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A second run of site.yml over hosts that each have a ZooKeeper server and a broker, against as many pings.

The Spark application at the end of site.yml is left out: it validates the cluster and takes its time for that.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import hosts
import report

from tests.servers.versions import ZOOKEEPER

HERE = Path(__file__).parent
PLAYBOOKS = HERE.parents[1] / "playbooks"


class Site:
    """The *machines*, what is to run on them, and the playbooks: site.yml and pings."""

    def __init__(self, machines: Sequence[hosts.Host], folder: Path) -> None:
        self.machines, self.folder = machines, folder
        groups = {
            "zookeeper": {"hosts": _inputs(machines, "zookeeper_host", "zookeeper_id")},
            "kafka": {"hosts": _inputs(machines, "kafka_host", "kafka_node_id")},
        }
        variables = {"ansible_python_interpreter": "/usr/bin/python3", **machines[0].variables}
        archive = str(next(Path(os.environ["GROUNDWORK_CACHE"]).glob(f"kafka_2.13-{ZOOKEEPER}.tgz")))
        for role, heap in {"zookeeper": "128m", "kafka": "256m"}.items():
            variables |= {f"{role}_archive_src": archive, f"{role}_archive_checksum": f"{archive}.sha512"}
            variables[f"{role}_heap"] = heap
        (folder / "inventory.json").write_text(json.dumps({"all": {"children": groups, "vars": variables}}))
        self.files = {"site": PLAYBOOKS / "site.yml", "pings": folder / "pings.yml"}

    def pings(self, number: int) -> None:
        """Write the playbook of *number* pings."""
        play = {"hosts": "all", "gather_facts": False, "tasks": [{"ansible.builtin.ping": {}}] * number}
        self.files["pings"].write_text(json.dumps([play]))

    def play(self, name: str) -> tuple[float, int]:
        """Run the playbook *name*: how many seconds it took, and the most calls of modules that a host had."""
        calls = self.folder / "calls"
        environment = {
            **os.environ,
            "ANSIBLE_CALLBACK_PLUGINS": str(HERE / "callbacks"),
            "ANSIBLE_CALLBACKS_ENABLED": "round_trips",
            "GROUNDWORK_ROUND_TRIPS": str(calls),
        }
        inventory = self.folder / "inventory.json"
        command = ["ansible-playbook", "-i", str(inventory), "--skip-tags=smoke_test", str(self.files[name])]
        start = time.monotonic()
        done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
        if done.returncode != 0:
            raise RuntimeError(f"{name}.yml failed:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
        self.changes = report.changes(done.stdout)
        counted = Counter(line.split()[0] for line in calls.read_text().splitlines())
        return seconds, max(counted[host.name] for host in self.machines)


def _inputs(machines: Sequence[hosts.Host], address: str, identity: str) -> dict[str, dict[str, object]]:
    return {host.name: {address: host.address, identity: number} for number, host in enumerate(machines, 1)}


def measure(machines: Sequence[hosts.Host], folder: Path, rounds: int) -> dict[str, float]:
    """The report's entry for site.yml."""
    site = Site(machines, folder)
    print("site.yml: first run", flush=True)
    site.play("site")
    found = []
    for number in range(1, rounds + 1):
        print(f"site.yml: round {number} of {rounds}", flush=True)
        seconds, calls = site.play("site")
        if site.changes:
            raise RuntimeError(f"a second run of site.yml made {site.changes} changes")
        site.pings(calls)
        found.append((seconds, site.play("pings")[0]))
    return {"hosts": len(machines), "rounds": rounds, "site_calls": calls, **report.site(found)}
