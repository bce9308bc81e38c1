# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A ZooKeeper server that leaves the inventory is stopped as its finding says, once the others were restarted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.modules import cluster_layout
from tests.ensemble.identities import identity_of

pytestmark = pytest.mark.long  # four servers, of which three are started twice

STAYING, LEFT = (1, 2, 3), 4
ALL = (*STAYING, LEFT)
REMEMBERED = {f"z{number}": number for number in ALL}


def findings(ensemble, root: Path) -> list[tuple[str, str]]:
    """What is found of servers that the inventory has no more, by the files of those that it has, and what to do."""
    servers = [
        {"host": f"z{one}", "id": one, "identity": identity_of(ensemble, root, one, remembered=REMEMBERED)}
        for one in STAYING
    ]
    lists = {"brokers": [], "controllers": [], "zookeepers": servers}
    found = cluster_layout.run({**lists, "mode": None, "cluster_id": "", "replication_factor": 1})["findings"]
    return [(one["subject"], one["remedy"]) for one in found if one["id"] == "former_zookeeper_runs"]


@pytest.mark.remedy("former_zookeeper_runs")
def test_it_is_stopped_and_the_others_go_on_with_all_that_was_written(ensemble, tmp_path: Path) -> None:
    for number in STAYING:
        ensemble.start(number, *ALL)
    ensemble.modes(*STAYING)  # one of them leads
    ensemble.start(LEFT, *ALL)
    ensemble.modes(*ALL)
    assert "Created /kept" in ensemble.client(LEFT, "create", "/kept", "whole")
    assert findings(ensemble, tmp_path) == [
        (
            f"ZooKeeper server z{LEFT}, which is not in the inventory's group zookeeper any more",
            "once this run has restarted the other servers, stop it on its host (systemctl disable --now zookeeper)",
        )
    ]
    for number in sorted(STAYING, key=lambda one: ensemble.mode(one) == "leader"):
        ensemble.start(number, *STAYING)
        ensemble.modes(number)
    ensemble.running.pop(LEFT).stop()
    assert findings(ensemble, tmp_path) == []
    assert ensemble.modes(*STAYING) == ["follower", "follower", "leader"]
    for number in STAYING:  # and each of the others can be missed
        ensemble.stop(number)
        others = [one for one in STAYING if one != number]
        assert ensemble.modes(*others) == ["follower", "leader"]
        assert f"Created /without-{number}" in ensemble.client(others[0], "create", f"/without-{number}", "x")
        assert "whole" in ensemble.client(others[1], "get", "/kept")
        ensemble.start(number, *STAYING)
        ensemble.modes(*STAYING)
