# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.modules import server_process

SECURED = {
    "protocol": "zookeeper",
    "host": "localhost",
    "port": 2181,
    "timeout": 60,
    "report": 0,
    "keystore": "/nowhere/keystore.pem",
    "truststore": "/nowhere/truststore.pem",
}


def test_files_that_are_still_to_be_written_are_missed_by_who_asks_alone() -> None:
    assert server_process.question(SECURED, check_mode=True)
    with pytest.raises(GroundworkError, match=r"/nowhere/truststore\.pem.* can't be used"):
        server_process.question(SECURED, check_mode=False)
