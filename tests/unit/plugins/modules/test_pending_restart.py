# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed
from ansible_collections.groundwork.kafka.plugins.modules import pending_restart


def test_folders_are_looked_at_only_where_the_file_stays_as_it_is(host) -> None:
    host.run = lambda _argv: Completed(0, "0\n", "")
    host.put("/etc/zookeeper/zoo.cfg", "dataDir=/new\n")
    host.put("/old/version-2/snapshot.0", "")
    assert pending_restart.run(host, "zookeeper", [])["running"] is False
    with pytest.raises(GroundworkError, match="has dataDir=/new, and /old holds snapshot"):
        pending_restart.run(host, "zookeeper", [], folders=["/old"])
