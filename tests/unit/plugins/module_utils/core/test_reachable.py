# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket

from ansible_collections.groundwork.kafka.plugins.module_utils.core import reachable


def test_what_accepts_is_told_from_what_does_not():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert reachable.refusal("127.0.0.1", port, 5) == ""
    assert reachable.refusal("127.0.0.1", port, 5) == "Connection refused"
