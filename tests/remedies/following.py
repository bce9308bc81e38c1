# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A batch of findings brought about on a cluster, their remedies carried out, and what is told afterwards."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from typing import Any, Sequence

from tests.changes import readings
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.remedies.cases import Case, Play, Step
from tests.remedies.telling import AUDIT, Telling, tell

#: By whose cause a host's servers do not serve.
_STOPPED = ("server_missing", "not_audited")
#: Both serve again: each is asked at its port, wherever its unit has it started.
_SERVING = (
    "for port in {}; do timeout 120 sh -c "
    '"until ss --listening --numeric --tcp --no-header | grep --quiet :$port; do sleep 0.5; done"; done'
)


@dataclass
class Followed:
    """What became of one case: what was *told* of it, what kept its remedy from being carried out, what is *left*."""

    told: list[Telling] = field(default_factory=list)
    failed: str = ""
    left: list[Telling] = field(default_factory=list)


@dataclass(frozen=True)
class Batch:
    """What became of each case of a batch, by its id, and the data *before* and *after* all of them."""

    of: dict[str, Followed]
    before: dict[str, Any]
    after: dict[str, Any]


def follow(hosts: Hosts, cases: Sequence[Case]) -> Batch:
    """Bring the findings of *cases* about, carry their remedies out one after the other, and look again."""
    given = {name: value for case in cases for name, value in case.given.items()}
    ((by, left_out),) = {(case.by, case.left_out) for case in cases}
    stopped = left_out or "".join(next(iter(hosts.cluster.hosts)) for case in cases if case.name in _STOPPED)
    before = readings.held_data(hosts)
    found = {case.id: Followed() for case in cases}
    try:
        for case in cases:
            found[case.id].failed = _tried(hosts, case, (case.cause,))
        _serve(hosts, stopped)
        told = tell(hosts, by, _leave_out(hosts.cluster.inventory(given), left_out))
        for case in cases:
            found[case.id].told = [one for one in told if _is_of(case, one)]
            found[case.id].failed = found[case.id].failed or _carry_out(hosts, case, found[case.id].told)
            given.update(
                {key: value for step in case.steps if isinstance(step, Play) for key, value in step.given.items()}
            )
        _serve(hosts, left_out)
        told = tell(hosts, by, _leave_out(hosts.cluster.inventory(given), left_out))
        for case in cases:
            found[case.id].left = [one for one in told if _is_of(case, one)]
    finally:
        for case in cases:
            found[case.id].failed = found[case.id].failed or _tried(hosts, case, (case.back,))
        _serve(hosts)
    return Batch(found, before, readings.held_data(hosts))


def _is_of(case: Case, one: Telling) -> bool:
    return one.name == case.name and case.about in one.about


def _carry_out(hosts: Hosts, case: Case, told: Sequence[Telling]) -> str:
    """Carry out what was *told* for *case*; what it failed with, and nothing where it did not."""
    if len(told) != 1:
        return f"it is told {len(told)} times: {told}"
    before = r"\A" if case.by == AUDIT else "; "  # site tells the whole sentence
    match = re.search(rf"{before}{case.words}\Z", told[0].remedy)
    if match is None:
        return f"the remedy has other words: {told[0].remedy}"
    return _tried(hosts, case, case.steps, match.groups())


def _tried(hosts: Hosts, case: Case, steps: Sequence[Step], words: Sequence[str] = ()) -> str:
    """Do what the *steps* of *case* say, with the *words* of a remedy; what that failed with, if it did."""
    try:
        for step in steps:
            _do(hosts, case.host or next(iter(hosts.cluster.hosts)), step, words)
    except (RuntimeError, AssertionError) as error:
        return f"{steps}: {error}"
    return ""


def _do(hosts: Hosts, host: str, step: Step, words: Sequence[str]) -> None:
    if isinstance(step, str):
        hosts.on(host, f"set -- {shlex.join(words)}; {step}")
    elif isinstance(step, Play):
        name = words[int(step.playbook[1:]) - 1] if step.playbook.startswith("$") else step.playbook
        done = hosts.play(name.rpartition(".")[2], hosts.cluster.inventory(step.given))
        assert done.returncode == 0, done.stdout[-3000:]
    else:
        step(hosts)


def _serve(hosts: Hosts, stopped: str = "") -> None:
    """Wait until every server does, but for those of a host where one is *stopped*."""
    ports = ["9091" if hosts.cluster.secured else "9092"] + ["2181"] * (hosts.cluster.mode == "zookeeper")
    for host in hosts.cluster.hosts:
        if host != stopped:
            hosts.on(host, _SERVING.format(" ".join(ports)))


def _leave_out(inventory: Inventory, host: str) -> Inventory:
    """The *inventory* without the *host*, where one is given."""
    inventory["all"]["hosts"].pop(host, None)
    for group in inventory["all"]["children"].values():
        group["hosts"].pop(host, None)
    return inventory
