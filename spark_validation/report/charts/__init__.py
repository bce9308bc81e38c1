# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The report's charts: each from the plain data of a document to a drawing and the table of what it shows."""

from __future__ import annotations

from .bars import bars, leaders, partitions, racks, tiers
from .latency import percentiles
from .timeline import over_time

__all__ = ["bars", "leaders", "over_time", "partitions", "percentiles", "racks", "tiers"]
