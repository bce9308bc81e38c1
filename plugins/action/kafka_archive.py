# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The control node's part of kafka_archive: read a local checksum file, transfer a local archive when it is needed."""

from __future__ import annotations

import os
from typing import Any

from ansible.errors import AnsibleError
from ansible.plugins.action import ActionBase

from ansible_collections.groundwork.kafka.plugins.module_utils.core.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.server import archive, checksum
from ansible_collections.groundwork.kafka.plugins.plugin_utils import signature


def _refuse_half(given: str, keys: str, src: str) -> None:
    """Raise GroundworkError where a signature could not be checked with what is given."""
    if bool(given) != bool(keys):
        raise GroundworkError(
            "A signature is checked against keys, and only one of the two is given; give both, or none of them."
        )
    if given and "://" in src:
        raise GroundworkError(
            f"The archive {archive.without_credentials(src)} is fetched by the host, and its signature is checked on "
            "the control node; download the archive there, and give its path."
        )


_MEGABYTE = 10**6


class ActionModule(ActionBase):  # type: ignore[misc]
    """Ask the module whether the archive is needed; if so, transfer it and call the module again."""

    TRANSFERS_FILES = False
    _MODULE = "groundwork.kafka.kafka_archive"

    def run(self, tmp: str | None = None, task_vars: dict[str, Any] | None = None) -> dict[str, Any]:
        super().run(tmp, task_vars)
        arguments = dict(self._task.args)
        try:
            given, keys = (str(arguments.pop(name, None) or "").strip() for name in ("signature", "keys"))
            _refuse_half(given, keys, str(arguments.get("src") or ""))
            self._read_checksum(arguments)
            result = self._call(arguments, task_vars)
            if result.get("failed"):
                self._refuse_nameless(arguments)
            if result.pop("needs_archive", False):
                local = self._local(arguments, "src")
                signed = self._signed(local, given, keys) if given else {}
                if not self._task.check_mode:
                    host = (task_vars or {}).get("inventory_hostname", "the host")
                    size = os.path.getsize(local) // _MEGABYTE
                    self._tell(f"{host} gets {os.path.basename(local)} ({size} MB)")
                    arguments["archive_on_host"] = self._transfer(local)
                    self._tell(f"{host} unpacks it")
                    result = self._call(arguments, task_vars)
                    result.pop("needs_archive", None)
                result.update(signed)
        except GroundworkError as error:
            return {"failed": True, "changed": False, "msg": str(error)}
        return result

    def _tell(self, what: str) -> None:
        """Print *what*: sending and unpacking an archive may take minutes, in which nothing else is said."""
        self._display.display(f"    {what}")

    def _call(self, arguments: dict[str, Any], task_vars: dict[str, Any] | None) -> dict[str, Any]:
        result: dict[str, Any] = self._execute_module(
            module_name=self._MODULE, module_args=arguments, task_vars=task_vars
        )
        return result

    def _read_checksum(self, arguments: dict[str, Any]) -> None:
        """Replace the path of a checksum file by the checksum in it."""
        wanted = str(arguments.get("checksum") or "").strip()
        if not wanted or not arguments.get("src") or checksum.is_literal(wanted) or "://" in wanted:
            return
        try:
            path = self._local(arguments, "checksum")
        except GroundworkError:
            if "://" not in str(arguments["src"]):
                self._local(arguments, "src")  # where neither is there, the archive is what to tell of
            raise
        with open(path, encoding="utf-8", errors="replace") as file:
            arguments["checksum"] = str(checksum.parse_file(file.read(), archive.file_name(str(arguments["src"]))))

    def _refuse_nameless(self, arguments: dict[str, Any]) -> None:
        """Raise GroundworkError where there is no such archive, unless its name tells a version: that is told first."""
        src = str(arguments.get("src") or "")
        if src and arguments.get("checksum") and "://" not in src and not archive.expected(src, "/")[1]:
            self._local(arguments, "src")

    def _signed(self, local: str, given: str, keys: str) -> dict[str, str]:
        """Who has signed the archive *local*."""
        files = self._found(given, "signature"), self._found(keys, "file of keys")
        return {"signed_by": signature.check(local, *files)}

    def _local(self, arguments: dict[str, Any], option: str) -> str:
        """The real path on the control node of the file that *option* gives."""
        prefix = str(arguments.get("prefix") or "")
        what = {"src": "archive", "checksum": "checksum file"}[option]
        return self._found(str(arguments[option]).strip(), what, f" of {prefix}{option}" if prefix else "")

    def _found(self, path: str, what: str, variable: str = "") -> str:
        """The real path on the control node of *path*, searched like any file of a role or playbook."""
        try:
            found: str = self._find_needle("files", os.path.expanduser(path))
        except AnsibleError as error:
            raise GroundworkError(
                f"The {what} {path}{variable} is not on the control node; give its path there, or a URL that the host "
                "can fetch."
            ) from error
        if not os.path.isfile(found):
            raise GroundworkError(
                f"The {what} {path}{variable} is a folder on the control node; give the path of a file."
            )
        return found

    def _transfer(self, local: str) -> str:
        """Copy the file *local* to the host's temporary folder; its path there."""
        folder = self._connection._shell.tmpdir or self._make_tmp_path()  # removed by Ansible when the task ends
        remote: str = self._connection._shell.join_path(folder, "archive.tgz")
        self._transfer_file(local, remote)
        self._fixup_perms2((folder, remote))
        return remote
