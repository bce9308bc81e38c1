# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import pytest

from ansible_collections.groundwork.kafka.plugins.modules import (
    broker_removal,
    leader_election,
    log_dirs_drain,
    metadata_version,
)

INTO = [{"path": "/a", "disk": "/"}]


@pytest.mark.parametrize(
    ("module", "given", "wait"),
    [
        (broker_removal, {"broker": 1}, -1),
        (leader_election, {}, -1),
        (log_dirs_drain, {"broker": 1, "drained": ["/b"], "into": INTO}, 0),
        (metadata_version, {"version": "4.3.1"}, -1),
    ],
)
def test_what_is_no_time_to_wait_is_refused_before_a_cluster_is_asked(call, module, given, wait) -> None:
    told = call(module, bootstrap_servers=["127.0.0.1:1"], wait=wait, **given)["msg"]
    assert told == f"wait: {wait} is no time to wait; give {wait + 1} or more, in seconds."
