# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Certificates that expire while servers run: what a renewal without a restart is worth, in each mode."""

from __future__ import annotations

import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from tests.admin.renewal import APART, REFUSED, connected, create, heard, in_sync, tell
from tests.servers import secured
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

#: For this long the brokers' first certificates are valid: to start, to be renewed and to restart one take less.
SECONDS = 240


def until_expired(running) -> None:
    """Wait until the certificates that were issued are no longer valid."""
    time.sleep(max(0.0, running.first_expiry - time.time()) + 2)


def test_a_kraft_broker_hears_from_controllers_with_the_certificate_that_it_started_with_alone(tmp_path):
    with secured.kraft(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, SECONDS) as running:
        running.issue(["broker1", "broker2"])
        assert tell(running, 1, 2) == ["broker 1 CLIENT", "broker 1 BROKER", "broker 2 CLIENT", "broker 2 BROKER"]
        running.servers["broker1"].stop()
        running.servers["broker1"].start()
        until_expired(running)
        create(running, "before")
        eventually(lambda: heard(running, "before")[2], True)  # connections outlive the certificate
        running.servers["controller11"].stop()  # so that nobody keeps a connection
        running.servers["controller11"].start()
        create(running, "after")
        eventually(lambda: REFUSED in running.log("broker2"), True)
        assert REFUSED not in running.log("broker1")
        assert heard(running, "after") == {1: True, 2: False}
        running.servers["broker2"].kill()
        running.servers["broker2"].start()
        eventually(lambda: heard(running, "after")[2], True)


def fail_over(running) -> None:
    """Have the keeper and broker 2 start again, so that broker 1 connects to both anew."""
    for name in ("keeper", "broker2"):
        running.servers[name].stop()
        running.servers[name].start()


def test_with_zookeeper_a_running_broker_takes_a_renewed_certificate_on_all_its_ways(tmp_path):
    with secured.zookeeper(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path, SECONDS) as running:
        with connected(running, 2) as client:
            client.create_topics({"orders": {"assignments": {0: [1, 2]}}})
        running.issue(["broker1", "broker2"])
        assert tell(running, 1) == ["broker 1 CLIENT", "broker 1 BROKER"]
        until_expired(running)
        fail_over(running)
        eventually(lambda: in_sync(running, 2), [1, 2])


@pytest.mark.remedy("What the brokers at … present has expired, so nobody connects")
def test_with_zookeeper_one_that_was_not_told_is_cut_off_and_comes_back_as_the_error_says(tmp_path):
    with secured.zookeeper(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path, SECONDS) as running:
        with connected(running, 2) as client:
            client.create_topics({"orders": {"assignments": {0: [1, 2]}}})
        running.issue(["broker1", "broker2"])
        until_expired(running)
        fail_over(running)
        time.sleep(APART)
        assert in_sync(running, 2) == [1], (
            "its way to ZooKeeper takes the file by itself, so it leads, and no other can follow"
        )
        sentence = r"has expired, so nobody connects .* run systemctl restart kafka there"
        with pytest.raises(GroundworkError, match=sentence), connected(running, 1):
            pass
        running.servers["broker1"].kill()
        running.servers["broker1"].start_again()
        eventually(lambda: in_sync(running, 2), [1, 2])
        with connected(running, 1) as client:
            assert client.list_topics() == ["orders"]
