# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A real cluster forgets a broker that was stopped, by the words of its finding, and raises its features after that."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection, features
from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import former_servers
from tests.servers.cluster import HOMES
from tests.servers.quorum import Quorum, running
from tests.servers.server import START_SECONDS, java, unpacked
from tests.servers.typing_in import typed
from tests.servers.versions import KRAFT
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again

SECONDS = 30


def findings(cluster: Quorum, number: int) -> dict[str, str]:
    """What is to be done about the broker *number*, by the id of the finding."""
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": SECONDS}
    found = former_servers.run({**given, "servers": {str(number): f"k{number}"}})["findings"]
    return {str(one["id"]): str(one["remedy"]) for one in found}


def follow(cluster: Quorum, text: str) -> None:
    """Type the command in *text* after the name of its program, which only starts this class."""
    told = re.search(r"kafka-cluster\.sh (.*?)\)", text).group(1)
    words = shlex.split(typed(told, cluster.bootstrap_servers[0]))
    command = java(cluster.home, "org.apache.kafka.tools.ClusterTool", *words, heap="96m")
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def finalize(cluster: Quorum) -> bool:
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        return bool(features.finalize(client, KRAFT, confirmed=True, check_mode=False, wait=START_SECONDS)["changed"])


@pytest.mark.remedy("former_broker_registered", "The controller refuses to raise …: …. Broker … does not run")
def test_features_are_raised_once_it_is_forgotten(tmp_path) -> None:
    with running(unpacked("GROUNDWORK_OLD_KRAFT_HOME"), tmp_path, [11], [1, 2]) as cluster:
        assert set(findings(cluster, 2)) == {"former_broker_runs"}
        cluster.servers[2].stop()
        eventually(lambda: set(findings(cluster, 2)), {"former_broker_registered"})
        cluster.home = unpacked(HOMES["kraft"])
        for number in (11, 1):
            cluster.servers[number].stop()
            cluster.servers[number].home = cluster.home
        cluster.start(11, 1)
        (told,) = findings(cluster, 2).values()
        with pytest.raises(GroundworkError, match=r"Broker 2 only supports .*\. Broker 2 does not run; ") as refused:
            finalize(cluster)
        assert re.search(r"\(kafka-cluster\.sh .*\)", str(refused.value)).group() in told
        follow(cluster, told)
        assert findings(cluster, 2) == {}
        assert finalize(cluster)
        assert not finalize(cluster)
