# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A playbook run on a cluster, and what is held against what is declared: what was restarted, and lost."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Mapping

from tests.changes import readings
from tests.changes.hosts import Hosts


def check_run(hosts: Hosts, changed: Mapping[str, Any], concerned: frozenset[str], playbook: str = "site") -> None:
    """Run the *playbook* with the inputs *changed*: services *concerned* are restarted once on each host, no others."""
    since, invocations, starts = readings.clock(hosts), readings.invocations(hosts), readings.starts(hosts)
    done = hosts.play(playbook, hosts.cluster.inventory(changed))
    assert done.returncode == 0, done.stdout[-6000:]
    wanted = {server: int(server[1] in concerned) for server in invocations if server in starts}
    found = readings.started(hosts, since, invocations)
    assert {server: found[server] for server in wanted} == wanted
    after = readings.starts(hosts)
    assert {server for server in starts if after.get(server) != starts[server]} == {
        server for server, times in wanted.items() if times
    }


def check_lost_nothing(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Hold what was *before* against what is there *after* (readings.held_data)."""
    for what in ("topics", "records", "offsets"):
        assert after[what] == before[what], what
    for what in ("rules", "users"):  # a case may have given more
        assert set(before.get(what, ())) <= set(after.get(what, ())), what


@contextlib.contextmanager
def gone_back(hosts: Hosts, *playbooks: str) -> Iterator[None]:
    """Where what is done meanwhile fails, have the cluster back as it was, so that the next test finds it so.

    That is done by site, after the *playbooks* that lead back what site leaves to them. What it says when it fails as
    well is in the folder of the control node.
    """
    try:
        yield
    except Exception:  # who interrupts it does not wait for that
        for playbook in (*playbooks, "site"):
            hosts.play(playbook, hosts.cluster.inventory())
        raise
