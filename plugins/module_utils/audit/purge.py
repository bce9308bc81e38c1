# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Who purges the old snapshots and logs of a running ZooKeeper server, and whether it really does.

A file that asks for a purge is none: counted is what runs, by when it last did and how that ended, and by what lies in
the server's folder.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Iterator, List, NamedTuple

from ..core import findings, observation
from ..core.errors import GroundworkError
from ..core.moments import moment
from ..core.observation import Observation
from ..core.settings import DRIFTED, IN_EFFECT, JOB, UNAVAILABLE
from ..host import paths, timers
from ..host.machine import Host
from ..server import purge_cron, purge_timer
from ..server.purge_job import CRON_ENTRY, SOURCE
from ..server.running import Server

_SPOOLS = ["/var/spool/cron", "/var/spool/cron/crontabs"]
_SCRIPTS = ["/etc/cron.hourly", "/etc/cron.daily", "/etc/cron.weekly", "/etc/cron.monthly"]
_UNITS = ["/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"]
_JOB = re.compile(r"PurgeTxnLog|zkCleanup\.sh")
_FOLDERS = re.compile(r"PurgeTxnLog\s+(.*)")
_KEPT = re.compile(r"\s-n\s+([0-9]{1,9})(?![0-9])")
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_SCRIPT_OF_UNIT = re.compile(r"^Unit=(\S+)", re.MULTILINE)
_SEEN_DAYS = 32  # of cron's own log: a job of every month is in it
_SLACK_SECONDS = 600
_WHY = "snapshots and logs pile up until the disk is full; one purge, and not two at once, keeps the newest"
_NOT_SEEN = "purge_not_seen"
_BY_US = "or have the playbook groundwork.kafka.site make its timer"
_BY_HAND = "run the purge by hand as ZooKeeper's user, and mend what it says"
_NOBODY = (
    "have the playbook groundwork.kafka.site make its timer, run PurgeTxnLog from a timer or from cron, or set "
    "autopurge.purgeInterval=24"
)


@dataclass(frozen=True)
class Way:
    """A way to purge: *words* say which, *at* where it is written, *retained* how many snapshots it leaves.

    *wrong* is what keeps it from running, and *remedy* what to do about that. It ran after *ran* (seconds since the
    epoch), as far as is known, and *failed* when that ended badly; *note* tells it.
    """

    words: str
    at: str | None = None
    retained: int | None = None
    wrong: str | None = None
    remedy: str = ""
    ran: float | None = None
    failed: bool = False
    seen: bool = True
    note: str | None = None


def observe(host: Host, server: Server, now: float) -> Observation:
    """The row of *server* at the moment *now*, with a finding where nobody purges, two do, or one that fails."""
    ways = [*_autopurge(server, now), *_timers(host, server), *_cron(host, server)]
    running = [way for way in ways if way.wrong is None]
    verdict = next(_verdicts(host, server, ways, running), None)
    told = [way.note for way in running if way.note]
    row = observation.row(
        JOB,
        f"{server.name} purge",
        wanted="autopurge, a timer or cron",
        effective=", ".join(way.words for way in running) or None,
        persisted=", ".join(way.words for way in ways) or None,
        persisted_at=next((way.at for way in reversed(ways) if way.at), None),
        status=IN_EFFECT if verdict is None else UNAVAILABLE if verdict.identity == _NOT_SEEN else DRIFTED,
        note="; ".join([verdict.note, *told] if verdict else told) or None,
        reason=_WHY,
        source=SOURCE,
    )
    return Observation(
        row, [findings.from_row(row, verdict.identity, verdict.severity, verdict.remedy)] if verdict else []
    )


class Verdict(NamedTuple):
    """The finding *identity* with its *severity*: *note* is what is wrong, *remedy* what to do."""

    identity: str
    severity: str
    note: str
    remedy: str


def _verdicts(host: Host, server: Server, ways: List[Way], running: List[Way]) -> Iterator[Verdict]:
    """What is wrong with the *ways*, of which some are *running*, the worst first."""
    broken = [way for way in ways if way.wrong]
    wrong = "; ".join(str(way.wrong) for way in broken)
    if not running and broken:
        yield Verdict("purge_missing", "medium", wrong, broken[-1].remedy)
    elif not running:
        yield Verdict("purge_missing", "medium", "nothing that was looked at (autopurge, timers, cron) purges", _NOBODY)
    if len(running) > 1:
        both = " and ".join(way.words for way in running)
        yield Verdict("purge_twice", "low", f"{both} purge", "leave it to one of them")
    for way in running:
        if way.failed:
            yield Verdict("purge_failing", "medium", f"{way.words} fails", way.remedy)
        left = len([at for at in _snapshots(host, server) if way.ran is not None and at < way.ran])
        if way.retained is not None and left > way.retained:
            note = f"{left} snapshots are older than a purge that was to leave {way.retained}"
            yield Verdict("purge_behind", "medium", note, way.remedy or _BY_HAND)
        if not way.seen:
            note = f"cron has not told the journal of a run in the last {_SEEN_DAYS} days"
            yield Verdict(_NOT_SEEN, "low", note, f"look at it again after its time, {_BY_US}")
    if broken:
        yield Verdict("purge_broken", "low", wrong, "take it out, since another one purges")


def _autopurge(server: Server, now: float) -> Iterator[Way]:
    """ZooKeeper's own, which purges when it starts and every so many hours from then on."""
    interval, kept = (server.properties.get(f"autopurge.{key}", "") for key in ("purgeInterval", "snapRetainCount"))
    if _NUMBER.match(interval) and int(interval) > 0:
        ran = now - int(interval) * 3600 - _SLACK_SECONDS
        yield Way(f"autopurge every {interval} h", retained=max(3, int(kept)) if _NUMBER.match(kept) else 3, ran=ran)


def _timers(host: Host, server: Server) -> Iterator[Way]:
    """The timers of systemd whose service purges the folders of *server*."""
    names = {name: folder for folder in reversed(_UNITS) for name in host.names(folder) if name.endswith(".timer")}
    for name, folder in sorted(names.items()):
        path = f"{folder}/{name}"
        given = _SCRIPT_OF_UNIT.findall(host.text(path))
        service = given[-1] if given else name[: -len("timer")] + "service"
        line = _purging(next(filter(None, (host.text(f"{each}/{service}") for each in _UNITS)), ""), server)
        timer = timers.read_timer(host, name, service) if line is not None else None
        if line is not None and timer is not None:
            yield _of_timer(timer, service, f"{path}:{_scheduled(host.text(path))}", line)


def _scheduled(text: str) -> int:
    """The line of a timer's unit that says when it runs, the first where none does."""
    lines = text.splitlines()
    return max((number for number, line in enumerate(lines, 1) if line.startswith("On")), default=1)


def _of_timer(timer: timers.Timer, service: str, at: str, line: str) -> Way:
    wrong, remedy = None, f"read journalctl -u {service}, mend what it names, and run systemctl start {service}"
    if timer.load == "masked":
        wrong = f"{timer.name} is masked"
        remedy = f"run systemctl unmask {timer.name} and systemctl enable --now {timer.name}"
    elif not timer.runs or not timer.survives_boot:
        wrong = f"{timer.name} is {timer.state}" + ("" if timer.scheduled else ", without a next run")
        remedy = f"run systemctl enable {timer.name} and systemctl restart {timer.name}"
    note = purge_timer.runs_summary(timer)
    return Way(timer.name, at, _retain_count(line), wrong, remedy, ran=timer.last, failed=timer.failed, note=note)


def _cron(host: Host, server: Server) -> Iterator[Way]:
    """The jobs of cron that purge the folders of *server*."""
    files = ["/etc/crontab"]
    files += [f"{folder}/{name}" for folder in ["/etc/cron.d", *_SCRIPTS, *_SPOOLS] for name in host.names(folder)]
    for path in files:
        line = _purging(host.text(path), server)
        if line is None:
            continue
        at = f"{path}:{host.text(path).split(chr(10)).index(line) + 1}"
        if path == CRON_ENTRY and purge_cron.is_ignored(host):
            wrong = f"cron ignores {path}, because its owner or its mode is not as it was written"
            yield Way("cron", at, wrong=wrong, remedy=f"remove {path}, {_BY_US}")
        elif not purge_cron.cron_runs(host):
            wrong = f"{at} asks cron for it, and no cron daemon runs on the host"
            yield Way("cron", at, wrong=wrong, remedy=f"install and start cron, {_BY_US}")
        else:
            folder = posixpath.dirname(path)
            ran = _seen(host, re.escape(folder) if folder in _SCRIPTS else r"PurgeTxnLog|zkCleanup\.sh")
            note = f"cron told of a run at {moment(ran)}" if ran is not None else None
            yield Way("cron", at, _retain_count(line), ran=ran, seen=ran is not None, note=note)


def _seen(host: Host, pattern: str) -> float | None:
    """When cron told the journal last that it runs what *pattern* matches."""
    words = ["--quiet", "--no-pager", "--reverse", "--output=short-unix", "--lines=1", f"--since=-{_SEEN_DAYS}days"]
    words += [f"--identifier={name}" for name in ("CRON", "CROND", "crond", "anacron", "run-parts")]
    done = host.run(["journalctl", *words, f"--grep={pattern}"])
    match = re.match(r"([0-9]+)(?:\.[0-9]+)? ", done.stdout)
    return float(match.group(1)) if done.rc == 0 and match else None


def _purging(text: str, server: Server) -> str | None:
    """The last line of *text* that purges the folders of *server*, as far as the line names folders."""
    found = None
    for line in text.split("\n"):
        if _JOB.search(line) and not line.lstrip().startswith("#"):
            match, data = _FOLDERS.search(line), server.properties.get("dataDir")
            words = [word.strip("'\"").rstrip("/") for word in match.group(1).split()] if match else []
            if data is None or not any(word.startswith("/") for word in words) or data.rstrip("/") in words:
                found = line
    return found


def _retain_count(line: str) -> int | None:
    match = _KEPT.search(line)
    return int(match.group(1)) if match else None


def _snapshots(host: Host, server: Server) -> List[float]:
    """When each snapshot of *server* was written."""
    folder = f"{server.properties.get('dataDir', '')}/version-2"
    try:
        names = host.names(paths.apart(folder))
        times = [host.modified(f"{folder}/{name}") for name in names if name.startswith("snapshot.")]
    except GroundworkError:  # a link of the service's user, or into /proc, which is not followed
        return []
    return [at for at in times if at is not None]
