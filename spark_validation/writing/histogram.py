# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""A histogram of latencies that keeps every sample to within 1 %, from a microsecond to hours, in little memory."""

from __future__ import annotations

from collections import Counter

# Between a power of two and the next stand this many steps, as in Gil Tene's HdrHistogram with two significant digits.
_STEPS = 128
# An hour: what takes longer has not been waited for.
MOST_MICROSECONDS = 3_600_000_000
# Percentiles of a curve between one and the next that halves the distance to 100, as HdrHistogram draws it.
_TICKS = 5


class Histogram:
    """Counts by value in microseconds; below zero, where only a clock that went wrong leads, is counted apart."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self.total = 0
        self.negative = 0
        self.clamped = 0
        self.greatest = 0

    def record(self, microseconds: int) -> None:
        """Add one sample; one beyond an end counts as that end, and is told of in ``negative`` or ``clamped``."""
        self.negative += microseconds < 0
        self.clamped += microseconds > MOST_MICROSECONDS
        microseconds = min(max(microseconds, 0), MOST_MICROSECONDS)
        self._counts[_upper_end(microseconds)] += 1
        self.total += 1
        self.greatest = max(self.greatest, microseconds)

    def percentile(self, percent: float) -> int:
        """The value in microseconds that ``percent`` of the samples do not exceed; 0 without samples."""
        wanted, seen = percent / 100 * self.total, 0
        for value, count in sorted(self._counts.items()):
            seen += count
            if seen >= wanted:
                return min(value, self.greatest)
        return 0

    def curve(self) -> list[tuple[float, int]]:
        """Percentiles and their values in microseconds, denser towards 100, as far as there are samples; or nothing."""
        if not self.total:
            return []
        points, left = [], 100.0
        while left * self.total > 100:
            points += [100 - left + left / 2 * tick / _TICKS for tick in range(_TICKS)]
            left /= 2
        return [(round(percent, 6), self.percentile(percent)) for percent in [*points, 100.0]]


def _upper_end(value: int) -> int:
    """The largest value that falls into the same step as ``value``."""
    shift = max(0, value.bit_length() - _STEPS.bit_length())
    return (value >> shift << shift) + (1 << shift) - 1
