# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Clients who ask at once and ask again once they are answered: writes to ZooKeeper, requests to a broker."""

from __future__ import annotations

import selectors
import socket
import struct
from contextlib import ExitStack, contextmanager
from threading import Event
from typing import Iterator

from tests.servers.meanwhile import meanwhile

_SECONDS = 60
#: To whoever asks ZooKeeper for a session: protocol, last change seen, time-out in ms, no session and no password yet.
_SESSION = struct.pack(">iqiqi16s", 0, 0, 30000, 0, 16, bytes(16))
_SET_DATA, _ANY_VERSION = 5, -1
_PATH, _DATA = b"/", bytes(100)
#: An ApiVersionsRequest, which a broker of any version answers: version 0, without a client's name.
_VERSIONS = struct.pack(">hhih", 18, 0, 1, -1)


@contextmanager
def writes_to_keeper(port: int, count: int) -> Iterator[None]:
    """A client of the ZooKeeper server at *port* that has *count* writes under way all the time."""
    with _connected(port) as link:
        link.sendall(_framed(_SESSION))
        _read_frame(link)
        path, data = _framed(_PATH), _framed(_DATA)
        write = struct.pack(">ii", 1, _SET_DATA) + path + data + struct.pack(">i", _ANY_VERSION)
        link.sendall(_framed(write) * count)

        def answered() -> None:
            _read_frame(link)
            link.sendall(_framed(write))

        with _repeated(answered, link):
            yield


@contextmanager
def requests_to_broker(port: int, count: int) -> Iterator[None]:
    """So many clients of the broker at *port*, each with a request under way all the time."""
    with ExitStack() as stack:
        links = [stack.enter_context(_connected(port)) for _number in range(count)]
        selector = stack.enter_context(selectors.DefaultSelector())
        for link in links:
            selector.register(link, selectors.EVENT_READ)
            link.sendall(_framed(_VERSIONS))

        def answered() -> None:
            for key, _events in selector.select(timeout=1):
                link = key.fileobj
                assert isinstance(link, socket.socket)
                _read_frame(link)
                link.sendall(_framed(_VERSIONS))

        with _repeated(answered, *links):
            yield


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=_SECONDS)


def _framed(text: bytes) -> bytes:
    return struct.pack(">i", len(text)) + text


def _read_frame(link: socket.socket) -> None:
    (left,) = struct.unpack(">i", link.recv(4, socket.MSG_WAITALL))
    while left > 0:
        left -= len(link.recv(left)) or left


@contextmanager
def _repeated(step, *links: socket.socket) -> Iterator[None]:
    """Take the *step* again and again in a thread of its own, until the *links* that it waits at are shut down."""

    def run(ended: Event) -> None:
        while not ended.is_set():
            try:
                step()
            except (OSError, struct.error):
                if not ended.is_set():
                    raise

    with meanwhile(run) as ended:
        try:
            yield
        finally:
            ended.set()
            for link in links:
                link.shutdown(socket.SHUT_RDWR)
