# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
from __future__ import annotations

import os
import socket

import pytest

from ansible_collections.groundwork.kafka.plugins.module_utils.host import sockets
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host


@pytest.mark.skipif(not os.path.exists("/proc/self/net/tcp"), reason="only Linux tells it so")
@pytest.mark.parametrize(
    ("family", "bound", "told"),
    [
        (socket.AF_INET, "127.0.0.1", "127.0.0.1"),
        (socket.AF_INET, "0.0.0.0", "0.0.0.0"),  # noqa: S104 it accepts nothing
        (socket.AF_INET6, "::1", "::1"),
        (socket.AF_INET6, "::ffff:127.0.0.1", "127.0.0.1"),
    ],
)
def test_where_a_process_listens_is_the_kernels_word(family, bound, told):
    with socket.socket(family) as one:
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            one.bind((bound, 0))
        except OSError as error:
            pytest.skip(f"no such address here: {error}")
        one.listen()
        assert (told, one.getsockname()[1]) in sockets.listening(Host(), "self")


@pytest.mark.skipif(not os.path.exists("/proc/self/net/tcp"), reason="only Linux tells it so")
def test_who_is_connected_to_a_port_is_counted_until_he_leaves():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        port = door.getsockname()[1]
        assert sockets.connections(Host(), "self", {port}) == {port: {}}
        with socket.create_connection(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)):
            assert sockets.connections(Host(), "self", {port}) == {port: {"127.0.0.1": 2}}
        assert sockets.connections(Host(), "self", {port}) == {port: {}}
