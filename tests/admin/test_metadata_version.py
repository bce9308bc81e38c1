# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The second step of an upgrade from 4.1.2 to 4.3.1, with real servers, and where the way back ends."""

from __future__ import annotations

import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.broker import upgrade
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, features
from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import state as cluster_state
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.admin.cluster import START_SECONDS, kraft_cluster
from tests.admin.conftest import home, security
from tests.admin.drowsy import WAITS, Drowsy


@pytest.fixture
def servers(tmp_path):
    """Three combined nodes of the old version."""
    _authority, extra = security(tmp_path)
    with kraft_cluster(home("GROUNDWORK_OLD_KRAFT_HOME"), tmp_path, extra) as running:
        yield running


def test_the_way_back_is_open_until_the_second_step(servers) -> None:
    old, new = (home(f"GROUNDWORK_{which}KRAFT_HOME") for which in ("OLD_", ""))

    def finalize(version="4.3.1", confirmed=True, drowsy=False):
        with connection.connected(servers.bootstrap_servers, {}, WAITS if drowsy else 15) as client:
            asked = Drowsy(servers, client, "update_features", validate_only=False) if drowsy else client
            result = features.finalize(asked, version, confirmed=confirmed, check_mode=False, wait=START_SECONDS)
            return {**result, "asked": getattr(asked, "asked", 0)}

    def restart(number, version):
        server = servers.brokers[number]
        server.stop()
        server.home = version
        server.start()
        _until_all_are_back(servers)

    _until_all_are_back(servers)
    assert not finalize("4.1.2")["changed"]
    for number in (1, 2):
        restart(number, new)
    with pytest.raises(GroundworkError, match=r"refuses to raise metadata\.version from 27 to 30.*only supports.*7-27"):
        finalize()
    restart(1, old)  # the way back
    for number in (1, 3):
        restart(number, new)
    with pytest.raises(
        GroundworkError, match=r"the way back to an earlier version ends there; give finalize_upgrade_c"
    ):
        finalize(confirmed=False)
    # The brokers are asleep for longer than the client waits: what they were asked is done, and not asked again.
    raised = finalize(drowsy=True)
    assert (raised["changed"], raised["release"], raised["asked"]) == (True, "4.3", 1)
    assert not finalize(confirmed=False)["changed"]
    assert dict(set(raised["after"].items()) - set(raised["before"].items())) == {
        "metadata.version": 30,
        "share.version": 1,
        "streams.version": 1,
    }
    with pytest.raises(GroundworkError, match=r"metadata\.version of this cluster is finalized at 30 \(4\.3\)"):
        upgrade.check(upgrade.Cluster("kraft", {"kafka1": "4.3.1"}, raised["after"]), "4.1.2")
    servers.brokers[1].stop()
    servers.brokers[1].home = old
    servers.brokers[1].start(wait=False)
    assert servers.brokers[1].process.wait(START_SECONDS) != 0


def _until_all_are_back(servers) -> None:
    deadline = time.monotonic() + START_SECONDS
    found = []
    while time.monotonic() < deadline:
        with connection.connected(servers.bootstrap_servers, {}, 15) as client:
            found = cluster_state.read(client)["brokers"]
        if len(found) == len(servers.brokers) and not any(broker["fenced"] for broker in found):
            return
        time.sleep(0.5)
    pytest.fail(f"not every broker came back in {START_SECONDS} s: {found}")
