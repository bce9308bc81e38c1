# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Whether a block device is blank, as far as that can be told in a second or two.

A whole disk takes hours to read. Its edges are read whole, and places all over it: :data:`PLACES` of them, or as many
as the disk reads in :data:`SECONDS`, since a disk that turns takes 10 ms for each. They follow the golden ratio, which
leaves no large gap between the first *n* of them, whatever *n* is, and no step that a pattern on the disk could have:

- data in one piece is found for certain where it is larger than 2.7 / *n* of the device (0.07% with all places, 1.4% on
  a disk that turns),
- data that is strewn over the share *f* of the device is missed with odds of (1 - *f*) to the power of *n*: over 1% of
  it, once in 10^17 devices with all places, once in 7 on a disk that turns.
"""

from __future__ import annotations

import os
import time
from typing import Callable, Iterator, List

EDGE = 16 << 20  # bytes; where the data of a disk begins that lost its partition table, and where RAID has its headers
PLACES = 4096
FEWEST = 64  # a disk that is too slow for them is ill
SECONDS = 2.0
PATIENCE = 20.0  # seconds for the fewest
_PIECE = 4096  # bytes; what a file system or a page of a database fills at least
_BLOCK = 1 << 20
_ROUND = 64  # places, read in the order in which they lie: a head that sweeps takes less long than one that jumps
_RATIO = (5**0.5 - 1) / 2


class SlowError(Exception):
    """The device has read too few places in time; carries how many."""


def places(size: int, count: int = PLACES) -> List[int]:
    """Where *count* places lie between the edges of a device of *size* bytes, in the order in which they are read."""
    span = (size - 2 * EDGE - _PIECE) // _PIECE
    return [EDGE + int(number * _RATIO % 1 * span) * _PIECE for number in range(1, count + 1)] if span > 0 else []


def first_data(path: str, size: int, clock: Callable[[], float] = time.monotonic) -> int | None:
    """Where on the device *path* of *size* bytes the first data was found, in bytes; None where nothing was.

    Raises OSError when it cannot be read, and SlowError.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_RANDOM)  # or the kernel reads on at each place
        for start in dict.fromkeys((0, max(0, size - EDGE))):
            for at in range(start, min(start + EDGE, size), _BLOCK):
                if os.pread(handle, _BLOCK, at).strip(b"\0"):
                    return at
        begin, read = clock(), 0
        for some in _rounds(places(size)):
            for at in some:
                if os.pread(handle, _PIECE, at).strip(b"\0"):
                    return at
                read += 1
                if read < FEWEST and clock() - begin > PATIENCE:
                    raise SlowError(read)
            if clock() - begin > SECONDS:
                return None
    finally:
        os.close(handle)
    return None


def _rounds(order: List[int]) -> Iterator[List[int]]:
    for number in range(0, len(order), _ROUND):
        yield sorted(order[number : number + _ROUND])
