# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A host without a server among those that are to go to a phase of security, and both ways on that are told."""

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

_BEGINS = "… is not on this host, and … makes no"
_TELLS = (
    "make it by the playbook groundwork.kafka.site with kafka_secure_phase as the others have it, or take it out of "
    "the inventory until they are done."
)
#: The phase that the server which is there is in; it is the one controller, and restarts to let a broker in.
_PHASE = {
    "kafka_secure_phase": "ended",
    "kafka_listeners": [{"name": "CLIENT", "port": 9092}],
    "kafka_former_listeners": [{"name": "FORMER", "port": 9192}],
    "rolling_restart_accept_unavailable": True,
}


@pytest.mark.remedy("… is not on this host, and … makes no")
def test_it_is_made_first_or_left_out(tmp_path: Path) -> None:
    alone = replace(CLUSTERS["kraft"], name="secured", hosts={"k1": 41})
    both = replace(alone, hosts={"k1": 41, "k2": 42}, groups={**alone.groups, "kafka": ["k1", "k2"]})
    with lab.running(both, tmp_path) as hosts:
        _made(hosts, alone.inventory())
        before = readings.written(hosts)
        done = hosts.play("secure", both.inventory(_PHASE))
        said = " ".join(done.stdout.split())
        assert done.returncode != 0, said[-3000:]
        assert re.search(f"fatal: \\[k2\\].*{sentence(_BEGINS)}", said), said[-3000:]
        assert _TELLS in said
        assert "fatal: [k1]" not in said
        assert readings.written(hosts) == before
        left_out = hosts.play("secure", alone.inventory(_PHASE))
        assert left_out.returncode == 0, left_out.stdout[-3000:]
        _made(hosts, both.inventory(_PHASE))
        of_both = hosts.play("secure", both.inventory(_PHASE))
        assert of_both.returncode == 0, of_both.stdout[-3000:]


def _made(hosts: Hosts, inventory: lab.Inventory) -> None:
    """Have the playbook site make what is in the *inventory*."""
    done = hosts.play("site", inventory)
    assert done.returncode == 0, done.stdout[-6000:]
