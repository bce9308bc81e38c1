# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""One container for each distribution, and how many generated cases are tried.

The cases are the same in every run. GROUNDWORK_ORACLE_EXAMPLES=5 tries five times as many, others in every run; what
fails then prints how to have it again.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Iterator

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir

from tests.oracle.machine import Machine, started

CHECKOUT = Path(__file__).resolve().parents[2]
IMAGES = {
    "debian12": os.environ.get("GROUNDWORK_IMAGE", ""),
    "debian13": os.environ.get("GROUNDWORK_IMAGE_TRIXIE", ""),
}

_TIMES = float(os.environ.get("GROUNDWORK_ORACLE_EXAMPLES", "1"))

set_hypothesis_home_dir(CHECKOUT / ".build" / "hypothesis")
hypothesis.settings.register_profile(
    "oracle",
    database=None,
    deadline=None,
    derandomize=_TIMES == 1,
    max_examples=int(200 * _TIMES),
    print_blob=True,
    suppress_health_check=list(hypothesis.HealthCheck),  # a case takes as long as the program that is asked
)
hypothesis.settings.load_profile("oracle")


@pytest.fixture(scope="session", params=IMAGES)
def machine(request: pytest.FixtureRequest) -> Iterator[Machine]:
    """A running container of the distribution, removed also when this process is told to end."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with started(request.param, IMAGES[request.param]) as found:
        yield found
