# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A server's service: enabled, started or restarted, and waited for until the server answers or its process dies.

A broker that was killed reads its logs again before it answers, for hours where they are large. So the time-out begins
anew with each step that it tells of.
"""

from __future__ import annotations

import re
import time
from dataclasses import asdict, dataclass, replace
from typing import Any, Callable, Dict, List, Mapping, Sequence

from ..core.errors import GroundworkError
from ..disks import mount_units
from ..host import pending, systemd, unit_journal
from ..host.machine import Host
from . import log_recovery, renumber_record, token_keys, unconfigured
from .log_recovery import Recovery

STATES = ("started", "current", "restarted", "awaited")
PROPERTIES = "LoadState,ActiveState,UnitFileState,MainPID,NRestarts,NeedDaemonReload,Result,ExecMainStatus"
PROPERTIES += ",InvocationID,InactiveExitTimestampMonotonic"

_PAUSE_SECONDS = 0.5
#: After so many deaths of a process that systemd starts again and again, nobody need wait for the next.
_DEATHS = 2
#: A broker that starts before its old session with ZooKeeper ends dies of it, and lives once systemd has tried on.
_PASSES = "NodeExists"
_ERROR = re.compile(r"\b(?:ERROR|FATAL|error|Error|Invalid|Unrecognized)\b|Exception|Caused by")
_FRAME = re.compile(r"at \S+\(|\.\.\. [0-9]+ more")  # of a stack trace, whose first line says what is wrong
_LINES_READ, _LINES_SHOWN = 400, 10
_LINES_OF_RECOVERY = 1000  # thousands of partitions tell of themselves


@dataclass(frozen=True)
class Question:
    """How a server is asked. *ask* gives what it is, or raises OSError or ValueError with the reason why it does not
    answer; it is asked for *timeout* seconds, and for as many more after each step of a recovery that it tells of.

    *report* seconds into a recovery the waiting ends with how far that is, so that somebody can tell it, and wait on.
    """

    ask: Callable[[], Mapping[str, Any]]
    timeout: int
    report: float = float("inf")


@dataclass(frozen=True)
class Beginning:
    """Where a wait begins: the journal from *moment* of the clock on, without the lines of *earlier*, the start before,
    whose process may have said its last words since; and the process that systemd had started anew *restarts* times."""

    moment: float
    earlier: str = ""
    restarts: int = 0


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

    def show(self) -> systemd.Properties:
        """What systemd knows of it."""
        shown = systemd.show(self.host, [self.name], PROPERTIES)
        if shown is None:
            raise systemd.silent(f"{self.name}.service")
        return shown[self.name]

    def control(self, begun: Beginning, *words: str) -> None:
        """Run systemctl; GroundworkError with its words, and the service's last errors, when it fails."""
        done = self.host.run(["systemctl", *words])
        if done.rc != 0:
            if words[0] == "enable" and self.show().get("LoadState") == "not-found":
                raise unconfigured.refusal(words[1])
            raise GroundworkError(
                f"systemctl {' '.join(words)} failed ({' '.join(done.stderr.split())})" + self.last_errors(begun)
            )

    def entries(self, begun: Beginning, lines: int = _LINES_READ) -> List[unit_journal.Entry]:
        """What the service said since it has *begun*."""
        seconds = int(self.clock.now() - begun.moment) + 1
        said = unit_journal.read(self.host, self.name, seconds, lines)
        return [entry for entry in said if not begun.earlier or entry.invocation != begun.earlier]

    def journal(self, begun: Beginning) -> List[str]:
        """The same, each line once and without stack frames."""
        said = dict.fromkeys(line.strip() for entry in self.entries(begun) for line in entry.text.splitlines())
        return [line for line in said if line and not _FRAME.match(line)]

    def recovery(self, begun: Beginning) -> Recovery | None:
        """How far a broker is that loads its logs."""
        return log_recovery.recovery(self.entries(begun, _LINES_OF_RECOVERY))

    def last_errors(self, begun: Beginning) -> str:
        """The end of a sentence: what to do, and the last errors, or else the last lines, of the journal."""
        lines = self.journal(begun)
        if not lines:
            return f"; look at journalctl -u {self.name} on that host."
        errors = [line for line in lines if _ERROR.search(line)]
        shown = "\n".join((errors or lines)[-_LINES_SHOWN:])
        return f"; mend what its journal says and run again. The last {'errors' if errors else 'lines'} there:\n{shown}"


def run(
    service: Service, state: str, reads: Sequence[str], check: bool, begun: Beginning | None = None
) -> Dict[str, Any]:
    """Bring *service*, which reads *reads* when it starts, into *state*, and wait for its answer: the result.

    *begun* is where a wait began that is gone on with.
    """
    before = service.show()
    todo = _todo(service, before, state, reads)
    # In check mode its disk may be one that is only told of yet, and its unit one that is still to be written.
    if not check and any(words[0] == "restart" for words in todo):
        _refuse_unmounted(service)
        _refuse_keyless(service)
    if not check and todo:
        renumber_record.check_whole(service.host, service.name)
    changes = [words[0] for words in todo if words[0] not in ("daemon-reload", "reset-failed")]
    acted = "restart" in changes or "start" in changes
    begun = begun or _beginning(service, before, acted)
    if not check:
        for words in todo:
            service.control(begun, *words)
    question = None if check else service.question
    if question and acted:
        begun = replace(begun, restarts=_restarts(service.show()))  # of the start that was just made
    answer = wait(service, question, begun, acted) if question else {}
    now = (
        service.show() if (acted or state == "awaited") and not check else before
    )  # it may have died meanwhile, and live
    return {
        "changed": bool(changes),
        "actions": changes,
        "answer": {} if isinstance(answer, Recovery) else dict(answer),
        "recovery": answer.progress if isinstance(answer, Recovery) else None,
        "begun": asdict(begun) if isinstance(answer, Recovery) else None,
        "pid": int(now.get("MainPID") or 0) or None,
        "diff": _diff(before, changes),
    }


def _beginning(service: Service, before: systemd.Properties, acted: bool) -> Beginning:
    """Of a process that runs since before this run, all that it has said counts."""
    now, started = service.clock.now(), int(before.get("InactiveExitTimestampMonotonic") or 0) / 1e6
    if acted:
        return Beginning(now, before.get("InvocationID", ""))
    return Beginning(min(started, now) if started else now, restarts=_restarts(before))


def _restarts(known: systemd.Properties) -> int:
    return int(known.get("NRestarts") or 0)


def _diff(before: systemd.Properties, changes: Sequence[str]) -> Dict[str, Dict[str, str]]:
    process = before.get("MainPID", "0")
    found = {"enabled": before.get("UnitFileState", ""), "process": "none" if process == "0" else process}
    after = dict(found)
    if "enable" in changes:
        after["enabled"] = "enabled"
    if "restart" in changes or "start" in changes:
        after["process"] = "a new one"
    return {"before": found, "after": after}


def _todo(service: Service, known: systemd.Properties, state: str, reads: Sequence[str]) -> List[List[str]]:
    """The words to give systemctl, one call after the other."""
    unit = f"{service.name}.service"
    if state == "awaited":
        return []
    if known.get("LoadState") == "masked":
        raise GroundworkError(f"{unit} is masked, so nothing can start it; run systemctl unmask {unit} first.")
    todo = []
    if known.get("NeedDaemonReload") == "yes" or known.get("LoadState") != "loaded":
        todo.append(["daemon-reload"])
    if known.get("UnitFileState") != "enabled":
        todo.append(["enable", unit])
    active, pid = known.get("ActiveState"), known.get("MainPID", "0")
    running = active in ("active", "reloading")
    # One that is being stopped, as by a run that was killed, would be down when this has ended.
    if not running and (active in ("failed", "deactivating") or pid == "0"):
        todo += [["reset-failed", unit]] if active == "failed" else []
        todo.append(["start", unit])
    elif state == "restarted" or (state == "current" and pending.outdated(service.host, pid, reads)):
        todo.append(["restart", unit])
    return todo


def _refuse_unmounted(service: Service) -> None:
    """Raise GroundworkError, while the process still runs, where its unit would not start another one."""
    points = mount_units.unmounted(service.host, service.name)
    if points:
        without = (
            ", or go on without it: take its folder out of kafka_log_dirs and the disk out of data_disks_devices, and "
            "run the playbook groundwork.kafka.site"
        )
        raise GroundworkError(
            f"{service.name}.service was not stopped, for it would not start again: no disk is mounted at "
            f"{' and '.join(points)}; mount it{without if service.name == 'kafka' else ''}."
        )


def _refuse_keyless(service: Service) -> None:
    """Raise GroundworkError, while the broker still runs, where another one would end for want of tokens' keys."""
    missing = token_keys.unanswered(service.host) if service.name == "kafka" else []
    if missing:
        raise GroundworkError(
            f"{service.name}.service was not stopped, for a broker ends when it starts without the keys of tokens, and "
            f"nobody answers this host at {' and '.join(missing)}; have the provider answer there, and run again."
        )


def wait(service: Service, question: Question, begun: Beginning, acted: bool) -> Mapping[str, Any] | Recovery:
    """What the server answers, or how far its recovery is; GroundworkError when it does not answer, or died.

    Without *acted*, the server ran before, and one answer is enough.
    """
    clock = service.clock
    end, report = clock.now() + question.timeout, clock.now() + question.report
    while True:
        reason: object = None
        try:
            answer = question.ask()
        except (OSError, ValueError) as error:
            reason = error
        if reason is None and not acted:
            return answer
        known = service.show()
        if reason is None and known.get("ActiveState") == "active":
            return answer
        _refuse_dead(service, known, begun)
        now = clock.now()  # before the journal is read, which takes its time on a busy host
        if now >= min(end, report):
            recovery = service.recovery(begun)
            loading = recovery is not None and not recovery.done
            if recovery:
                told = recovery.at + question.timeout
                end = told if loading else max(end, told)
            if now >= end:
                raise _silent(service, question, begun, recovery if loading else None, reason)
            if recovery and loading and now >= report:
                return recovery
            report = clock.now() + question.report
        clock.sleep(_PAUSE_SECONDS)


def _silent(
    service: Service, question: Question, begun: Beginning, recovery: Recovery | None, reason: object
) -> GroundworkError:
    """The sentence for a server that runs and does not answer."""
    if recovery:
        return GroundworkError(
            f"{service.name}.service loads its logs ({recovery.progress}), and told of no step in {question.timeout} "
            "seconds" + service.last_errors(begun)
        )
    return GroundworkError(
        f"{service.name}.service runs, and did not answer within {question.timeout} seconds "
        f"({reason or 'another process answered'})" + service.last_errors(begun)
    )


def _refuse_dead(service: Service, known: systemd.Properties, begun: Beginning) -> None:
    """Raise GroundworkError when the process is dead for good, or dies each time that systemd starts it."""
    gone = known.get("ActiveState") in ("failed", "inactive")
    deaths = _restarts(known) - begun.restarts
    if not gone and (deaths < _DEATHS or any(_PASSES in line for line in service.journal(begun))):
        return
    seconds = max(1, round(service.clock.now() - begun.moment))
    # What systemd tells of a process that it has started again is that one's, not the dead one's.
    how = f" ({known.get('Result', 'dead')}, exit code {known.get('ExecMainStatus', '?')})" if gone else ""
    raise GroundworkError(
        f"{service.name}.service started and died {'' if gone else 'again and again '}within {seconds} seconds{how}"
        + service.last_errors(begun)
    )
