# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server's service: enabled, started or restarted, and waited for until the server answers or its process dies."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Sequence

from ansible_collections.groundwork.kafka.plugins.module_utils import pending, units
from ansible_collections.groundwork.kafka.plugins.module_utils.errors import GroundworkError
from ansible_collections.groundwork.kafka.plugins.module_utils.host import Host

STATES = ("started", "current", "restarted")
PROPERTIES = "LoadState,ActiveState,UnitFileState,MainPID,NRestarts,NeedDaemonReload,Result,ExecMainStatus"

_PAUSE_SECONDS = 0.5
#: After so many deaths of a process that systemd starts again and again, nobody need wait for the next.
_DEATHS = 2
#: A broker that starts before its old session with ZooKeeper ends dies of it, and lives once systemd has tried on.
_PASSES = "NodeExists"
_ERROR = re.compile(r"\b(?:ERROR|FATAL|error|Error|Invalid|Unrecognized)\b|Exception|Caused by")
_FRAME = re.compile(r"at \S+\(|\.\.\. [0-9]+ more")  # of a stack trace, whose first line says what is wrong
_LINES_READ, _LINES_SHOWN = 400, 10


@dataclass(frozen=True)
class Question:
    """How a server is asked. *ask* gives what it is, or raises OSError or ValueError with the reason why it does not
    answer; it is asked for *timeout* seconds."""

    ask: Callable[[], Mapping[str, Any]]
    timeout: int


@dataclass(frozen=True)
class Clock:
    """Seconds that go by, and how to wait for so many of them; a test gives its own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class Service:
    """A service by its *name*, without .service, and the *question* that it answers; None: it is not asked."""

    host: Host
    name: str
    question: Question | None = None
    clock: Clock = Clock()

    def show(self) -> units.Properties:
        """What systemd knows of it."""
        shown = units.show(self.host, [self.name], PROPERTIES)
        if shown is None:
            raise GroundworkError(f"systemctl could not tell about {self.name}.service; a host with systemd is needed.")
        return shown[self.name]

    def control(self, *words: str) -> None:
        """Run systemctl; GroundworkError with its words, and the service's last errors, when it fails."""
        began = self.clock.now()
        done = self.host.run(["systemctl", *words])
        if done.rc != 0:
            raise GroundworkError(
                f"systemctl {' '.join(words)} failed ({' '.join(done.stderr.split())})" + self.last_errors(began)
            )

    def journal(self, since: float) -> List[str]:
        """What the service said since the moment *since* of the clock, each line once and without stack frames."""
        seconds = int(self.clock.now() - since) + 1
        words = [f"--unit={self.name}.service", f"--since=-{seconds}s", f"--lines={_LINES_READ}", "--output=cat"]
        done = self.host.run(["journalctl", *words, "--no-pager", "--quiet"])
        said = dict.fromkeys(line.strip() for line in done.stdout.splitlines())
        return [line for line in said if line and not _FRAME.match(line)]

    def last_errors(self, since: float) -> str:
        """The end of a sentence: what to do, and the last errors, or else the last lines, of the journal."""
        lines = self.journal(since)
        if not lines:
            return f"; look at journalctl -u {self.name} on that host."
        errors = [line for line in lines if _ERROR.search(line)]
        shown = "\n".join((errors or lines)[-_LINES_SHOWN:])
        return f"; mend what its journal says and run again. The last {'errors' if errors else 'lines'} there:\n{shown}"


def run(service: Service, state: str, reads: Sequence[str], check: bool) -> Dict[str, Any]:
    """Bring *service*, which reads *reads* when it starts, into *state*, and wait for its answer: the result."""
    began = service.clock.now()
    before = service.show()
    todo = _todo(service, before, state, reads)
    if not check:
        for words in todo:
            service.control(*words)
    changes = [words[0] for words in todo if words[0] not in ("daemon-reload", "reset-failed")]
    acted = "restart" in changes or "start" in changes
    question = None if check else service.question
    answer = dict(wait(service, question, began, acted)) if question else {}
    now = service.show() if acted and not check else before
    return {
        "changed": bool(changes),
        "actions": changes,
        "answer": answer,
        "pid": int(now.get("MainPID") or 0) or None,
        "diff": _diff(before, changes),
    }


def _diff(before: units.Properties, changes: Sequence[str]) -> Dict[str, Dict[str, str]]:
    process = before.get("MainPID", "0")
    found = {"enabled": before.get("UnitFileState", ""), "process": "none" if process == "0" else process}
    after = dict(found)
    if "enable" in changes:
        after["enabled"] = "enabled"
    if "restart" in changes or "start" in changes:
        after["process"] = "a new one"
    return {"before": found, "after": after}


def _todo(service: Service, known: units.Properties, state: str, reads: Sequence[str]) -> List[List[str]]:
    """The words to give systemctl, one call after the other."""
    unit = f"{service.name}.service"
    if known.get("LoadState") == "masked":
        raise GroundworkError(f"{unit} is masked, so nothing can start it; run systemctl unmask {unit} first.")
    todo = []
    if known.get("NeedDaemonReload") == "yes" or known.get("LoadState") != "loaded":
        todo.append(["daemon-reload"])
    if known.get("UnitFileState") != "enabled":
        todo.append(["enable", unit])
    active, pid = known.get("ActiveState"), known.get("MainPID", "0")
    running = active in ("active", "reloading")
    if not running and (active == "failed" or pid == "0"):
        todo += [["reset-failed", unit]] if active == "failed" else []
        todo.append(["start", unit])
    elif state == "restarted" or (state == "current" and pending.outdated(service.host, pid, reads)):
        todo.append(["restart", unit])
    return todo


def wait(service: Service, question: Question, began: float, acted: bool) -> Mapping[str, Any]:
    """What the server answers; GroundworkError when it does not, or died.

    *began* is when its journal becomes interesting. Without *acted*, the server ran before, and one answer is enough.
    """
    clock = service.clock
    end = clock.now() + question.timeout
    first = service.show() if acted else None
    while True:
        reason: object = None
        try:
            answer = question.ask()
        except (OSError, ValueError) as error:
            reason = error
        if reason is None and not acted:
            return answer
        known = service.show()
        first = first or known
        if reason is None and known.get("ActiveState") == "active":
            return answer
        _refuse_dead(service, first, known, began)
        if clock.now() >= end:
            raise GroundworkError(
                f"{service.name}.service runs, and did not answer within {question.timeout} seconds "
                f"({reason or 'another process answered'})" + service.last_errors(began)
            )
        clock.sleep(_PAUSE_SECONDS)


def _refuse_dead(service: Service, first: units.Properties, known: units.Properties, began: float) -> None:
    """Raise GroundworkError when the process is dead for good, or dies each time that systemd starts it."""
    gone = known.get("ActiveState") in ("failed", "inactive")
    deaths = int(known.get("NRestarts") or 0) - int(first.get("NRestarts") or 0)
    if not gone and (deaths < _DEATHS or any(_PASSES in line for line in service.journal(began))):
        return
    seconds = max(1, round(service.clock.now() - began))
    # What systemd tells of a process that it has started again is that one's, not the dead one's.
    how = f" ({known.get('Result', 'dead')}, exit code {known.get('ExecMainStatus', '?')})" if gone else ""
    raise GroundworkError(
        f"{service.name}.service started and died {'' if gone else 'again and again '}within {seconds} seconds{how}"
        + service.last_errors(began)
    )
