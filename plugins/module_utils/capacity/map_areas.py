# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The memory map areas of a broker, and the vm.max_map_count that they ask for.

Each log segment maps an offset index and a time index; the JVM maps some hundred areas itself (340 to 510 were
measured). Source: Apache Kafka documentation, Operations, ``https://kafka.apache.org/documentation/#os``.
"""

from __future__ import annotations

MAPS_PER_SEGMENT = 2
JVM_MAPS = 500
MINIMUM_MAP_COUNT = 262144


def map_areas(segments: int) -> int:
    """The areas of a broker with so many segments, all of whose indexes are open."""
    return MAPS_PER_SEGMENT * segments + JVM_MAPS


def max_map_count(areas: int) -> int:
    """The vm.max_map_count for so many *areas*: a power of two, and never below MINIMUM_MAP_COUNT."""
    return max(MINIMUM_MAP_COUNT, next_power_of_two(areas))


def next_power_of_two(number: int) -> int:
    """The smallest power of two that is at least *number* (which is positive)."""
    return 1 << (number - 1).bit_length()
