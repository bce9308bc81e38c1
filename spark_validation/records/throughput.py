# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""How many records moved, and how fast."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Throughput:
    """Records and bytes (keys and values) moved within ``seconds`` of wall time, Spark's own start excluded."""

    records: int
    bytes: int
    seconds: float

    @property
    def records_per_second(self) -> float:
        """Records a second."""
        return self.records / self.seconds

    @property
    def megabytes_per_second(self) -> float:
        """Millions of bytes a second."""
        return self.bytes / self.seconds / 1e6
