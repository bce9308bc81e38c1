# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Inputs changed while servers are down without which nobody can ask the cluster."""

from __future__ import annotations

from typing import Sequence

import pytest

from tests.changes import readings
from tests.changes.checks import gone_back
from tests.changes.hosts import Hosts

READ = "grep ^num.io.threads= /etc/kafka/server.properties; systemctl is-active kafka"


@pytest.mark.parametrize("hosts", ["three"], indirect=True, scope="session")
@pytest.mark.parametrize(("stopped", "threads"), [(["k2", "k3"], 5), (["k1", "k2", "k3"], 6)], ids=["most", "all"])
def test_site_starts_them_with_what_was_changed(hosts: Hosts, stopped: Sequence[str], threads: int) -> None:
    before, starts = readings.held_data(hosts), readings.starts(hosts)
    for name in stopped:
        hosts.on(name, "systemctl stop kafka")
    with gone_back(hosts):
        done = hosts.play("site", hosts.cluster.inventory({"kafka_config": {"num.io.threads": threads}}))
        assert done.returncode == 0, done.stdout[-6000:]
        assert [hosts.on(name, READ).split() for name in hosts.cluster.hosts] == [
            [f"num.io.threads={threads}", "active"]
        ] * 3
    assert all(moment != starts[server] for server, moment in readings.starts(hosts).items())
    assert readings.held_data(hosts) == before
