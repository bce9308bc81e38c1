# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a renewal without a restart is worth in KRaft; tests/long has the same with certificates that expire."""

from __future__ import annotations

from tests.admin import secured
from tests.admin.conftest import home
from tests.admin.renewal import REFUSED, audited, create, eventually, heard, tell


def test_a_kraft_broker_hears_from_controllers_with_the_certificate_that_it_started_with_alone(tmp_path) -> None:
    with secured.kraft(home("GROUNDWORK_KRAFT_HOME"), tmp_path, 86400, [11]) as running:
        running.issue(["broker1", "broker2"], authority=secured.OTHER)
        assert tell(running, 1, 2) == ["broker 1 CLIENT", "broker 1 BROKER", "broker 2 CLIENT", "broker 2 BROKER"]
        running.servers["broker1"].stop()
        running.servers["broker1"].start()
        told = {"listener CLIENT": "in_effect", "listener BROKER": "in_effect"}
        assert audited(running, 1) == {**told, "to controllers": "in_effect"}
        assert audited(running, 2) == {**told, "to controllers": "pending_restart"}
        create(running, "before")
        assert eventually(lambda: heard(running, "before"), {1: True, 2: True}) == {1: True, 2: True}
        running.trust("controller11", secured.OTHER)  # so that what was issued before is worth nothing any more
        running.servers["controller11"].stop()
        running.servers["controller11"].start()
        create(running, "after")
        assert eventually(lambda: REFUSED in running.log("broker2"), True)
        assert heard(running, "after") == {1: True, 2: False}
        running.servers["broker2"].kill()
        running.servers["broker2"].start()
        assert eventually(lambda: heard(running, "after"), {1: True, 2: True}) == {1: True, 2: True}
