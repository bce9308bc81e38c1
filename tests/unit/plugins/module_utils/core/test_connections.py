# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.core import connections


def test_what_comes_in_parts_is_put_together_and_what_follows_is_left():
    one, other = socket.socketpair()
    with one, other:
        other.sendall(b"abc")
        other.sendall(b"defg")
        assert connections.exactly(one, 5) == b"abcde"
        assert connections.exactly(one, 2) == b"fg"


def test_one_that_ends_too_soon_is_said():
    one, other = socket.socketpair()
    with one:
        with other:
            other.sendall(b"abc")
        with pytest.raises(ConnectionResetError, match="it closed the connection"):
            connections.exactly(one, 4)
