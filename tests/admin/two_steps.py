# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""An upgrade of real servers in its two steps, with the way back between them, and where that ends."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import upgrade
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, features
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.admin.drowsy import WAITS, Drowsy
from tests.servers.cluster import Cluster
from tests.servers.server import START_SECONDS
from tests.servers.versions import LEVELS
from tests.servers.waiting import eventually


@dataclass(frozen=True)
class Version:
    """A version of Kafka, and where it is unpacked."""

    name: str
    home: Path

    @property
    def level(self) -> int:
        """The highest metadata.version that it reads."""
        return LEVELS[self.name]["metadata.version"]

    @property
    def release(self) -> str:
        """Its first two numbers."""
        return self.name.rpartition(".")[0]


def check(servers: Cluster, old: Version, new: Version) -> None:
    """*servers* go from *old*, which they run, to *new*, one of them back and there again; the second step raises the
    features, and no way leads back from there.
    """
    _until_all_are_back(servers)
    assert not _finalize(servers, old.name)["changed"]
    for number in (1, 2):
        _restart(servers, number, new)
    way = rf"refuses to raise metadata\.version from {old.level} to {new.level}.*only supports.*7-{old.level}"
    with pytest.raises(GroundworkError, match=way):
        _finalize(servers, new.name)
    _restart(servers, 1, old)  # the way back
    for number in (1, 3):
        _restart(servers, number, new)
    ends = r"the way back to an earlier version ends there; give finalize_upgrade_c"
    with pytest.raises(GroundworkError, match=ends):
        _finalize(servers, new.name, confirmed=False)
    # The brokers are asleep for longer than the client waits: what they were asked is done, and not asked again.
    done = _finalize(servers, new.name, drowsy=True)
    assert (done["changed"], done["release"], done["asked"]) == (True, new.release, 1)
    assert not _finalize(servers, new.name, confirmed=False)["changed"]
    assert dict(set(done["after"].items()) - set(done["before"].items())) == LEVELS[new.name]
    stays = upgrade.Cluster("kraft", {"kafka1": new.name}, done["after"])
    no_more = rf"metadata\.version of this cluster is finalized at {new.level} \({new.release}\).*; stay at {new.name}"
    with pytest.raises(GroundworkError, match=no_more):
        upgrade.check(stays, old.name)
    assert upgrade.check(stays, new.name) == []
    servers.brokers[1].stop()
    servers.brokers[1].home = old.home
    servers.brokers[1].start(wait=False)
    process = servers.brokers[1].process
    assert process is not None
    assert process.wait(START_SECONDS) != 0


def _finalize(servers: Cluster, version: str, confirmed: bool = True, drowsy: bool = False) -> dict[str, Any]:
    """The second step, and how often a drowsy client was asked for it."""
    with connection.connected(servers.bootstrap_servers, {}, WAITS if drowsy else 15) as client:
        asked = Drowsy(servers, client, "update_features", validate_only=False) if drowsy else client
        result = features.finalize(asked, version, confirmed=confirmed, check_mode=False, wait=START_SECONDS)
        return {**result, "asked": getattr(asked, "asked", 0)}


def _restart(servers: Cluster, number: int, version: Version) -> None:
    server = servers.brokers[number]
    server.stop()
    server.home = version.home
    server.start()
    _until_all_are_back(servers)


def _until_all_are_back(servers: Cluster) -> None:
    def fenced() -> list[bool]:
        with connection.connected(servers.bootstrap_servers, {}, 15) as client:
            return [broker["fenced"] for broker in cluster_state.read(client)["brokers"]]

    eventually(fenced, [False] * len(servers.brokers), START_SECONDS)
