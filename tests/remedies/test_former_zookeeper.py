# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's host leaves the group zookeeper, and what runs there still is stopped as the playbook says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.checks import check_lost_nothing
from tests.changes.hosts import Hosts
from tests.remedies.clusters import CLUSTERS
from tests.remedies.telling import SITE, tell

STAYING, LEFT = ["z1", "z2", "z3"], "z4"
TELLS = "; stop it on its host (systemctl disable --now zookeeper)"
_MODE = "exec 3<>/dev/tcp/$(hostname --ip-address)/2181; printf srvr >&3; cat <&3"


def mode(hosts: Hosts, host: str) -> str:
    """What the ZooKeeper server of a host says that it is; nothing where none runs."""
    said = hosts.on(host, f"bash -c '{_MODE}' 2>/dev/null || true")
    return next((line.partition(": ")[2] for line in said.splitlines() if line.startswith("Mode: ")), "")


def follows(hosts: Hosts) -> bool:
    """Have another server lead than the one that is to go: who leaves it out could not follow it."""
    for _time in range(3):
        if mode(hosts, LEFT) == "leader":
            hosts.on(LEFT, "systemctl restart zookeeper; sleep 10")
    return mode(hosts, LEFT) == "follower"


@pytest.mark.remedy("former_zookeeper_runs")
def test_it_is_stopped_on_a_host_that_stays_a_broker(tmp_path: Path) -> None:
    numbers = {name: 70 + number for number, name in enumerate([*STAYING, LEFT])}
    groups = {"zookeeper": [*STAYING, LEFT], "kafka": ["z1", LEFT]}
    before_it_left = replace(CLUSTERS["keeper"], name="former", hosts=numbers, groups=groups)
    cluster = replace(before_it_left, groups={**groups, "zookeeper": STAYING})
    with lab.running(before_it_left, tmp_path) as hosts:
        done = hosts.play("site", before_it_left.inventory())
        assert done.returncode == 0, done.stdout[-6000:]
        readings.fill(hosts)
        held = readings.held_data(hosts)
        assert follows(hosts)

        (told,) = [one for one in tell(hosts, SITE, cluster.inventory()) if one.name == "former_zookeeper_runs"]
        assert told.about.startswith(f"ZooKeeper server {LEFT}, which is not in the inventory's group zookeeper any")
        assert "found it runs" in told.about
        assert told.remedy.endswith(TELLS)
        hosts.on(LEFT, TELLS[TELLS.index("(") + 1 : -1])
        assert mode(hosts, LEFT) == ""

        assert [one for one in tell(hosts, SITE, cluster.inventory()) if one.name == "former_zookeeper_runs"] == []
        assert sorted(mode(hosts, name) for name in STAYING) == ["follower", "follower", "leader"]
        for host in groups["kafka"]:
            assert cluster.addresses[LEFT] + ":2181" not in hosts.on(host, "cat /etc/kafka/server.properties")
        check_lost_nothing(held, readings.held_data(hosts))
