# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The brokers and ZooKeeper servers of a host, found by their process, whoever installed them and however.

A process of another PID namespace, or with another root directory, belongs to a container: its files are not the
host's, so it is told of and not looked into.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field, replace
from typing import Dict, List, Mapping, Sequence, Tuple

from ..broker import properties
from ..core.errors import KERNEL, GroundworkError, of_file
from ..host import paths, process
from ..host.machine import Host
from . import processes
from .java_command import JavaCommand
from .processes import BROKER, CONTROLLER, ZOOKEEPER

KINDS = (BROKER, CONTROLLER, ZOOKEEPER)
_DELETED = " (deleted)"


@dataclass(frozen=True)
class Elsewhere:
    """A server in a container of this host."""

    kind: str
    pid: str


@dataclass(frozen=True)
class Server:
    """A running server. *properties* are its configuration file's, with what the command line sets instead.

    *unit* is its systemd service without .service, which is *shared* where others run in it as well, *java* the program
    that runs (None: it has been replaced on disk), *refused* why its configuration file was not read, so that nothing
    is known of its properties.
    """

    kind: str
    pid: str
    command: JavaCommand
    unit: str | None = None
    user: str | None = None
    started: float | None = None
    java: str | None = None
    java_version: str | None = None
    config: str | None = None
    refused: str | None = None
    properties: Mapping[str, str] = field(default_factory=dict)
    shared: bool = False

    @property
    def name(self) -> str:
        """How rows and findings call it: its unit, or what it is and its process; where that is shared, by both."""
        if self.unit and self.shared:
            return f"{self.unit} {self.kind} {self.pid}"
        return self.unit or f"{self.kind} {self.pid}"

    @property
    def directories(self) -> List[Tuple[str, str]]:
        """(property, path) of each directory that holds its data."""
        given = self.properties
        if self.kind == ZOOKEEPER:
            keys = [key for key in ("dataDir", "dataLogDir") if given.get(key)]
        else:
            keys = ["log.dirs" if given.get("log.dirs") else "log.dir"] if self.kind == BROKER else []
            keys += ["metadata.log.dir"] if given.get("metadata.log.dir") else []
            keys = keys or ["log.dirs" if given.get("log.dirs") else "log.dir"]
        return [
            (key, posixpath.normpath(path.strip()))
            for key in keys
            for path in given.get(key, "/tmp/kafka-logs").split(",")  # noqa: S108 Kafka's own default
            if path.strip().startswith("/")
        ]


#: What is raised where a process is looked at by what it says of itself: any user may run what looks like a server,
#: with any words and any file.
NONSENSE = (GroundworkError, OSError, ValueError, OverflowError)


def said(pid: str, error: Exception) -> str:
    """The sentence for the *error*, one of NONSENSE, that process *pid* made by what it says of itself."""
    if isinstance(error, OSError):
        error = of_file(str(error.filename or f"A path that process {pid} gives"), "read", error)
    if isinstance(error, GroundworkError):
        return str(error)
    return f"What process {pid} gives cannot be read ({error}); look at its command line and at its configuration."


def find(host: Host) -> Tuple[List[Server], List[Elsewhere]]:
    """The servers of this host, and those in its containers, by process id.

    Raises GroundworkError without the rights to look at processes of others.
    """
    found, elsewhere = [], []
    for one in processes.find(host):
        if not one.own:
            elsewhere.append(Elsewhere(one.kind, one.pid))
            continue
        server = _server(host, one.kind, one.pid, one.command)
        found += [server] if server else []
    units = [server.unit for server in found if server.unit]
    return [replace(one, shared=units.count(one.unit) > 1) if one.unit else one for one in found], elsewhere


def _server(host: Host, kind: str, pid: str, command: JavaCommand) -> Server | None:
    started = process.started(host, pid)
    if started is None:
        return None
    refused: str | None = None
    config: str | None = None
    given: Dict[str, str] = {}
    try:
        config, given = _configuration(host, kind, pid, command.arguments)
    except NONSENSE as error:
        refused = said(pid, error)
    if kind == BROKER and "broker" not in re.split(r"[,\s]+", given.get("process.roles", "broker")):
        kind = CONTROLLER
    program = host.link(f"/proc/{pid}/exe")
    java = program if program and not program.endswith(_DELETED) and not program.startswith(KERNEL) else None
    server = Server(
        kind,
        pid,
        command,
        unit=process.unit(host, pid),
        user=process.user(host, pid),
        started=started,
        java=java,
        java_version=_java_version(host, java) if java else None,
        config=config,
        refused=refused,
        properties=given,
    )
    try:
        for _key, path in server.directories:
            paths.apart(path)
    except GroundworkError as error:
        return replace(server, refused=str(error), properties={})
    return server


def _configuration(host: Host, kind: str, pid: str, arguments: Sequence[str]) -> Tuple[str | None, Dict[str, str]]:
    """The configuration file and the properties that count."""
    if kind == ZOOKEEPER and len(arguments) > 1:  # ZooKeeperServerMain PORT DIRECTORY
        return None, {"dataDir": arguments[1]}
    if not arguments or arguments[0].startswith("-"):
        return None, {}
    config = paths.apart(posixpath.join(host.link(f"/proc/{pid}/cwd") or "/", arguments[0]))
    given = properties.parse(host.read(config) or "")
    for option, value in zip(arguments[1:], arguments[2:]):
        if option == "--override":
            given.update(properties.parse(value))
    return config, given


def _java_version(host: Host, java: str) -> str | None:
    """The version that the Java installation's file ``release`` tells; starting java would cost half a second."""
    home = posixpath.dirname(posixpath.dirname(java))
    for folder in (home, posixpath.dirname(home)):  # the latter for the jre folder of Java 8
        found = re.search(r'^JAVA_VERSION="(.*)"', host.text(folder + "/release"), re.MULTILINE)
        if found:
            return found.group(1)
    return None
