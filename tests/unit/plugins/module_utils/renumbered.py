# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A made-up host with users of its own in /etc, on which a run that renumbers them may be killed at any change.

Owners of files are the kernel's, so the tests with it run as root.
"""

from __future__ import annotations

import os
from typing import Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils.host.machine import Completed, Host

FILES = {"passwd": "/etc/passwd", "group": "/etc/group"}


class KilledError(BaseException):
    """The run ends here, as by SIGKILL: nothing is undone, and no sentence said."""


class NumberedHost(Host):
    """Services that are stopped and started (*active*), and users and groups in /etc, and *elsewhere* (LDAP).

    With *kill*, a number and whether the change of that number comes about before the run ends there; *changes* counts.
    *fails* has what a program says in the place of what it does.
    """

    def __init__(self, root: str, services: Sequence[str] = ("kafka",)) -> None:
        super().__init__(root, self._answer)
        self.active = dict.fromkeys(services, True)
        self.starts = dict.fromkeys(services, 1)
        self.changes, self.kill = 0, None
        self.commands: list[list[str]] = []
        self.fails: dict[str, str] = {}
        self.elsewhere = {"passwd": "", "group": ""}
        for service in services:
            self.put(f"/etc/systemd/system/{service}.service", "[Service]\n")

    def put(self, path: str, text: str, owner: tuple[int, int] = (0, 0)) -> None:
        folder = os.path.dirname(self.real(path))
        os.makedirs(folder, exist_ok=True)
        with open(self.real(path), "w", encoding="utf-8") as file:
            file.write(text)
        real_chown(self.real(path), *owner)

    def chown(self, path: str, *given: int) -> None:
        """In the place of os.chown."""
        self.change(lambda: real_chown(path, *given))

    def write(self, path, text, mode=0o644, owner=None) -> bool:
        return self.change(lambda: Host.write(self, path, text, mode, owner))

    def remove(self, path) -> bool:
        return self.change(lambda: Host.remove(self, path))

    def change(self, change):
        self.changes += 1
        number, comes_about = self.kill or (0, False)
        if number == self.changes and not comes_about:
            raise KilledError
        done = change()
        if number == self.changes:
            raise KilledError
        return done

    def lines(self, database: str) -> list[list[str]]:
        return [line.split(":") for line in self.text(FILES[database]).splitlines()]

    def _answer(self, argv: Sequence[str]) -> Completed:
        self.commands.append(list(argv))
        if argv[0] in self.fails:
            return Completed(1, "", self.fails[argv[0]])
        if argv[0] == "getent":
            everybody = self.text(FILES[argv[1]]) + self.elsewhere[argv[1]]
            found = [line for line in everybody.splitlines() if set(line.split(":")[:3:2]) & set(argv[2:])]
            return Completed(0 if found else 2, "".join(line + "\n" for line in found), "")
        if argv[:2] == ["systemctl", "show"]:
            return Completed(0, self._shown(argv), "")
        if argv[0] == "systemctl":
            return self.change(lambda: self._turned(argv[1], argv[-1].partition(".")[0]))
        if argv[0] == "usermod":
            return self._usermod(*argv[1:])
        assert argv[:2] == ["groupmod", "--gid"], argv
        return self._groupmod(argv[3], argv[2])

    def _usermod(self, option: str, value: str, user: str) -> Completed:
        if option == "--uid":
            return self.change(lambda: self._set("passwd", user, 2, value))
        number = next(fields[2] for fields in self.lines("group") if fields[0] == value)
        return self.change(lambda: self._set("passwd", user, 3, number))

    def _groupmod(self, group: str, number: str) -> Completed:
        former = next(fields[2] for fields in self.lines("group") if fields[0] == group)
        self.change(lambda: self._set("group", group, 2, number))
        for user in [fields[0] for fields in self.lines("passwd") if fields[3] == former]:  # in a second file
            self.change(lambda user=user: self._set("passwd", user, 3, number))
        return Completed(0, "", "")

    def _set(self, database: str, name: str, field: int, value: str) -> Completed:
        lines = self.lines(database)
        for fields in lines:
            if fields[0] == name:
                fields[field] = value
        Host.write(self, FILES[database], "".join(":".join(fields) + "\n" for fields in lines))
        return Completed(0, "", "")

    def _turned(self, verb: str, service: str) -> Completed:
        if verb == "start":
            return Completed(0 if self.start_service(service) else 1, "", "")
        if verb == "stop":
            self.active[service] = False
        return Completed(0, "", "")

    def start_service(self, service: str) -> bool:
        """What systemd does, at a boot as well: not where a file says that it must not."""
        folder = f"/etc/systemd/system/{service}.service.d"
        texts = [self.text(f"{folder}/{name}") for name in self.names(folder)]
        asserted = [line.partition("!")[2] for text in texts for line in text.splitlines() if line.startswith("Assert")]
        if any(self.exists(path) for path in asserted):
            return False
        self.starts[service] += not self.active[service]
        self.active[service] = True
        return True

    def _shown(self, argv: Sequence[str]) -> str:
        service = argv[-1].partition(".")[0]
        active = self.active.get(service, False)
        shown = {
            "ActiveState": "active" if active else "inactive",
            "MainPID": "42" if active else "0",
            "ExecMainStartTimestampMonotonic": str(self.starts.get(service, 0)),
        }
        if "--value" in argv:
            return shown[argv[2].partition("=")[2]] + "\n"
        return "".join(f"{name}={value}\n" for name, value in shown.items())


real_chown = os.chown
