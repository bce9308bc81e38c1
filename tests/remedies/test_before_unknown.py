# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A host that was tuned by a version which kept no journal: its values are as before by hand, or by a reboot."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from tests.changes import hosts as lab
from tests.changes import readings
from tests.changes.checks import check_lost_nothing
from tests.changes.hosts import Hosts
from tests.remedies.clusters import CLUSTERS
from tests.servers.container import output
from tests.servers.waiting import eventually

HOST = "z1"
JOURNAL = "/var/lib/groundwork-kafka/journal.json"
#: What a host's network has for itself, higher than a kernel makes it; all else is the machine's, and other hosts' too.
OWN = {
    "net.ipv4.tcp_rmem": "8192 65536 2048000",
    "net.ipv4.tcp_wmem": "8192 65536 2048000",
    "net.ipv4.tcp_max_syn_backlog": 70000,
}
BY_HAND = "net.ipv4.tcp_rmem"
TELLS = (
    r"([a-z]\w*(?:\.\w+)+) was written by a version that kept no journal, so what was there before is not known, and "
    r"it is left as it is until the next boot; set it by hand, or reboot\."
)


def values(hosts: Hosts) -> dict[str, str]:
    return {name: " ".join(hosts.on(HOST, f"sysctl --values {name}").split()) for name in OWN}


def left(hosts: Hosts) -> list[str]:
    """What the playbook restore has left as it was."""
    done = hosts.play("restore", hosts.cluster.inventory())
    assert done.returncode == 0, done.stdout[-6000:]
    return re.findall(TELLS, " ".join(done.stdout.split()))


def reboot(hosts: Hosts) -> None:
    output(["podman", "restart", "--time=90", hosts.cluster.lab.container(HOST)])
    up = "systemctl is-system-running --wait || true"
    eventually(lambda: hosts.on(HOST, up) in ("running", "degraded"), True, away=RuntimeError)


@pytest.mark.remedy("before_unknown")
def test_it_is_set_by_hand_or_rebooted(tmp_path: Path) -> None:
    cluster = replace(CLUSTERS["keeper"], name="unknown", hosts={HOST: 61}, inputs={"os_tuning_kernel_parameters": OWN})
    with lab.running(cluster, tmp_path) as hosts:
        before = values(hosts)
        done = hosts.play("site", cluster.inventory())
        assert done.returncode == 0, done.stdout[-6000:]
        readings.fill(hosts)
        held, tuned = readings.held_data(hosts), values(hosts)
        assert {name for name in OWN if tuned[name] != before[name]} == set(OWN)

        hosts.on(HOST, f"rm {JOURNAL}")  # as a host has it that no later version has tuned
        assert set(OWN) <= set(left(hosts))
        assert values(hosts) == tuned
        hosts.on(HOST, f"sysctl --write {shlex.quote(f'{BY_HAND}={before[BY_HAND]}')}")
        assert values(hosts) == {**tuned, BY_HAND: before[BY_HAND]}
        reboot(hosts)
        assert values(hosts) == before
        assert left(hosts) == []
        eventually(lambda: readings.held_data(hosts)["topics"], held["topics"], 120)
        check_lost_nothing(held, readings.held_data(hosts))
