# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What the role probe refuses, and what it says to give instead: with that it probes a cluster that runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, Iterator, Mapping

import kafka
import pytest

from tests.changes import readings
from tests.changes.hosts import CHECKOUT, Hosts
from tests.remedies.refusals import sentence
from tests.remedies.refused_probes import PROBES, Probe
from tests.servers.container import output

#: The validation and its client, beside the host's own Python.
_FOLDER = "/opt/probing"
_PYTHON = f'#!/bin/sh\nPYTHONPATH={_FOLDER} exec /usr/bin/python3 "$@"\n'
_SERVICE = "groundwork-kafka-probe"
_TOLD = f"/var/lib/{_SERVICE}/probe.prom"
_TAKE_AWAY = (
    f"systemctl disable --now {_SERVICE}.timer; rm --force /etc/systemd/system/{_SERVICE}.* {_TOLD}; "
    "systemctl daemon-reload"
)
_CASES = [pytest.param(one, id=one.tells, marks=pytest.mark.remedy(one.begins)) for one in PROBES]


@pytest.fixture(scope="module")
def probing(hosts: Hosts) -> Iterator[Hosts]:
    """The hosts, with a Python that can run the probe meanwhile."""
    (host,) = hosts.cluster.hosts
    hosts.on(host, f"mkdir --parents {_FOLDER}")
    for folder in (CHECKOUT / "spark_validation", Path(kafka.__file__).parent):
        output(["podman", "cp", str(folder), f"{hosts.cluster.lab.container(host)}:{_FOLDER}/"])
    hosts.on(host, f"cat >{_FOLDER}/python <<'END'\n{_PYTHON}END\nchmod 0755 {_FOLDER}/python")
    yield hosts
    hosts.on(host, f"rm --recursive {_FOLDER}")


@pytest.fixture
def ended(probing: Hosts) -> Iterator[Hosts]:
    """The hosts, on which no probe runs afterwards."""
    yield probing
    (host,) = probing.cluster.hosts
    probing.on(host, _TAKE_AWAY)


def play(hosts: Hosts, given: Mapping[str, Any], grouped: bool = True) -> CompletedProcess[str]:
    """How the role ended."""
    inventory = hosts.cluster.inventory({"probe_python": f"{_FOLDER}/python", **given})
    if not grouped:
        inventory["all"]["children"] = {}
    file = hosts.folder / "probe.json"  # JSON is YAML
    role = {"include_role": {"name": "groundwork.kafka.probe"}}
    file.write_text(json.dumps([{"hosts": "all", "become": True, "tasks": [role]}]))
    return hosts.run(str(file), inventory)


@pytest.mark.parametrize("hosts", ["keeper"], indirect=True, scope="session")
@pytest.mark.parametrize("case", _CASES)
def test_it_probes_with_what_the_refusal_says(ended: Hosts, case: Probe) -> None:
    (host,) = ended.cluster.hosts
    before = readings.written(ended)
    refused = play(ended, case.given, grouped=not case.ungrouped)
    said = " ".join(refused.stdout.split())
    assert refused.returncode != 0, said[-3000:]
    assert re.search(sentence(case.begins), said), said[-3000:]
    assert case.tells in said
    assert readings.written(ended) == before
    taken = play(ended, case.then)
    assert taken.returncode == 0, taken.stdout[-3000:]
    ended.on(host, f"systemctl start {_SERVICE}.service")  # which fails where the probe does
    assert "groundwork" in ended.on(host, f"cat {_TOLD}")
