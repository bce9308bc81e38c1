# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Security that is refused under a cluster with ZooKeeper that runs, and the way there with all servers stopped.

While that cluster is down, check mode tells what it can.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.hosts import Hosts
from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import sentence

_BEGINS = "… runs … security on this host (…), and"
_TELLS = (
    "Stop the clients, then kafka on all brokers, then zookeeper on all its servers (systemctl stop), and run the "
    "playbook again: their data stays."
)


@pytest.mark.remedy("… runs … security on this host (…), and")
def test_it_is_stopped_and_gets_security_at_once(tmp_path: Path) -> None:
    plain = replace(CLUSTERS["keeper"], name="ensemble", hosts={"z1": 51})
    secured = replace(plain, secured=True)
    with lab.running(plain, tmp_path) as hosts:
        done = hosts.play("site", plain.inventory())
        assert done.returncode == 0, done.stdout[-6000:]
        readings.fill(hosts)
        held, before = readings.held_data(hosts), readings.written(hosts)
        refused = hosts.play("site", secured.inventory())
        said = " ".join(refused.stdout.split())
        assert refused.returncode != 0, said[-3000:]
        assert re.search(sentence(_BEGINS), said), said[-3000:]
        assert _TELLS in said
        assert readings.written(hosts) == before
        hosts.on("z1", "systemctl stop kafka; systemctl stop zookeeper")
        done = hosts.play("site", secured.inventory())
        assert done.returncode == 0, done.stdout[-6000:]
        now = readings.held_data(Hosts(secured, tmp_path))
        assert {name: now[name] for name in held} == held
        assert now["users"] == ["orders"]

        hosts.on("z1", "systemctl stop kafka")
        before = {"written": readings.written(hosts), "starts": readings.starts(hosts)}
        planned = hosts.play("site", secured.inventory(), "--check")
        assert planned.returncode == 0, planned.stdout[-6000:]
        assert "No broker runs that could tell which users, passwords and rights the cluster has" in planned.stdout
        assert {"written": readings.written(hosts), "starts": readings.starts(hosts)} == before
