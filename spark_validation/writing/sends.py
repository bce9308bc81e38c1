# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a probe sends: it needs no client to be told of."""

from __future__ import annotations

from typing import NamedTuple

#: What each partition gets before the clock runs.
FIRST = b"first"


class Send(NamedTuple):
    """A record to be sent, and where to."""

    partition: int
    value: bytes
