# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A JVM's heap and flags, tried out before the service is touched."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass
from typing import List, Tuple

from ..core.errors import GroundworkError
from ..host import trusted
from ..host.machine import Host

STAMPS = "/var/lib/groundwork-kafka/jvm"
# What the program takes from the folders beside its own when it starts, of a Java that has them.
_LOADED = ("lib/jvm.cfg", "lib/libjli.so", "lib/server/libjvm.so", "lib/libjava.so", "lib/modules")
_OPTION = re.compile(r"-(X|D|ea\b|da\b|server\b|verbose:|javaagent:|agentlib:|agentpath:|-[a-z-]+=)")
# Not tried out: they would bind ports, start agents, or rotate and write the files of the JVM that runs now.
_SIDE_EFFECTS = re.compile(
    r"-(D|javaagent:|agentlib:|agentpath:|Xrun|Xloggc|Xshare:dump"
    r"|XX:(StartFlightRecording|ArchiveClassesAtExit|LogFile))"
)
# What is logged, where to, and with which decorations; tried out without the file, which a running JVM may write.
_LOG = re.compile(r'-Xlog:([^:]+):(?:[^:"]|"[^"]*")*(?::([^:]*))?')
# How HotSpot names the one option that it stops at; it says the first only.
_COMPLAINTS = re.compile(
    r"Unrecognized VM option '(?P<vm>[^']+)'|Unrecognized option: (?P<plain>\S+)|VM option '(?P<locked>[^']+)' is"
    r"|Invalid -Xlog option '(?P<log>[^']+)'"
    r"|Improperly specified VM option '(?P<value>[^']+)'|(?:Missing \+/-|Unexpected \+/-) setting.* '(?P<sign>[^']+)'"
)
_NO_REASON = {"Error occurred during initialization of VM", "Error occurred during initialization of boot layer"}
# Set for somebody's session or left in a shell, they would be tried out as if they were the service's.
_CLEAN = ["env", "-u", "JAVA_TOOL_OPTIONS", "-u", "_JAVA_OPTIONS", "-u", "JDK_JAVA_OPTIONS"]


@dataclass(frozen=True)
class Trial:
    """What a start said: Java's major version, its warnings, and the options that it refused (empty: it started)."""

    version: int
    warnings: List[str]
    refused: List[str]


def memory(host: Host) -> int:
    """The bytes that the host's services can use: the machine's memory, or less when a container limits it."""
    match = re.search(r"^MemTotal:\s+([0-9]+) kB", host.read("/proc/meminfo") or "", re.MULTILINE)
    if match is None:
        raise GroundworkError("/proc/meminfo gives no MemTotal; mount /proc on the host.")
    return min([int(match.group(1)) * 1024, *_cgroup_limits(host)])


def check_options(options: List[str]) -> None:
    """Raise GroundworkError for what is no JVM option, or sets the heap a second time."""
    for option in options:
        if re.match(r"-Xm[sx]|-XX:(MaxHeapSize|InitialHeapSize)=", option):
            raise GroundworkError(
                f"The option {option} sets the heap, which is given apart; leave it out of the options."
            )
        if not _OPTION.match(option) or re.search(r"\s", option):
            raise GroundworkError(f"{option!r} is not a JVM option; give one option in each item of the list.")


def full_options(heap: str, options: List[str]) -> List[str]:
    """All options to start the service with: an equal smallest and largest *heap*, then *options*."""
    return [f"-Xms{heap}", f"-Xmx{heap}", *options]


def refuse_foreign(host: Host, java: str) -> None:
    """Raise GroundworkError where others than root could have another program run as *java*, which root starts."""
    program = host.real(java)
    home = os.path.dirname(os.path.dirname(os.path.realpath(program)))
    loaded = [path for path in (os.path.join(home, name) for name in _LOADED) if os.path.lexists(path)]
    for path in (program, *loaded):
        fault = trusted.fault_of_program(path)
        if fault:
            raise GroundworkError(
                f"{fault}, so others than root could have another program run as {java}, which is tried out as root; "
                "give that Java, with all folders above it, to root alone (chown -R root:root, chmod -R go-w), or give "
                "the path of another."
            )


def try_out(host: Host, java: str, heap: str, options: List[str]) -> Trial:
    """Start *java* with *options* and a small first heap, again without each option that it refuses.

    Raises GroundworkError when it does not start for another reason.
    """
    left = {_harmless(option): option for option in options if not _SIDE_EFFECTS.match(option)}
    refused: List[str] = []
    while True:
        limits = ["-Xms16m", f"-Xmx{heap}", "-XX:-AlwaysPreTouch", "-XX:-UsePerfData", "-version"]
        done = host.run([*_CLEAN, java, *left, *limits])
        said = done.stderr + done.stdout
        if done.rc == 0:
            warnings = [line.partition("warning: ")[2] for line in said.splitlines() if "warning: " in line]
            return Trial(_major(said, java), warnings, refused)
        bad = _named(said, list(left))
        if not bad:
            lines = [line.strip().rstrip(".") for line in said.splitlines() if line.strip()]
            lines = [line for line in lines if line not in _NO_REASON]
            also = f", and it does not take {', '.join(refused)}" if refused else ""
            raise GroundworkError(
                f"{java} does not start with the heap of {heap} and these options ({lines[0] if lines else done.rc})"
                f"{also}; correct them."
            )
        refused += [left.pop(option) for option in bad]


def _harmless(option: str) -> str:
    """What is tried out in the place of *option*."""
    log = _LOG.match(option)
    return f"-Xlog:{log.group(1)}:stderr:{log.group(2) or ''}" if log else option


def stamp_path(host: Host, java: str, heap: str, options: List[str]) -> str:
    """The file that remembers a trial of just this: the java program, its age, the heap and the options."""
    real = os.path.realpath(host.real(java))
    status = os.stat(real)
    key = json.dumps([real, status.st_mtime_ns, status.st_size, heap, options])
    return f"{STAMPS}/{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def remembered(host: Host, path: str) -> Trial | None:
    """The trial in the stamp file *path*, if it is there and whole."""
    try:
        trial = Trial(**json.loads(host.read(path) or ""))
    except (ValueError, TypeError):
        return None
    return trial if isinstance(trial.version, int) and isinstance(trial.warnings, list) and not trial.refused else None


def remember(host: Host, path: str, trial: Trial) -> None:
    """Write the stamp file *path*."""
    host.write(path, json.dumps(asdict(trial), sort_keys=True) + "\n")


def _named(said: str, options: List[str]) -> List[str]:
    """Those of *options* that the JVM's complaint names."""
    match = _COMPLAINTS.search(said)
    if match is None:
        return []
    name = next(text for text in match.groups() if text)
    bare = name.lstrip("+-").partition("=")[0]
    return [o for o in options if o == name or re.sub(r"^-XX:[+-]?", "", o).partition("=")[0] == bare]


def _major(said: str, java: str) -> int:
    match = re.search(r'version "(?:1\.)?([0-9]+)', said)
    if match is None:
        raise GroundworkError(f"{java} does not tell its version; give the path of a java program.")
    return int(match.group(1))


def _cgroup_limits(host: Host) -> List[int]:
    """The memory limits, in bytes, of the control groups around the init process: those of a container, if any."""
    limits = []
    for base, name, path in _cgroups(host.read("/proc/1/cgroup") or ""):
        parts = [part for part in path.split("/") if part not in ("", "..")]
        for depth in range(len(parts) + 1):
            text = (host.read("/".join([base, *parts[:depth], name])) or "").strip()
            limits += [int(text)] if text.isdigit() and int(text) > 0 else []
    return limits


def _cgroups(text: str) -> List[Tuple[str, str, str]]:
    """(mount point, name of the limit's file, path) of each memory hierarchy in a ``/proc/PID/cgroup``."""
    found = [("/sys/fs/cgroup", "memory.max", "/"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "/")]
    for line in text.splitlines():
        _number, _sep, rest = line.partition(":")
        controllers, _sep, path = rest.partition(":")
        if controllers == "":
            found.append(("/sys/fs/cgroup", "memory.max", path))
        elif "memory" in controllers.split(","):
            found.append(("/sys/fs/cgroup/memory", "memory.limit_in_bytes", path))
    return found
