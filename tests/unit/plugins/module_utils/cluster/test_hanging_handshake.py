# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A broker that hangs behind TLS: its kernel accepts connections, and nobody answers the handshake."""

from __future__ import annotations

import socket
import time

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.cluster import connection


def test_a_handshake_that_nobody_answers_ends_in_a_sentence():
    pytest.importorskip("kafka")
    with socket.socket() as hanging:
        hanging.bind(("127.0.0.1", 0))
        hanging.listen(5)
        server = f"127.0.0.1:{hanging.getsockname()[1]}"
        began = time.monotonic()
        asked = connection.connected([server], {"security.protocol": "SSL"}, 1)
        with pytest.raises(connection.NoAnswerError, match="did not answer over SSL within 1 seconds"), asked:
            pass
        assert time.monotonic() - began < 10
