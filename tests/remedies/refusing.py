# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Refusals on a cluster: each by a run of its own, and those taken together whose remedies do not contradict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Iterable, Iterator, Mapping, Sequence

from tests.changes.attempts import Attempt, Outcomes, check, run_side_by_side
from tests.changes.clusters import Inventory
from tests.changes.hosts import Hosts
from tests.remedies.refusals import Refusal, sentence

_LEFT_OUT = object()


@dataclass(frozen=True)
class Tried:
    """How the runs ended with what is refused, by the case's id, and with what its remedy made of it."""

    attempts: Mapping[str, Attempt]
    refused: Outcomes
    taken: Outcomes
    failed: Mapping[str, str]


def try_all(hosts: Hosts, cases: Sequence[Refusal]) -> Tried:
    """Have all *cases* of a batch refused, carry out what they are told, and run the same in check mode."""
    host, failed = next(iter(hosts.cluster.hosts)), {}
    bad = {one.id: Attempt(one.id, one.on, _refused(hosts, one), sentence(one.begins), one.playbook) for one in cases}
    try:
        for one in cases:
            hosts.on(host, one.cause)
        refused = run_side_by_side(hosts, list(bad.values()))
        for one in cases:
            failed[one.id] = _said_by(hosts, host, one.steps)
        good = {one.id: attempt for attempt, group in _together(hosts, cases) for one in group}
        taken = run_side_by_side(hosts, list({attempt.name: attempt for attempt in good.values()}.values()))
    finally:
        for one in cases:
            hosts.on(host, one.back)
    return Tried({**bad, **{f"{name} taken": one for name, one in good.items()}}, refused, taken, failed)


def check_case(case: Refusal, tried: Tried) -> None:
    """Hold how the runs of *case* ended against what it says of them."""
    check(tried.attempts[case.id], tried.refused)
    assert case.tells in tried.refused.of[case.id].said
    assert tried.failed[case.id] == ""
    check(tried.attempts[f"{case.id} taken"], tried.taken)


def parts(inputs: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """The *inputs* in parts that cases may give beside one another: those of a mapping, or of a list by their names."""
    found: dict[tuple[str, str], Any] = {}
    for name, value in inputs.items():
        for part, one in _by_name(value):
            found[name, part] = one
    return found


def whole(found: Mapping[tuple[str, str], Any]) -> dict[str, Any]:
    """The inputs of which *found* are the parts."""
    inputs: dict[str, Any] = {}
    for (name, part), value in found.items():
        if not part:
            inputs[name] = value
        elif part.startswith("."):
            inputs.setdefault(name, {})[part[1:]] = value
        else:
            inputs.setdefault(name, []).append(value)
    return inputs


def _by_name(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and value:
        yield from ((f".{key}", one) for key, one in value.items())
    elif isinstance(value, list) and value and all(isinstance(one, Mapping) and "name" in one for one in value):
        yield from ((str(one["name"]), one) for one in value)
    else:
        yield "", value


def grouped(cases: Iterable[Refusal]) -> list[tuple[dict[str, Any], list[Refusal]]]:
    """The *cases* whose remedies can be carried out in one inventory, with the inputs that they give it together.

    What a case does not give any more nobody else of its group gives either.
    """
    groups: list[tuple[dict[tuple[str, str], Any], list[Refusal]]] = []
    for case in cases:
        settled = {**dict.fromkeys(parts(case.given), _LEFT_OUT), **parts(case.then)}
        for taken, others in groups:
            alike = (others[0].playbook, others[0].groups) == (case.playbook, case.groups)
            if alike and all(taken.get(part, value) == value for part, value in settled.items()):
                taken.update(settled)
                others.append(case)
                break
        else:
            groups.append((settled, [case]))
    return [
        (whole({part: value for part, value in taken.items() if value is not _LEFT_OUT}), others)
        for taken, others in groups
    ]


def _together(hosts: Hosts, cases: Sequence[Refusal]) -> Iterator[tuple[Attempt, list[Refusal]]]:
    for number, (inputs, group) in enumerate(grouped(cases)):
        inventory = hosts.cluster.inventory(inputs)
        yield Attempt(f"{number}", group[0].on, inventory, "", group[0].playbook, plans=True), group


def _refused(hosts: Hosts, case: Refusal) -> Inventory:
    cluster = replace(hosts.cluster, groups={**hosts.cluster.groups, **case.groups})
    return cluster.inventory(case.given)


def _said_by(hosts: Hosts, host: str, script: str) -> str:
    try:
        hosts.on(host, script)
    except RuntimeError as error:
        return f"{script}: {error}"
    return ""
