# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a second run of site.yml asks of hosts that are as they should be."""

import os
from collections import Counter
from pathlib import Path


def test_a_second_run_is_at_most_25_calls_of_modules_a_host(host):
    lines = (Path(os.environ["MOLECULE_EPHEMERAL_DIRECTORY"]) / "round-trips").read_text().splitlines()
    counted = Counter(line.split()[0] for line in lines)
    assert 0 < counted[host.check_output("hostname")] <= 25, lines
