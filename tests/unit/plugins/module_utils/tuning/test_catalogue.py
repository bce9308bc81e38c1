# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.tuning import catalogue

ENTRIES = {**catalogue.KERNEL, "huge pages": catalogue.HUGE_PAGES, "nofile": catalogue.NOFILE}
RULES = ("exact", "at_least", "at_most")


@pytest.mark.parametrize("name", ENTRIES)
def test_each_setting_says_why_it_matters_and_who_says_so(name) -> None:
    entry = ENTRIES[name]
    assert entry.rule in RULES
    assert (entry.reason.strip(), entry.source.strip()) == (entry.reason, entry.source)
    assert entry.reason
    assert entry.source.startswith(("Apache Kafka documentation", "Kafka: The Definitive Guide", "Linux kernel doc"))
