# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The log of a JVM's collector, as Java 11 to 25 write it (-Xlog:gc): when it stopped the program, how long, and why.

Source: JEP 158: Unified JVM Logging, and JEP 271: Unified GC Logging.
"""

from __future__ import annotations

import calendar
import re
import time
from typing import Dict, Iterable, List, NamedTuple, Set, Tuple

_DECORATIONS = re.compile(r"((?:\[[^\]]*\])+)\s?(.*)")
_ONE = re.compile(r"\[([^\]]*)\]")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.,](\d{1,9})([+-])(\d\d):?(\d\d)\Z")
_UPTIME = re.compile(r"(\d+(?:[.,]\d+)?)(s|ms|ns)\Z")
_SCALE = {"s": 1.0, "ms": 1e-3, "ns": 1e-9}
#: ZGC with generations puts the generation before what it does.
_PAUSE = re.compile(
    r"(?:GC\((?P<number>\d+)\)\s+)?(?:[YyOo]: )?(?P<kind>Pause [A-Z].*?)"
    r"(?:\s+\d+[KMG]->\d+[KMG]\(\d+[KMG]\))?\s+(?P<ms>\d+[.,]\d+)ms\Z"
)
_STALL = re.compile(r"(?:GC\(\d+\)\s+)?(?:Allocation|Relocation) Stall \((.*)\) (\d+[.,]\d+)ms")
_NUMBERED = re.compile(r"GC\((\d+)\)")
#: What a collector says when it has found no room for what lives on.
_EXHAUSTED = re.compile(r"To-space exhausted|\(Evacuation Failure(?:: Allocation[^)]*)?\)")
_PROMOTION = re.compile(r"Promotion failed|promotion failed|\(Promotion Failure\)")
_BEHIND = re.compile(r"[Cc]oncurrent [Mm]ode [Ff]ailure|Pause Degenerated GC|Cancelling GC|Degenerated GC \(")
_USING = re.compile(r"Using (?!.*workers)(?:The )?(.+?)(?: Garbage Collector)?\Z")
_VERSION = re.compile(r"Version: (\S+)")


class Pause(NamedTuple):
    """The program stood still for *ms* milliseconds up to the second *at*, for what *kind* says.

    The second is of the epoch, or of the JVM's time, or None where the log has no time.
    """

    at: float | None
    kind: str
    ms: float


class GcLog(NamedTuple):
    """What the lines say: pauses, the *collections* that made them, *stalls* of single threads, and what went wrong.

    *exhausted* and *promotion_failed* are collections that found no room, *behind* those that were too late.
    *lines* is how many of them are of a log of this form; *dated* whether times are of the epoch.
    """

    pauses: List[Pause]
    collections: int
    stalls: List[Pause]
    exhausted: int
    promotion_failed: int
    behind: int
    collector: str
    version: str
    lines: int
    dated: bool
    seconds: float | None


class _Clock:
    """The seconds that lines tell: those of the epoch where there are some, else the JVM's, one run after the other."""

    def __init__(self) -> None:
        self.dated = False
        self.run = 0
        self._offset = self._last = 0.0

    def at(self, decorations: str) -> float | None:
        moment, uptime = None, None
        for word in map(str.strip, _ONE.findall(decorations)):
            dated, counted = _MOMENT.match(word), _UPTIME.match(word)
            if dated:
                moment = _epoch(dated)
            elif counted and uptime is None:
                uptime = float(counted.group(1).replace(",", ".")) * _SCALE[counted.group(2)]
        if uptime is not None:
            if uptime + 1 < self._last - self._offset:  # another JVM, whose time begins at 0
                self.run += 1
                self._offset = self._last
            uptime += self._offset
            self._last = max(self._last, uptime)
        self.dated = self.dated or moment is not None
        return moment if moment is not None else uptime


def _epoch(match: re.Match[str]) -> float:
    day, fraction, sign, hours, minutes = match.groups()
    away = (int(hours) * 60 + int(minutes)) * 60 * (1 if sign == "+" else -1)
    return calendar.timegm(time.strptime(day, "%Y-%m-%dT%H:%M:%S")) - away + float(f"0.{fraction}")


def read(lines: Iterable[str]) -> GcLog:
    """What the *lines* of one log say, those of rotated files in the order in which they were written."""
    pauses: List[Pause] = []
    stalls: List[Pause] = []
    collections: Dict[str, Set[Tuple[int, str]]] = {name: set() for name in ("all", "exhausted", "promotion", "behind")}
    clock, collector, version, known = _Clock(), "", "", 0
    first: float | None = None
    last: float | None = None
    for line in lines:
        match = _DECORATIONS.match(line.rstrip())
        if match is None:
            continue
        decorations, said = match.group(1), match.group(2).strip()
        known += 1
        at = clock.at(decorations)
        first, last = (at if first is None else first), (last if at is None else at)
        pause, stall = _PAUSE.match(said), _STALL.match(said)
        if pause:
            pauses.append(Pause(at, pause.group("kind"), float(pause.group("ms").replace(",", "."))))
            collections["all"].add((clock.run, pause.group("number") or f"line {known}"))
        if stall:
            stalls.append(Pause(at, stall.group(1), float(stall.group(2).replace(",", "."))))
        for name, form in (("exhausted", _EXHAUSTED), ("promotion", _PROMOTION), ("behind", _BEHIND)):
            if form.search(said):
                number = _NUMBERED.match(said)
                collections[name].add((clock.run, number.group(1) if number else f"line {known}"))
        using, told = _USING.match(said), _VERSION.match(said)
        collector = using.group(1) if using else collector
        version = told.group(1) if told else version
    seconds = None if first is None or last is None else max(0.0, last - first)
    counted = {name: len(found) for name, found in collections.items()}
    return GcLog(
        pauses,
        counted["all"],
        stalls,
        counted["exhausted"],
        counted["promotion"],
        counted["behind"],
        collector,
        version,
        known,
        clock.dated,
        seconds,
    )
