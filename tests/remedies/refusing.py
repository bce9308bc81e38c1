# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Refusals on a cluster: each by a run of its own, and those taken together whose remedies do not contradict.

A playbook that judges each host by itself does it in one run, in which each case has a host: another name for the one
that there is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Iterable, Mapping, Sequence

from tests.changes.attempts import Attempt, Outcome, Outcomes, run_side_by_side
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.remedies.parted import LEFT_OUT, parts, whole
from tests.remedies.refusals import Refusal

#: The playbooks that judge each host by itself.
_BY_HOST = ("tune",)


@dataclass
class Followed:
    """What became of a case: how it was *refused*, what kept its *steps* from being done, how it was *taken*.

    *wrote* tells whether anything was written, or a server was started, by the runs of all cases.
    """

    refused: Outcome
    steps: str = ""
    taken: Outcome | None = None
    wrote: bool = False


def follow(hosts: Hosts, cases: Sequence[Refusal]) -> dict[str, Followed]:
    """Have all *cases* of a batch refused, carry out what they tell, and run the same in check mode; by their ids."""
    host = next(iter(hosts.cluster.hosts))
    try:
        for one in cases:
            hosts.on(host, one.cause)
        ended, wrote = _run(hosts, [(one.id, one, one.given, one.groups) for one in cases], plans=False)
        found = {name: Followed(outcome, wrote=wrote) for name, outcome in ended.items()}
        for one in cases:
            found[one.id].steps = fault_of(hosts, host, one.steps)
        together = {f"{number}": both for number, both in enumerate(grouped(cases))}
        ended, wrote = _run(
            hosts, [(name, group[0], inputs, {}) for name, (inputs, group) in together.items()], plans=True
        )
        for name, (_inputs, group) in together.items():
            for one in group:
                found[one.id].taken = ended[name]
                found[one.id].wrote |= wrote
    finally:
        for one in cases:
            hosts.on(host, one.back)
    return found


def grouped(cases: Iterable[Refusal]) -> list[tuple[dict[str, Any], list[Refusal]]]:
    """The *cases* whose remedies can be carried out in one inventory, with the inputs that they give it together.

    What a case does not give any more nobody else of its group gives either.
    """
    groups: list[tuple[dict[tuple[str, str], Any], list[Refusal]]] = []
    for case in cases:
        settled = {**dict.fromkeys(parts(case.given), LEFT_OUT), **parts(case.then)}
        for taken, others in groups:
            if others[0].playbook == case.playbook and all(taken.get(one, new) == new for one, new in settled.items()):
                taken.update(settled)
                others.append(case)
                break
        else:
            groups.append((settled, [case]))
    return [(whole(taken), others) for taken, others in groups]


def _run(hosts: Hosts, runs: Sequence[Any], plans: bool) -> tuple[dict[str, Outcome], bool]:
    """How each of the *runs* ended, each a name, a case, its inputs and groups; and whether anything was written."""
    alone = [one for one in runs if one[1].playbook not in _BY_HOST]
    beside = {book: [one for one in runs if one[1].playbook == book] for book in _BY_HOST}
    attempts = [
        Attempt(name, case.on, hosts.from_inside(_inventory(hosts, inputs, groups)), "", case.playbook, plans=plans)
        for name, case, inputs, groups in alone
    ]
    for book, ones in beside.items():
        if ones:
            inventory = _of_names(hosts, [inputs for _name, _case, inputs, _groups in ones])
            attempts.append(Attempt(book, hosts.cluster.name, hosts.from_inside(inventory), "", book, plans=plans))
    outcomes = run_side_by_side(hosts, attempts)
    found = {name: outcomes.of[name] for name, _case, _inputs, _groups in alone}
    for book, ones in beside.items():
        for number, (name, *_others) in enumerate(ones):
            found[name] = _of_host(outcomes, book, f"host{number}")
    return found, outcomes.before != outcomes.after


def _inventory(hosts: Hosts, inputs: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> Inventory:
    given = {name: list(members) for name, members in {**hosts.cluster.groups, **groups}.items()}
    return replace(hosts.cluster, groups=given).inventory(inputs)


def _of_names(hosts: Hosts, inputs: Sequence[Mapping[str, Any]]) -> Inventory:
    """An inventory in which each of the *inputs* has the first host by another name."""
    (variables, *_others) = hosts.cluster.inventory()["all"]["hosts"].values()
    named = {f"host{number}": {**variables, **one} for number, one in enumerate(inputs)}
    groups = {group: {"hosts": {name: {} for name in named}} for group in hosts.cluster.groups}
    return {"all": {"hosts": named, "children": groups}}


def _of_host(outcomes: Outcomes, run: str, host: str) -> Outcome:
    """What a *run* said of one *host*, and whether that failed."""
    said = outcomes.of[run].said
    failed = re.findall(rf"fatal: \[{host}\]: .*?(?=fatal: \[|PLAY RECAP)", said)
    return Outcome(int(bool(failed)), " ".join(failed)) if failed else Outcome(int("PLAY RECAP" not in said), said)


def fault_of(hosts: Hosts, host: str, script: str) -> str:
    """What kept *script* from being done on *host*; empty where it was done."""
    try:
        hosts.on(host, script)
    except RuntimeError as error:
        return f"{script}: {error}"
    return ""
