# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Another machine takes the number of a ZooKeeper server: once that one is stopped, and what happened if it ran."""

from __future__ import annotations

from pathlib import Path

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import listening
from ansible_collections.groundwork.kafka.plugins.modules import cluster_layout
from tests.ensemble.identities import identity_of

ALL = (1, 2, 3)


@pytest.fixture
def filled(ensemble):
    """Three servers that hold a node."""
    for number in ALL:
        ensemble.start(number, *ALL)
    ensemble.modes(*ALL)
    assert "Created /kept" in ensemble.client(1, "create", "/kept", "whole")
    return ensemble


def taken_over(ensemble):
    """Give number 3 to another machine, with ports and a folder of its own; the server that has had it so far."""
    del ensemble.ports[3]
    ensemble.data_dirs[3] = ensemble.folder / "new"
    ensemble.data_dirs[3].mkdir()
    return ensemble.running.pop(3)


def refused(ensemble, root: Path) -> str:
    """What the new machine is told, which is known by the files of the two others; empty where it may have 3."""
    new = {"host": "z9", "id": 3, "identity": {"zookeeper": {"id": None}}}
    servers = [*({"host": f"z{one}", "id": one, "identity": identity_of(ensemble, root, one)} for one in (1, 2)), new]
    lists = {"brokers": [], "controllers": [], "zookeepers": servers}
    found = cluster_layout.run({**lists, "mode": None, "cluster_id": "", "replication_factor": 1})
    assert found["later"] == ["z9"]
    try:
        listening.check_zookeeper_double(Host(str(root)), 3, found["former_elections"]["z9"])
    except GroundworkError as error:
        return str(error)
    return ""


@pytest.mark.remedy("ZooKeeper server … still runs, at …, where zoo.cfg of the other servers has it")
def test_another_machine_has_the_number_of_one_that_is_stopped(filled, tmp_path: Path) -> None:
    _client, _peer, election = filled.ports[3]
    former = taken_over(filled)
    assert refused(filled, tmp_path / "hosts").startswith(f"ZooKeeper server 3 still runs, at 127.0.0.1:{election}, wh")
    former.stop()
    assert refused(filled, tmp_path / "hosts") == ""
    filled.modes(1, 2)
    filled.start(3, *ALL)
    for number in sorted((1, 2), key=lambda one: filled.mode(one) == "leader"):
        filled.start(number, *ALL)
        filled.modes(number)
    assert filled.modes(*ALL) == ["follower", "follower", "leader"]
    filled.stop(1)
    filled.modes(2, 3)
    assert "whole" in filled.client(3, "get", "/kept")


def test_two_machines_with_one_number_would_lose_what_was_acknowledged(filled) -> None:
    """The former machine is cut off meanwhile: where it is heard, its votes decide whether the two others begin."""
    filled.stop(1)
    filled.modes(2, 3)
    assert "Created /lost" in filled.client(2, "create", "/lost", "x")  # by 2, and by 3 as it was
    former = taken_over(filled)
    try:
        former.pause()
        filled.running.pop(2).kill()
        for number in (1, 3):  # a majority of those that the new files name
            filled.start(number, *ALL)
        filled.modes(1, 3)
        assert "whole" in filled.client(1, "get", "/kept")
        assert "does not exist" in filled.client(1, "get", "/lost")
    finally:
        former.kill()
