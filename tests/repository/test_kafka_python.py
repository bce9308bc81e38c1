# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What kafka-python keeps to itself is touched by one file, which a new version of it has to be held against."""

from __future__ import annotations

import re
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
INTERNAL = re.compile(r"\bkafka\.(?:protocol|net|client_async)\b|client\._")


def test_internals_of_kafka_python_are_touched_in_one_file():
    files = [path for folder in ("plugins", "spark_validation") for path in (CHECKOUT / folder).rglob("*.py")]
    touching = {path.resolve() for path in files if INTERNAL.search(path.read_text())}
    assert touching == {CHECKOUT / "spark_validation/cluster/patient.py"}
