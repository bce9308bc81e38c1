# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The runs that must change nothing: inputs and inventories that are refused, and the plans of procedures."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Iterator, Sequence

from tests.changes import readings
from tests.changes.cases import (
    CASES,
    CHANGES_OF_THE_INVENTORY,
    HAVE_OTHER_NAME,
    NUMBERS,
    PORTS,
    PROCEDURES,
    RENAMED,
)
from tests.changes.clusters import CLUSTERS, Inventory
from tests.changes.hosts import Hosts

#: So many at a time: a run works on this machine half of its time, and waits for a host the other half.
AT_ONCE = 4


@dataclass(frozen=True)
class Attempt:
    """A run of the *playbook* on the cluster *on* with an *inventory*, which says what the expression *says* matches.

    It is refused, or in check mode where it only *plans*. *prepare* is a script that a shell of each host runs before.
    A *short* one is in the lane of `make test`.
    """

    name: str
    on: str
    inventory: Inventory
    says: str
    playbook: str = "site"
    plans: bool = False
    prepare: str = "true"
    short: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a run ended, and all that it *said*, with each space, break and quotation mark written in one way."""

    returncode: int
    said: str


@dataclass(frozen=True)
class Outcomes:
    """How each attempt on a cluster ended, by its name, and what was there *before* and *after* all of them."""

    of: dict[str, Outcome]
    before: dict[str, Any]
    after: dict[str, Any]


def attempts() -> Iterator[Attempt]:
    """All of them, from the table."""
    for case in CASES:
        if case.refused is not None:
            inventory = CLUSTERS[case.on].inventory(case.values)
            name = f"{case.on} {case.input} {case.refused}"
            yield Attempt(name, case.on, inventory, case.sentence, prepare=case.prepare, short=case.short)
    for fact in CHANGES_OF_THE_INVENTORY:
        if fact.refused is not None:
            inventory = fact.change(CLUSTERS[fact.on].inventory())
            yield Attempt(f"{fact.on} {fact.name} {fact.refused}", fact.on, inventory, fact.sentence)
    for one in PROCEDURES:
        inventory = CLUSTERS[one.on].inventory({one.input: one.new})
        name, playbook = f"{one.on} {one.playbook}", f"groundwork.kafka.{one.playbook}"
        yield Attempt(f"{name} refused by site", one.on, inventory, re.escape(playbook), short=one.short)
        told = rf"from \S+ to {re.escape(one.new)} \("
        yield Attempt(f"{name} planned", one.on, inventory, told, playbook=one.playbook, plans=True, short=one.short)
    inventory = CLUSTERS["keeper"].inventory(NUMBERS)
    told = (
        rf"user zookeeper: from \d+ to {NUMBERS['zookeeper_uid']}\b.*/data/kafka/log: \d+ files and folders are given"
    )
    yield Attempt("keeper renumber_users planned", "keeper", inventory, told, playbook="renumber_users", plans=True)
    for ports in PORTS:
        inventory = CLUSTERS[ports.on].inventory({ports.input: ports.new})
        name, told = f"{ports.on} {ports.input}", f"{ports.input}: from {ports.former} to {ports.new}"
        yield Attempt(f"{name} refused by site", ports.on, inventory, re.escape(f"groundwork.kafka.{ports.playbook}"))
        yield Attempt(f"{name} planned", ports.on, inventory, told, playbook=ports.playbook, plans=True)
    inventory, told = CLUSTERS["three"].inventory(RENAMED), r"kafka_host: from \S+ to \S+\b.*kafka_host: from"
    sentence = "know the controller of this host by .* groundwork.kafka.change_ports"
    yield Attempt("three kafka_host refused by site", "three", inventory, sentence, prepare=HAVE_OTHER_NAME)
    yield Attempt("three kafka_host planned", "three", inventory, told, playbook="change_ports", plans=True)


def run_side_by_side(hosts: Hosts, chosen: Sequence[Attempt]) -> Outcomes:
    """Run those that are *chosen* on their cluster, several at a time."""
    hosts.prepare([one.prepare for one in chosen])
    before = _state(hosts)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        ended = list(pool.map(lambda one: _run(hosts, one), chosen))
    return Outcomes({one.name: outcome for one, outcome in zip(chosen, ended)}, before, _state(hosts))


def check(attempt: Attempt, outcomes: Outcomes) -> None:
    """Hold how the *attempt* ended, and what is there after all of them, against what it must be."""
    found = outcomes.of[attempt.name]
    assert (found.returncode == 0) == attempt.plans, found.said[-3000:]
    assert re.search(attempt.says, found.said), found.said[-3000:]
    assert outcomes.after == outcomes.before


def _run(hosts: Hosts, attempt: Attempt) -> Outcome:
    done = hosts.play(attempt.playbook, attempt.inventory, *(["--check"] if attempt.plans else []))
    return Outcome(done.returncode, " ".join((done.stdout + done.stderr).replace('\\"', '"').split()))


def _state(hosts: Hosts) -> dict[str, Any]:
    return {"written": readings.written(hosts), "starts": readings.starts(hosts)}
