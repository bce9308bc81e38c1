# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker's host leaves the group zookeeper: not while its server leads, and what runs there still is stopped."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.checks import check_lost_nothing
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.remedies.clusters import CLUSTERS
from tests.remedies.refusals import sentence
from tests.remedies.telling import SITE, tell

STAYING, LEFT = ["z1", "z2", "z3"], "z4"
TELLS = "; stop it on its host (systemctl disable --now zookeeper)"
_LED = "The ensemble is led by the ZooKeeper server …, which leaves it"
_RESTART = "restart that one on its host (systemctl restart zookeeper), so that another one leads, and run again."
_LED_BY_ONE = "The ensemble is led by one of the ZooKeeper servers"
_ONE_AT_A_TIME = (
    "servers z3, z4, which leave it: no server that is restarted without them would follow; leave them out of the "
    "group zookeeper one at a time, with a run each."
)
_PATIENCE = 20  # seconds that an election, with a server that comes back, may take
_MODE = "exec 3<>/dev/tcp/$(hostname --ip-address)/2181; printf srvr >&3; cat <&3"


def mode(hosts: Hosts, host: str) -> str:
    """What the ZooKeeper server of a host says that it is; nothing where none runs."""
    said = hosts.on(host, f"bash -c '{_MODE}' 2>/dev/null || true")
    return next((line.partition(": ")[2] for line in said.splitlines() if line.startswith("Mode: ")), "")


def becomes(hosts: Hosts, host: str, wanted: str) -> bool:
    """Whether the ZooKeeper server of a host soon is what is *wanted*."""
    until = time.monotonic() + _PATIENCE
    while mode(hosts, host) != wanted and time.monotonic() < until:
        time.sleep(1)
    return mode(hosts, host) == wanted


def leads(hosts: Hosts) -> bool:
    """Have that server lead which is to go."""
    for name in STAYING:
        if mode(hosts, name) == "leader":
            hosts.on(name, "systemctl restart zookeeper")
            return becomes(hosts, LEFT, "leader")
    return mode(hosts, LEFT) == "leader"


def refusal(hosts: Hosts, inventory: Inventory, begins: str) -> str:
    """How a run is refused that is to restart servers, before it has written anything and has restarted any."""
    before = state(hosts)
    done = hosts.play("site", inventory)
    said = " ".join(done.stdout.split())
    assert done.returncode != 0, said[-3000:]
    (found,) = set(re.findall(sentence(begins) + r"\.", said))
    assert state(hosts) == before
    return str(found)


def state(hosts: Hosts) -> dict[str, Any]:
    """What the hosts have, and when their servers were started."""
    return {"written": readings.written(hosts), "starts": readings.starts(hosts)}


@pytest.mark.remedy("former_zookeeper_runs", "The ensemble is led by the ZooKeeper", "The ensemble is led by one of")
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
        assert leads(hosts)
        two = replace(cluster, groups={**groups, "zookeeper": STAYING[:2]})
        assert refusal(hosts, two.inventory(), _LED_BY_ONE).endswith(_ONE_AT_A_TIME)
        led = refusal(hosts, cluster.inventory(), _LED)
        assert f"led by the ZooKeeper server {LEFT}, which leaves it: " in led
        assert led.endswith(_RESTART)
        hosts.on(LEFT, _RESTART[_RESTART.index("(") + 1 : _RESTART.index(")")])
        assert becomes(hosts, LEFT, "follower")

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
