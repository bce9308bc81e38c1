# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a refusal tells people to write is taken, on hosts that hold data, and nothing is written before."""

from __future__ import annotations

import re
from typing import Any, Iterator

import pytest

from tests.changes.hosts import Hosts
from tests.remedies import (
    refused_archives,
    refused_arguments,
    refused_clients,
    refused_exporters,
    refused_folders,
    refused_inputs,
    refused_kraft,
    refused_listeners,
    refused_moves,
    refused_numbers,
    refused_phases,
    refused_procedures,
    refused_states,
)
from tests.remedies.calling import Called, call
from tests.remedies.calls import Call
from tests.remedies.refusals import Refusal, sentence
from tests.remedies.refusing import Followed, follow

_OF_INPUTS = (refused_exporters, refused_inputs, refused_kraft, refused_listeners, refused_procedures)
_CASES = [one for table in _OF_INPUTS for one in table.CASES]
_OF_CALLS = (
    refused_arguments,
    refused_archives,
    refused_clients,
    refused_moves,
    refused_numbers,
    refused_folders,
    refused_phases,
    refused_states,
)
_CALLS = [one for table in _OF_CALLS for one in table.CALLS]


def given() -> Iterator[Any]:
    """Each case with its cluster and its batch, those of one batch one after the other."""
    for case in sorted(_CASES, key=lambda one: (one.on, one.batch)):
        mark = pytest.mark.remedy(case.begins)
        yield pytest.param(case.on, (case.on, case.batch), case, id=case.id, marks=mark)


def calls() -> Iterator[Any]:
    """Each call of a module with its cluster and its batch, those of one batch one after the other."""
    for case in sorted(_CALLS, key=lambda one: (one.on, one.batch)):
        yield pytest.param(case.on, (case.on, case.batch), case, id=case.id, marks=pytest.mark.remedy(case.begins))


def _chosen(request: pytest.FixtureRequest, of: str) -> list[Any]:
    """The cases that are run of those whose fixture *of* has this parameter."""
    given = [one.callspec.params for one in request.session.items if hasattr(one, "callspec")]
    return [params["case"] for params in given if params.get(of) == request.param]


@pytest.fixture(scope="session")
def followed(request: pytest.FixtureRequest, hosts: Hosts) -> dict[str, Followed]:
    """What became of those that are chosen of a batch."""
    return follow(hosts, _chosen(request, "followed"))


@pytest.fixture(scope="session")
def called(request: pytest.FixtureRequest, hosts: Hosts) -> dict[str, Called]:
    """What became of the calls that are chosen."""
    return call(hosts, _chosen(request, "called"))


@pytest.mark.parametrize(("hosts", "followed", "case"), list(given()), indirect=["hosts", "followed"], scope="session")
def test_the_remedy_of_a_refusal(followed: dict[str, Followed], case: Refusal) -> None:
    found = followed[case.id]
    assert found.refused.returncode != 0, found.refused.said[-3000:]
    assert re.search(sentence(case.begins), found.refused.said), found.refused.said[-3000:]
    assert case.tells in found.refused.said
    assert found.steps == ""
    assert found.taken is not None
    assert found.taken.returncode == 0, found.taken.said[-3000:]
    assert not found.wrote


@pytest.mark.parametrize(
    ("hosts", "called", "case"),
    list(calls()),
    indirect=["hosts", "called"],
    scope="session",
)
def test_the_remedy_of_a_module(called: dict[str, Called], case: Call) -> None:
    found = called[case.id]
    assert re.search(f"fatal: .*{sentence(case.begins)}", found.refused, re.DOTALL), found.refused
    assert case.tells in found.refused
    assert found.steps == ""
    assert re.search("^(ok|changed): ", found.taken, re.MULTILINE), found.taken
    assert not found.wrote
