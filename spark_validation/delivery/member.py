# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A member of a consumer group, as a process that can be killed: ``python -m spark_validation.delivery.member``.

Its orders are the first line of stdin. It tells what it reads, and commits that only once it is answered: so whoever
began it knows of each record before the group is done with it.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
import time
from typing import Any

from .orders import CLASSIC, COMMIT, LEAVE, Event, Orders, Watcher

_MODULES = {CLASSIC: "classic"}


class Member:
    """Reads with ``client_of(orders, watcher)`` until it is told to leave, or nobody answers any more."""

    def __init__(self, orders: Orders, client_of: Any) -> None:
        self._runs: dict[int, list[list[int]]] = {}
        self._leaving = False
        signal.signal(signal.SIGTERM, self._leave)
        self._client = client_of(orders, Watcher(self._assigned, self._report))

    def _leave(self, _number: int, _frame: Any) -> None:
        self._leaving = True

    def _assigned(self, partitions: list[int]) -> None:
        _tell({"assigned": partitions, "at": time.monotonic()})

    def run(self) -> None:
        """From the first record to the last."""
        while not self._leaving:
            for partition, offset in self._client.read():
                self._note(partition, offset)
            self._report()
        self._client.close()

    def _note(self, partition: int, offset: int) -> None:
        runs = self._runs.setdefault(partition, [])
        if runs and runs[-1][1] == offset - 1:
            runs[-1][1] = offset
        else:
            runs.append([offset, offset])

    def _report(self) -> None:
        """Tell what was read, wait for the answer, and commit it."""
        if not self._runs:
            return
        runs, self._runs = self._runs, {}
        _tell({"read": [[partition, *run] for partition, those in runs.items() for run in those]})
        answer = sys.stdin.readline().strip()
        self._leaving = self._leaving or answer != COMMIT
        if answer not in (COMMIT, LEAVE):
            return
        offsets = {partition: those[-1][1] + 1 for partition, those in runs.items()}
        refused = self._client.commit(offsets)
        if refused:
            _tell({"refused": refused})
        else:
            _tell({"committed": [*offsets.items()], "at": time.monotonic()})


def _tell(event: Event) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


def main(client_of: Any = None) -> None:
    """Do what the first line of stdin says."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C is for who began it
    orders = Orders.of(sys.stdin.readline())
    try:
        module = importlib.import_module(f".{_MODULES.get(orders.protocol, 'newer')}", __package__)
        _tell({"library": module.LIBRARY})
        Member(orders, client_of or module.Client).run()
    except Exception as error:  # whatever it is, who began it tells it in a sentence
        _tell({"failed": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
