# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Modules called on a cluster with what they refuse, all of a batch by one play, and then with what they tell."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Mapping, Sequence

from tests.changes import readings
from tests.changes.hosts import Hosts
from tests.remedies.calls import Call
from tests.remedies.refusing import fault_of

#: How root becomes somebody who has no shell.
_BY_ANOTHER = {"become_method": "ansible.builtin.su", "become_flags": "-s /bin/sh"}
#: How this machine asks a cluster, where kafka-python is.
_HERE = {"delegate_to": "localhost", "become": False}
_RESULT = r"TASK \[call {}\].*?\n(.*?)(?=\nTASK \[|\nPLAY RECAP)"


@dataclass
class Called:
    """What a call said when it was *refused*, what kept its *steps* from being done, and what it said when *taken*.

    *wrote* tells whether the calls of all cases wrote anything.
    """

    refused: str
    steps: str = ""
    taken: str = ""
    wrote: bool = False


def call(hosts: Hosts, cases: Sequence[Call]) -> dict[str, Called]:
    """What became of each of the *cases*, by its id."""
    host = next(iter(hosts.cluster.hosts))
    try:
        for made in dict.fromkeys(one.made for one in cases):
            made(hosts)
        for one in cases:
            hosts.on(host, one.cause)
        before = readings.written(hosts)
        first = _said(hosts, [one.given for one in cases], cases, [one.user for one in cases])
        found = {one.id: Called(said) for one, said in zip(cases, first)}
        wrote = readings.written(hosts) != before
        for one in cases:
            found[one.id].steps = fault_of(hosts, host, one.steps)
        then = _said(hosts, [one.then or one.given for one in cases], cases, ["root"] * len(cases))
        for one, said in zip(cases, then):
            found[one.id].taken, found[one.id].wrote = said, wrote
    finally:
        for one in cases:
            hosts.on(host, one.back)
    return found


def _said(
    hosts: Hosts, arguments: Sequence[Mapping[str, Any]], cases: Sequence[Call], users: Sequence[str]
) -> list[str]:
    """What Ansible prints of each of the *cases* with its *arguments* by one of the *users*.

    It is in check mode but for those that do it.
    """
    tasks = [
        {
            "name": f"call {number}",
            f"groundwork.kafka.{case.module}": dict(given),
            "ignore_errors": True,
            **({} if user == "root" else {"become_user": user, **_BY_ANOTHER}),
            **({} if case.plans else {"check_mode": False}),
            **(_HERE if case.here else {}),
        }
        for number, (case, given, user) in enumerate(zip(cases, arguments, users))
    ]
    file = hosts.folder / "calls.json"  # JSON is YAML
    file.write_text(json.dumps([{"hosts": "all", "gather_facts": False, "become": True, "tasks": tasks}]))
    done = hosts.run(str(file), hosts.from_inside(hosts.cluster.inventory()), "--check")
    said = done.stdout.replace('\\"', '"').replace("\\\\", "\\")
    return [
        found.group(1) if (found := re.search(_RESULT.format(number), said, re.DOTALL)) else said
        for number in range(len(tasks))
    ]
