# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether the machine was quiet while something was measured: what of its processors others than the benchmark took."""

from __future__ import annotations

import os
from pathlib import Path

#: From so much on, in percent of the processors' time, a measurement is not to be trusted.
MOST_PERCENT = 5.0
_PROC = Path("/proc")
# In the order of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. What a machine above this one takes
# (steal) is somebody else's as well.
_IDLE = (3, 4)
_FIELDS = 8


class Watch:
    """Begins when it is made."""

    def __init__(self, proc: Path = _PROC, root: int | None = None) -> None:
        self._proc, self._root = proc, os.getpid() if root is None else root
        self._began = self._now()

    def others_percent(self) -> float:
        """What has been taken since, of all processors' time, by whoever is neither this process nor of its making."""
        everybody, mine, every = (now - before for now, before in zip(self._now(), self._began))
        return max(0.0, 100 * (everybody - mine) / every) if every else 0.0

    def _now(self) -> tuple[int, int, int]:
        """Ticks of all processors that were busy, of this process and all that it started, and of all there were."""
        line = (self._proc / "stat").read_text().splitlines()[0]
        ticks = [int(number) for number in line.split()[1 : 1 + _FIELDS]]
        return sum(ticks) - sum(ticks[place] for place in _IDLE), self._mine(), sum(ticks)

    def _mine(self) -> int:
        """With those that have ended and been waited for, which their parent's figures hold."""
        parents: dict[int, int] = {}
        taken: dict[int, int] = {}
        for folder in self._proc.glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            number = int(folder.name)
            parents[number], taken[number] = int(fields[1]), sum(map(int, fields[11:15]))
        return sum(ticks for number, ticks in taken.items() if self._below(number, parents))

    def _below(self, number: int, parents: dict[int, int]) -> bool:
        while number in parents and number != self._root:
            number = parents[number]
        return number == self._root


def said(percents: list[float]) -> str:
    """The sentence on rounds that others disturbed, of which these are the :meth:`Watch.others_percent`; or nothing."""
    loud = [f"{one:.0f} % in round {number}" for number, one in enumerate(percents, 1) if one > MOST_PERCENT]
    if not loud:
        return ""
    return (
        f"the machine was not quiet: others took of its processors {', '.join(loud)}: end them, and measure again "
        "before a figure is claimed"
    )
