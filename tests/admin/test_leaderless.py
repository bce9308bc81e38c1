# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A KRaft quorum without a leader: what is said of it, and the rollout that brings it back."""

from __future__ import annotations

from pathlib import Path
from typing import Sequence

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import rollout
from tests.servers.quorum import Quorum, running
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

EVERYBODY = [1, 2, 3]
SILENT = (
    "The KRaft quorum does not answer, as one without a leader; start its controllers, of which more than half have to "
    "run and to reach each other"
)


def begins(cluster: Quorum, starting: Sequence[int]) -> tuple[list[str], str]:
    """Why no rollout begins now that starts these first, and what an open gate says."""
    given = {
        "bootstrap_servers": [f"127.0.0.1:{port}" for port in cluster.client_ports.values()],
        "client_config": {},
        "timeout": 5,
        "phase": "start",
        "brokers": EVERYBODY,
        "controllers": EVERYBODY,
        "starting": starting,
        "mended": [],
        "absent": [],
        "accept_unavailable": False,
    }
    with rollout.opened(given) as gate:
        given["batches"] = [[one] for one in EVERYBODY]
        assert not starting or gate.unavailable(given["batches"]) == []
        return gate.reasons_to_wait(), gate.summary


@pytest.mark.remedy("The KRaft quorum does not answer, as one without a leader")
def test_a_rollout_begins_that_starts_the_controllers_without_which_there_is_no_leader(tmp_path: Path) -> None:
    with running(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, EVERYBODY, EVERYBODY) as cluster:
        for number in (2, 3):
            cluster.servers[number].kill()
        assert begins(cluster, [])[0] == [SILENT]
        starts = "the rollout may begin: it starts {}, without which the cluster answers nobody"
        assert begins(cluster, [2, 3]) == ([], starts.format("servers 2, 3"))
        cluster.servers[1].kill()
        assert begins(cluster, EVERYBODY) == ([], starts.format("servers 1, 2, 3"))
        reasons, _summary = begins(cluster, [])
        assert reasons[0].startswith("No broker accepts connections")
        cluster.start(1, 2)
        eventually(lambda: begins(cluster, [3])[0], [])
