# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What Kafka's own tool says of a plan of reassignment, and that it carries one out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Mapping

from tests.servers.server import java

_TOOL = "org.apache.kafka.tools.reassign.ReassignPartitionsCommand"


def verify(home: Path, folder: Path, bootstrap_server: str, plan: Mapping[str, Any]) -> list[str]:
    """The lines of kafka-reassign-partitions.sh --verify that tell of partitions; throttles stay as they are."""
    file = folder / "plan.json"
    file.write_text(json.dumps(plan))
    given = ["--bootstrap-server", bootstrap_server, "--reassignment-json-file", str(file)]
    command = java(home, _TOOL, *given, "--verify", "--preserve-throttles", heap="96m")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("Reassignment of ")]
    assert lines, done.stdout + done.stderr
    return lines


def generate(home: Path, folder: Path, bootstrap_server: str, topics: list[str], brokers: list[int]) -> dict[str, Any]:
    """The plan that kafka-reassign-partitions.sh --generate proposes for *topics* on *brokers*."""
    file = folder / "topics.json"
    file.write_text(json.dumps({"version": 1, "topics": [{"topic": topic} for topic in topics]}))
    given = ["--bootstrap-server", bootstrap_server, "--topics-to-move-json-file", str(file)]
    numbers = ",".join(map(str, brokers))
    command = java(home, _TOOL, *given, "--broker-list", numbers, "--generate", heap="96m")
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _current, _title, proposed = done.stdout.partition("Proposed partition reassignment configuration")
    found: dict[str, Any] = json.loads(proposed)
    return found


def execute(home: Path, folder: Path, bootstrap_server: str, plan: Mapping[str, Any]) -> None:
    """Have kafka-reassign-partitions.sh --execute begin with *plan*."""
    file = folder / "plan.json"
    file.write_text(json.dumps(plan))
    given = ["--bootstrap-server", bootstrap_server, "--reassignment-json-file", str(file), "--execute"]
    done = subprocess.run(java(home, _TOOL, *given, heap="96m"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
