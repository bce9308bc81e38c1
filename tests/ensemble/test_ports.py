# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Real servers whose ports change one server after the other: found at both they serve throughout, else not."""

from __future__ import annotations

import time
from contextlib import ExitStack

from tests.ensemble.conftest import SERVING, Ensemble
from tests.servers.forward import Forward
from tests.servers.server import free_ports

MEMBERS = (1, 2, 3)
STALLED_SECONDS = 20


def begun(ensemble: Ensemble) -> tuple[dict[int, list[int]], list[int]]:
    """Start all of them; the ports that they are to have, and their numbers, the leader's last."""
    for number in MEMBERS:
        ensemble.start(number, *MEMBERS)
    assert ensemble.modes(*MEMBERS) == ["follower", "follower", "leader"]
    assert "Created /held" in ensemble.client(1, "create", "/held", "whole")
    ports = free_ports(3 * len(MEMBERS))
    new = {number: ports[3 * at : 3 * at + 3] for at, number in enumerate(MEMBERS)}
    return new, sorted(MEMBERS, key=lambda number: ensemble.mode(number) == "leader")


def test_a_server_with_new_ports_finds_the_others_and_is_found_where_both_lead_to_it(ensemble):
    new, order = begun(ensemble)
    former = dict(ensemble.ports)
    with ExitStack() as stack:
        forwards: dict[int, list[Forward]] = {}

        def open_from(number: int, at: dict[int, list[int]], to: dict[int, list[int]]) -> None:
            forwards[number] = [Forward(port, target) for port, target in zip(at[number], to[number], strict=True)]
            for one in forwards[number]:
                stack.callback(one.close)

        for number in order:
            open_from(number, new, former)
        ensemble.ports = new  # at which all of them are asked from now on
        for number in order:
            ensemble.stop(number)
            for one in forwards[number]:
                one.close()
            ensemble.start(number, *MEMBERS)
            open_from(number, former, new)
            assert ensemble.modes(*MEMBERS) == ["follower", "follower", "leader"]
            assert f"Created /{number}" in ensemble.client(number, "create", f"/{number}", "x")
    assert ensemble.modes(*MEMBERS) == ["follower", "follower", "leader"]
    for number in MEMBERS:  # nobody needs a former port any more
        ensemble.start(number, *MEMBERS)
        assert ensemble.modes(*MEMBERS) == ["follower", "follower", "leader"]
    assert "whole" in ensemble.client(order[0], "get", "/held")


def test_the_first_server_with_new_ports_serves_nobody_where_they_do_not(ensemble):
    new, order = begun(ensemble)
    ensemble.ports = new
    ensemble.start(order[0], *MEMBERS)
    end = time.monotonic() + STALLED_SECONDS
    while time.monotonic() < end:
        assert ensemble.mode(order[0]) not in SERVING
        time.sleep(1)
