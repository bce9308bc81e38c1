# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A controller that the inventory has no more is taken out of a real quorum by the words of its finding."""

from __future__ import annotations

import contextlib
import re
import shlex
import subprocess
import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection
from ansible_collections.groundwork.kafka.plugins.modules import former_servers
from tests.servers.quorum import Quorum, running
from tests.servers.server import java, unpacked
from tests.servers.typing_in import typed
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times

COMMAND = "org.apache.kafka.tools.MetadataQuorumCommand"
SECONDS = 30
PERSON_SECONDS = 15


def finding(cluster: Quorum, number: int) -> str:
    """What is to be done about the controller *number*; nothing when all is done."""
    given = {"bootstrap_servers": cluster.bootstrap_servers, "client_config": {}, "timeout": SECONDS}
    found = former_servers.run({**given, "servers": {str(number): f"c{number}"}})["findings"]
    return next((str(one["remedy"]) for one in found if one["id"] == "former_controller_votes"), "")


def follow(cluster: Quorum, remedy: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
    """Type what *remedy* says after the name of the program, which only starts this class."""
    told = re.search(r"kafka-metadata-quorum\.sh (.*)$", remedy).group(1)
    words = shlex.split(typed(told, cluster.bootstrap_servers[0]))
    command = java(cluster.home, COMMAND, *words, heap="96m")
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)


def topics(cluster: Quorum) -> list[str]:
    with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
        return sorted(client.list_topics())


@pytest.mark.remedy("former_controller_votes")
@pytest.mark.parametrize("home", ["GROUNDWORK_OLD_KRAFT_HOME", "GROUNDWORK_KRAFT_HOME"])
def test_it_is_stopped_and_taken_out_and_the_others_go_on(tmp_path, home) -> None:
    with running(unpacked(home), tmp_path, [11, 12, 13], [1]) as cluster:
        with connection.connected(cluster.bootstrap_servers, {}, SECONDS) as client:
            client.create_topics({"kept": {"assignments": {0: [1]}}})
        remedy = finding(cluster, 13)
        assert remedy.startswith("stop it on its host (systemctl disable --now kafka), then kafka-metadata-quorum.sh ")
        cluster.servers[13].stop()
        done = follow(cluster, remedy)
        assert done.returncode == 0, done.stdout + done.stderr
        eventually(lambda: finding(cluster, 13), "")
        assert sorted(cluster.voters()) == [11, 12]
        assert topics(cluster) == ["kept"]
        for number in (11, 12):  # the metadata are whole without it
            cluster.servers[number].stop()
        cluster.start(11, 12)
        eventually(lambda: topics(cluster), ["kept"])


@pytest.mark.remedy("former_controller_votes")
def test_of_two_none_can_be_stopped_before_another_is_there(tmp_path) -> None:
    """And this is why: the other one does not lead alone for as long as a person takes to type, but with a third."""
    with running(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, [11, 12], [1]) as cluster:
        remedy = finding(cluster, 12)
        assert remedy.startswith("add a controller first, since the others are no majority without it; then stop it on")
        cluster.servers[12].stop()
        time.sleep(PERSON_SECONDS)
        with contextlib.suppress(subprocess.TimeoutExpired):
            assert follow(cluster, remedy, 30).returncode != 0
        cluster.servers[12].start()
        eventually(lambda: sorted(cluster.voters()), [11, 12])
        cluster.add_controller(13)
        cluster.format_to_join(13)
        cluster.start(13)
        eventually(lambda: sorted(cluster.voters()), [11, 12, 13])
        remedy = remedy.partition("; then ")[2]
        assert finding(cluster, 12) == remedy
        cluster.servers[12].stop()
        done = follow(cluster, remedy)
        assert done.returncode == 0, done.stdout + done.stderr
        eventually(lambda: finding(cluster, 12), "")
        assert sorted(cluster.voters()) == [11, 13]
