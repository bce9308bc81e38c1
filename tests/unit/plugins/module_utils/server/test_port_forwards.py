# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

from contextlib import suppress

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.module_utils.server import port_forwards

PROGRAM = "/lib/systemd/systemd-socket-proxyd"
UNITS = "/etc/systemd/system/groundwork-kafka-port-"


class Systemd:
    """Answers every call, writes it down with the units that were there, and is killed after so many."""

    def __init__(self, host) -> None:
        self.host, self.calls, self.left = host, [], 1000

    def __call__(self, argv):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        self.calls.append(list(argv[1:]))
        return Completed(0, "", "")


@pytest.fixture
def systemd(host):
    host.put(PROGRAM, "")
    host.run = Systemd(host)
    return host.run


def have(host, wanted) -> None:
    port_forwards.have(host, "kafka", "fd00::1", wanted)


def test_a_port_leads_to_the_address_of_the_host(host, systemd) -> None:
    have(host, {9193: 9093})
    assert port_forwards.there(host, "kafka") == {9193: 9093}
    assert port_forwards.there(host, "zookeeper") == {}
    assert "ListenStream=9193\n" in host.text(f"{UNITS}9193.socket")
    assert f"ExecStart={PROGRAM} --connections-max=4096 [fd00::1]:9093\n" in host.text(f"{UNITS}9193.service")
    assert systemd.calls == [["daemon-reload"], ["enable", "--now", "groundwork-kafka-port-9193.socket"]]


def test_the_former_one_leaves_its_port_before_the_other_takes_its_own(host, systemd) -> None:
    have(host, {9193: 9093})
    systemd.calls.clear()
    have(host, {9093: 9193})
    assert port_forwards.there(host, "kafka") == {9093: 9193}
    ends = systemd.calls.index(["disable", "--now", "groundwork-kafka-port-9193.socket"])
    assert systemd.calls[ends + 1] == ["stop", "groundwork-kafka-port-9193.service"]
    assert systemd.calls[-1] == ["enable", "--now", "groundwork-kafka-port-9093.socket"]


def test_in_the_end_nothing_stays(host, systemd) -> None:
    before = host.tree()
    have(host, {9193: 9093})
    have(host, {})
    assert host.tree() == before
    systemd.calls.clear()
    have(host, {})
    assert systemd.calls == []


@pytest.mark.parametrize("after", range(6))
def test_a_run_that_is_killed_leaves_what_it_was_about(host, systemd, after: int) -> None:
    have(host, {9193: 9093})
    systemd.left = after
    with suppress(KeyboardInterrupt):
        have(host, {9093: 9193})
    assert set(port_forwards.there(host, "kafka").items()) & {(9193, 9093), (9093, 9193)}
    systemd.left = 1000
    have(host, {9093: 9193})
    assert port_forwards.there(host, "kafka") == {9093: 9193}


@pytest.mark.usefixtures("systemd")
def test_what_systemd_does_not_do_is_told(host) -> None:
    host.run = lambda _argv: Completed(1, "", "Address already in use")
    with pytest.raises(GroundworkError, match=r"as systemctl daemon-reload failed .Address already in use.; mend what"):
        have(host, {9193: 9093})


def test_a_host_without_the_program_is_told(host) -> None:
    with pytest.raises(GroundworkError, match="systemd-socket-proxyd is not on this host, so its former port cannot"):
        have(host, {9193: 9093})
