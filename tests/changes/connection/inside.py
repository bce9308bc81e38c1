# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How Ansible reaches a container of this machine far quicker: by its namespaces, and with pipelining.

For runs that change nothing: what is started so is no part of the container for the kernel's limits.
"""

from __future__ import annotations

import subprocess

from ansible.plugins.connection import ConnectionBase

DOCUMENTATION = """
name: inside
short_description: Run in the namespaces of a process
description: The process is what the host's address gives.
author: Groundwork for Kafka contributors
options:
  remote_addr:
    description: The number of the process, the first of the container.
    type: str
    vars:
      - name: ansible_host
"""
_ENVIRONMENT = ("env", "-i", "HOME=/root", "LANG=C.UTF-8", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin")


class Connection(ConnectionBase):
    """As Ansible asks for it."""

    transport = "inside"
    has_pipelining = True

    def _connect(self) -> Connection:
        self._connected = True
        return self

    def exec_command(self, cmd: str, in_data: bytes | None = None, sudoable: bool = True) -> tuple[int, bytes, bytes]:
        """Run *cmd* by a shell there."""
        super().exec_command(cmd, in_data=in_data, sudoable=sudoable)
        done = self._shell_of_host(cmd, in_data)
        return done.returncode, done.stdout, done.stderr

    def put_file(self, in_path: str, out_path: str) -> None:
        """Write what *in_path* holds here to *out_path* there."""
        super().put_file(in_path, out_path)
        with open(in_path, "rb") as file:
            self._shell_of_host(f"cat >'{out_path}'", file.read()).check_returncode()

    def fetch_file(self, in_path: str, out_path: str) -> None:
        """Write what *in_path* holds there to *out_path* here."""
        super().fetch_file(in_path, out_path)
        with open(out_path, "wb") as file:
            file.write(self._shell_of_host(f"cat '{in_path}'", None).stdout)

    def close(self) -> None:
        """Nothing is held open."""

    def _shell_of_host(self, script: str, data: bytes | None) -> subprocess.CompletedProcess[bytes]:
        entered = ["nsenter", f"--target={self.get_option('remote_addr')}", "--all", "--root", "--wd", *_ENVIRONMENT]
        return subprocess.run([*entered, "/bin/sh", "-c", script], input=data or b"", capture_output=True, check=False)
