# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest
from ansible.errors import AnsibleFilterError

from ansible_collections.groundwork.kafka.plugins.filter.broker_config import FilterModule

FILTERS = FilterModule().filters()


@pytest.mark.parametrize("value", ["text", ["a"]])
def test_errors_are_ansibles_own(value) -> None:
    with pytest.raises(
        AnsibleFilterError,
        match=r"^what the filter properties is given has no values by key; write each key with its value",
    ):
        FILTERS["properties"](value)


def test_what_is_deprecated_is_told_and_not_what_a_version_lacks_of_the_defaults() -> None:
    defaults = {"zookeeper.connection.timeout.ms": 6000, "num.io.threads": 8}
    assert FILTERS["broker_findings"](defaults, {}, "4.3.1") == []
    (finding,) = FILTERS["broker_findings"](defaults, {"log.cleaner.enable": True}, "4.3.1")
    assert "log.cleaner.enable" in finding["subject"]
    assert FILTERS["broker_findings"](defaults, {"log.cleaner.enable": True}, "3.9.2") == []
