# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A port of loopback that leads to another one, by the program that does so on hosts, started as its socket does it.

As a router would, where what it leads to is at another address of loopback, which clients are not told.
"""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import suppress

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Host
from ansible_collections.groundwork.kafka.plugins.module_utils.server import port_forwards

SECONDS = 20


class Forward:
    """What comes to one *port* goes to another, *to*, of *address* until it is closed."""

    def __init__(self, port: int, to: int, address: str = "127.0.0.1") -> None:
        self.port = port
        program = port_forwards.program(Host())
        command = ["systemd-socket-activate", "-l", f"127.0.0.1:{port}", program, f"{address}:{to}"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait()

    def close(self) -> None:
        """End it, and with it what goes through it."""
        self.process.kill()
        self.process.wait()

    def _wait(self) -> None:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.05)
        raise RuntimeError(f"nothing listens at {self.port}, which was to lead elsewhere")
