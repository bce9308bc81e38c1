# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Members of a group whose coordinator is a folder, as processes: ``python -m tests.spark.delivery.fake FOLDER END…``.

A partition is whoever's locks its file, which Linux unlocks when that process ends, killed or not; the file has the
committed offset. Each END is that of a partition.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from pathlib import Path
from typing import Mapping

from spark_validation.delivery import member
from spark_validation.delivery.orders import Orders, Places, Watcher

FOLDER, ENDS = Path(sys.argv[1]), [int(end) for end in sys.argv[2:]]


class Client:
    """Takes one partition at a time, so that others find some too."""

    def __init__(self, orders: Orders, watcher: Watcher) -> None:
        self._most, self._watcher = orders.most, watcher
        self._held: dict[int, int] = {}
        self._next: dict[int, int] = {}

    def read(self) -> Places:
        self._take_one()
        found = []
        for part, at in self._next.items():
            upto = min(at + self._most - len(found), ENDS[part])
            found += [(part, offset) for offset in range(at, upto)]
            self._next[part] = max(at, upto)
        if not found:
            time.sleep(0.05)
        return found

    def _take_one(self) -> None:
        for part in range(len(ENDS)):
            if part in self._held:
                continue
            handle = os.open(FOLDER / str(part), os.O_RDWR | os.O_CREAT)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(handle)
                continue
            self._held[part] = handle
            self._watcher.assigned([part])
            self._next[part] = int(os.pread(handle, 20, 0) or b"0")
            return

    def commit(self, offsets: Mapping[int, int]) -> str:
        for part, offset in offsets.items():
            os.pwrite(self._held[part], b"%d" % offset, 0)
        return ""

    def close(self) -> None:
        for handle in self._held.values():
            os.close(handle)


if __name__ == "__main__":
    member.main(Client)
