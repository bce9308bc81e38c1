# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a renewal without a restart is worth, in each mode.

An authority that is no longer trusted stands for the moment at which certificates expire, which tests/long waits for.
"""

from __future__ import annotations

import time

import pytest

from tests.admin.renewal import APART, REFUSED, audited, connected, create, fingerprint, heard, in_sync, listed, tell
from tests.servers import secured
from tests.servers.server import unpacked
from tests.servers.waiting import eventually

pytestmark = pytest.mark.long  # servers of its own, stopped and started again many times


def test_a_kraft_broker_hears_from_controllers_with_the_certificate_that_it_started_with_alone(tmp_path) -> None:
    with secured.kraft(unpacked("GROUNDWORK_KRAFT_HOME"), tmp_path, 86400) as running:
        running.issue(["broker1", "broker2"], authority=secured.OTHER)
        assert tell(running, 1, 2) == ["broker 1 CLIENT", "broker 1 BROKER", "broker 2 CLIENT", "broker 2 BROKER"]
        running.servers["broker1"].stop()
        running.servers["broker1"].start()
        told = {"listener CLIENT": "in_effect", "listener BROKER": "in_effect"}
        for number, kept in ((1, "in_effect"), (2, "pending_restart")):  # a listener that has just begun may be slow
            expected = {**told, "to controllers": kept}
            eventually(lambda number=number: audited(running, number), expected)
        before, now = (fingerprint(running.folder / folder / "broker2.pem") for folder in ("tls", secured.OTHER))
        assert before != now
        listed_now = {("listener CLIENT", "in use"): now, ("listener BROKER", "in use"): now}
        listed_now[("to controllers", "in its file")] = now  # nothing has kept the one in use, as our units do
        assert {key: one for key, one in listed(running, 2).items() if key[1] != "trusted"} == listed_now
        trusted = {fingerprint(running.folder / folder / "ca.pem") for folder in ("tls", secured.OTHER)}
        assert {one for key, one in listed(running, 2).items() if key[1] == "trusted"} == trusted
        create(running, "before")
        eventually(lambda: heard(running, "before"), {1: True, 2: True})
        running.servers["controller11"].stop()
        running.trust("controller11", secured.OTHER)  # so that what was issued before is worth nothing any more
        running.servers["controller11"].start()
        create(running, "after")
        eventually(lambda: REFUSED in running.log("broker2"), True)
        assert heard(running, "after") == {1: True, 2: False}
        running.servers["broker2"].kill()
        running.servers["broker2"].start()
        eventually(lambda: heard(running, "after"), {1: True, 2: True})


def test_a_broker_with_zookeeper_takes_a_renewed_certificate_on_all_its_ways_as_it_runs(tmp_path) -> None:
    with secured.zookeeper(unpacked("GROUNDWORK_KAFKA_HOME"), tmp_path, 86400) as running:
        with connected(running, 1) as client:
            client.create_topics({"orders": {"assignments": {0: [1, 2]}}})
        running.issue(["keeper", "broker1", "broker2"], authority=secured.OTHER)
        assert audited(running, 1)["listener BROKER"] == "pending_restart"
        for name in ("keeper", "broker2"):  # the controller is broker 1 by the end, which connects to both anew
            running.servers[name].stop()
            running.trust(name, secured.OTHER)
            running.servers[name].start()
        time.sleep(APART)
        assert in_sync(running, 1) == [1], "it was not told yet, and the other takes nothing that was issued before"
        assert tell(running, 1) == ["broker 1 CLIENT", "broker 1 BROKER"]
        eventually(lambda: in_sync(running, 1), [1, 2])
        assert set(audited(running, 1).values()) == {"in_effect"}
