# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""This machine, on which one real server on loopback is a service; a run of ours may be killed at any change."""

from __future__ import annotations

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host
from tests.servers.server import Server


class Killed(BaseException):
    """The run ends here."""


class ServiceHost(Host):
    """The *server* is the service whichever is named. After *left* changes the run is killed; None: never."""

    def __init__(self, server: Server) -> None:
        real = Host().run
        super().__init__("/", lambda argv: self._service(argv) if argv[0] == "systemctl" else self._changed(real, argv))
        self.server = server
        self.starts = 1
        self.left: int | None = None

    def write(self, path, text, mode=0o644, owner=None) -> bool:
        return self._changed(Host.write, self, path, text, mode, owner)

    def _changed(self, change, *given):
        if self.left == 0:
            raise Killed
        done = change(*given)
        self.left = self.left if self.left is None else self.left - 1
        return done

    def _service(self, argv) -> Completed:
        if argv[1] == "stop":
            self._changed(self.server.stop)
        elif argv[1] == "start":
            self.boot()
        runs = self.server.process is not None
        shown = {
            "ActiveState": "active" if runs else "inactive",
            "MainPID": str(self.server.process.pid) if runs else "0",
            "ExecMainStartTimestampMonotonic": str(self.starts),
        }
        return Completed(0, shown["MainPID"] if "--value" in argv else "\n".join(map("=".join, shown.items())), "")

    def boot(self) -> None:
        """Start the server with the settings that are there."""
        self.starts += 1
        self.server.start(wait=False)
