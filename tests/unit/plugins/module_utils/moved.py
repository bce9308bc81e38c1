# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A made-up host on which a run that moves data may be killed at any change; its service is stopped and started."""

from __future__ import annotations

import os
import shutil
from typing import Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.host import accounts
from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

ACCOUNT = accounts.Service("zookeeper", "keeper", "keepers")
#: How far a change comes that a kill ends: not at all, to its half where it is of many files, or to its end.
BEFORE, HALF, AFTER = "before", "half", "after"


class Killed(BaseException):
    """The run ends here, as by SIGKILL: nothing is undone, and no sentence said."""


class MovingHost(Host):
    """*active* tells whether the service runs; *started* counts its starts.

    With *kill*, a number and BEFORE, HALF or AFTER, the run ends at the change of that number; *changes* counts them,
    and *of_many* has the numbers of those that are of several files.
    """

    def __init__(self, root: str) -> None:
        super().__init__(root, self._answer)
        self.active, self.started = True, 1
        self.kill: tuple[int, str] | None = None
        self.changes, self.of_many = 0, set[int]()
        self.commands: list[list[str]] = []
        self.fails: dict[str, str] = {}

    def put(self, path: str, text: str) -> None:
        os.makedirs(os.path.dirname(self.real(path)), exist_ok=True)
        with open(self.real(path), "w", encoding="utf-8") as file:
            file.write(text)

    def tree(self) -> dict[str, str]:
        """Every file below the root with its text."""
        found = {}
        for folder, _folders, names in os.walk(self.root):
            for name in (name for name in names if not os.path.islink(os.path.join(folder, name))):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found["/" + os.path.relpath(os.path.join(folder, name), self.root)] = file.read()
        return found

    def write(self, path, text, mode=0o644, owner=None) -> bool:
        return self._change(lambda: Host.write(self, path, text, mode, owner))

    def folder(self, path, mode, owner) -> None:
        self._change(lambda: Host.folder(self, path, mode, owner))

    def remove(self, path) -> bool:
        return self._change(lambda: Host.remove(self, path))

    def _change(self, change, half=None):
        self.changes += 1
        if half:
            self.of_many.add(self.changes)
        how = self.kill[1] if self.kill and self.kill[0] == self.changes else None
        if how == BEFORE:
            raise Killed
        if how == HALF and half:
            half()
            raise Killed
        done = change()
        if how:
            raise Killed
        return done

    def _answer(self, argv: Sequence[str]) -> Completed:
        self.commands.append(list(argv))
        if argv[0] == "getent":
            number = {"passwd": os.getuid(), "group": os.getgid()}[argv[1]]
            return Completed(0, f"{argv[2]}:x:{number}:\n", "")
        if argv[:2] == ["systemctl", "show"]:
            return Completed(0, self._shown(argv), "")
        if argv[0] == "systemctl":
            return self._change(lambda: self._turned(argv[1] == "start"))
        assert list(argv[:6]) == ["runuser", "-u", ACCOUNT.user, "-g", ACCOUNT.group, "--"]
        words = list(argv[6:])
        if words[0] in self.fails:
            return Completed(1, "", self.fails[words[0]])
        some = words.index("--") + 1
        some += (len(words) - some) // 2
        several = words[some - 1] != "--" and "--no-target-directory" not in words
        half = (lambda: self._ran(words[:some])) if several else None
        return self._change(lambda: self._ran(words), half)

    def _turned(self, on: bool) -> Completed:
        self.started += on and not self.active
        self.active = on
        return Completed(0, "", "")

    def _shown(self, argv: Sequence[str]) -> str:
        shown = {
            "ActiveState": "active" if self.active else "inactive",
            "MainPID": "42" if self.active else "0",
            "ExecMainStartTimestampMonotonic": str(self.started),
        }
        if "--value" in argv:
            return shown[argv[2].partition("=")[2]] + "\n"
        return "".join(f"{name}={value}\n" for name, value in shown.items())

    def _ran(self, words: list[str]) -> Completed:
        """The few commands as they are given here; tests with real servers run those of the host."""
        operands = [self.real(word) for word in words[words.index("--") + 1 :]]
        into = self.real(words[words.index("-t") + 1]) if "-t" in words else ""
        for path in operands:
            if "--no-target-directory" in words:
                if not os.path.lexists(operands[1]):
                    os.rename(*operands)
                break
            if words[0] == "mkdir":
                os.makedirs(path, exist_ok="-p" in words)
            elif words[0] == "rm":
                shutil.rmtree(path)
            elif words[0] == "cp":
                shutil.copy2(path, into)
            elif not os.path.exists(os.path.join(into, os.path.basename(path))):
                os.rename(path, os.path.join(into, os.path.basename(path)))
        return Completed(0, "", "")
