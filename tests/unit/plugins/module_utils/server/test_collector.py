# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.server import collector


@pytest.mark.parametrize(
    ("threads", "flags", "found"),
    [
        ([], {}, None),
        (["java", "java"], {}, None),  # Java 8
        (["java", "java"], {"UseParallelGC": "true", "UseAdaptiveSizePolicyWithSystemGC": "true"}, "UseParallelGC"),
        (["VM Thread"], {}, "UseSerialGC"),
        (["VM Thread"], {"UseEpsilonGC": "true"}, "UseEpsilonGC"),
        (["VM Thread", "GC Thread#0"], {}, "UseParallelGC"),
        (["VM Thread", "GC Thread#0", "G1 Service"], {"UseParallelGC": "false"}, "UseG1GC"),
    ],
)
def test_the_collector_by_its_threads(host, threads, flags, found):
    for number, name in enumerate(threads, 42):
        host.put(f"/proc/42/task/{number}/comm", name + "\n")
    assert collector.read(host, "42", flags) == found
