# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""Among how many brokers replicas are spread, as the fullest of them sees it.

With no fewer replicas than racks each rack holds its share of them, whatever its size, so a broker in the smallest rack
carries the most. Source: Apache Kafka documentation, Operations: Balancing Replicas Across Racks.
"""

from __future__ import annotations


def sharing(brokers: int, racks: int, replicas: int) -> int:
    """The brokers among which so many *replicas* of each partition would be even for the fullest to hold as it does."""
    return racks * (brokers // racks) if 1 < racks <= replicas else brokers


def sharing_without_one(brokers: int, racks: int, replicas: int) -> int:
    """The same when a broker is lost and its replicas are made again elsewhere.

    In racks it is others of its rack that take them, as far as there are any. Where fewer brokers are left than a
    partition has replicas, there is no place for them, and nobody holds more than before.
    """
    if brokers - 1 < replicas:
        return sharing(brokers, racks, replicas)
    smallest = brokers // racks
    if 1 < racks <= replicas and smallest > 1:
        return racks * (smallest - 1)
    return brokers - 1
